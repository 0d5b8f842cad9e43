<?php
// give.php MOODLE CM FILE [update]: uploads a grading worksheet, as its form does
define('CLI_SCRIPT', true);
require($argv[1] . '/config.php');
require_once($CFG->dirroot . '/mod/assign/locallib.php');
require_once($CFG->dirroot . '/mod/assign/feedback/offline/importgradeslib.php');
require_once($CFG->libdir . '/csvlib.class.php');
\core\session\manager::set_user(get_admin());
$cm = get_coursemodule_from_id('assign', $argv[2]);
$assign = new assign(context_module::instance($cm->id), $cm, get_course($cm->course));
$PAGE->set_cm($cm, get_course($cm->course));
$PAGE->set_url('/mod/assign/view.php', ['id' => $cm->id]);
$draft = file_get_unused_draft_itemid();
get_file_storage()->create_file_from_pathname(['contextid' => context_user::instance($USER->id)->id, 'component' => 'user', 'filearea' => 'draft',
    'itemid' => $draft, 'filepath' => '/', 'filename' => 'worksheet.csv'], $argv[3]);
$_POST['sesskey'] = sesskey();
$page = $assign->get_feedback_plugin_by_type('offline')->process_import_grades($draft, csv_import_reader::get_new_iid('assignfeedback_offline'), isset($argv[4]));
foreach (explode("\n", html_to_text($page)) as $line)
    if (preg_match('/pdated/', $line)) echo trim($line), "\n";
foreach ($DB->get_records_sql("SELECT u.id, u.email, g.grade, g.timemodified, c.commenttext FROM {user} u JOIN {assign_grades} g ON g.userid = u.id
    LEFT JOIN {assignfeedback_comments} c ON c.grade = g.id WHERE g.assignment = ? ORDER BY u.email", [$cm->instance]) as $row)
    echo $row->email, ' ', (float)$row->grade, ' ', strlen($row->commenttext), "\n";
