<?php
// set_up.php MOODLE OUT FILES: a course with six students and two assignments; FILES/LAB/LOGIN.cu are handed in
define('CLI_SCRIPT', true);
require($argv[1] . '/config.php');
require_once($CFG->dirroot . '/course/modlib.php');
require_once($CFG->dirroot . '/course/lib.php');
require_once($CFG->dirroot . '/mod/assign/locallib.php');
require_once($CFG->dirroot . '/user/lib.php');
\core\session\manager::set_user(get_admin());
$to = $argv[2];
$course = create_course((object)['fullname' => 'CUDA', 'shortname' => 'cuda' . time(), 'category' => 1]);
$manual = enrol_get_plugin('manual');
$instance = null;
foreach (enrol_get_instances($course->id, true) as $one)
    if ($one->enrol == 'manual') $instance = $one;
if (!$instance)
    $instance = $DB->get_record('enrol', ['id' => $manual->add_instance($course)]);
$students = [];
$people = [['Ada', 'Zu Lovelace', 'ada'], ['Zoë', 'Ångström', 'zoe'], ["Sean", "O'Neil", 'sean'], ['李', '小明', 'li'], ['Late', 'Comer', 'late'], ['No', 'Show', 'no']];
foreach ($people as $i => $p) {
    $name = $p[2] . time();
    $id = user_create_user((object)['username' => $name, 'firstname' => $p[0], 'lastname' => $p[1], 'email' => "$p[2]@example.org" ,
        'confirmed' => 1, 'mnethostid' => $CFG->mnet_localhost_id, 'idnumber' => 'S' . (1001 + $i) . '-' . time()], false);
    $manual->enrol_user($instance, $id, 5);
    $students[$p[2]] = $id;
}
foreach (['lab1', 'lab3'] as $lab) {
    $info = (object)['modulename' => 'assign', 'module' => $DB->get_field('modules', 'id', ['name' => 'assign']), 'course' => $course->id,
        'section' => 0, 'visible' => 1, 'name' => $lab, 'introeditor' => ['text' => '', 'format' => FORMAT_HTML, 'itemid' => 0],
        'alwaysshowdescription' => 0, 'submissiondrafts' => 0, 'requiresubmissionstatement' => 0, 'sendnotifications' => 0,
        'sendlatenotifications' => 0, 'sendstudentnotifications' => 0, 'duedate' => time() + 86400, 'allowsubmissionsfromdate' => 0, 'grade' => 100, 'cutoffdate' => 0,
        'gradingduedate' => 0, 'teamsubmission' => 0, 'requireallteammemberssubmit' => 0, 'blindmarking' => 0, 'markingworkflow' => 0,
        'markingallocation' => 0, 'cmidnumber' => '', 'groupmode' => 0, 'groupingid' => 0,
        'assignsubmission_file_enabled' => 1, 'assignsubmission_file_maxfiles' => 5, 'assignsubmission_file_maxsizebytes' => 0, 'assignsubmission_file_filetypes' => '',
        'assignfeedback_comments_enabled' => 1, 'assignfeedback_comments_commentinline' => 0, 'assignfeedback_offline_enabled' => 1, 'assignfeedback_file_enabled' => 1];
    $info = add_moduleinfo($info, $course);
    $cm = get_coursemodule_from_id('assign', $info->coursemodule);
    $assign = new assign(context_module::instance($cm->id), $cm, $course);
    // Participants' numbers begin elsewhere in each assignment.
    foreach ($lab == 'lab3' ? array_reverse($students, true) : $students as $who => $id) {
        $number = $assign->get_uniqueid_for_user($id);
        $file = "$argv[3]/$lab/$who.cu";
        if (!is_readable($file)) continue;
        $submission = $assign->get_user_submission($id, true);
        $fs = get_file_storage();
        $fs->create_file_from_pathname(['contextid' => $assign->get_context()->id, 'component' => 'assignsubmission_file', 'filearea' => 'submission_files',
            'itemid' => $submission->id, 'filepath' => '/', 'filename' => "$lab.cu", 'userid' => $id], $file);
        $plugin = $assign->get_submission_plugin_by_type('file');
        $DB->insert_record('assignsubmission_file', ['assignment' => $assign->get_instance()->id, 'submission' => $submission->id, 'numfiles' => 1]);
        $submission->status = ASSIGN_SUBMISSION_STATUS_SUBMITTED;
        $DB->update_record('assign_submission', $submission);
    }
    file_put_contents("$to/$lab.cm", $cm->id);
}
$roster = fopen("$to/roster.csv", 'w');
fputcsv($roster, ['First name', 'Last name', 'Email address', 'ID number']);
foreach ($students as $id) { $u = $DB->get_record('user', ['id' => $id]); fputcsv($roster, [$u->firstname, $u->lastname, $u->email, $u->idnumber]); }
echo $course->id, "\n";
