<?php
// book.php MOODLE CM FILE: imports a CSV into the gradebook of the course that CM is in
define('CLI_SCRIPT', true);
require($argv[1] . '/config.php');
require_once($CFG->dirroot . '/grade/import/lib.php');
require_once($CFG->libdir . '/csvlib.class.php');
require_once($CFG->libdir . '/gradelib.php');
\core\session\manager::set_user(get_admin());
$cm = get_coursemodule_from_id('assign', $argv[2]);
$PAGE->set_cm($cm, $course = get_course($cm->course));
$import = new gradeimport_csv_load_data();
$import->load_csv_content(file_get_contents($argv[3]), 'utf-8', 'comma', 0);
$reader = new csv_import_reader($import->get_iid(), 'grade');
$header = $reader->get_columns();
$form = (object)['mapfrom' => 0, 'mapto' => 'useremail', 'importcode' => get_new_importcode(), 'forceimport' => 0];
foreach ($header as $i => $column) {
    $form->{"mapping_$i"} = 0;
    foreach (['lab1' => 'Lab 1', 'lab3' => 'Lab 3'] as $name => $title) {
        $item = $DB->get_field('grade_items', 'id', ['courseid' => $course->id, 'itemname' => $name]);
        if (trim($column) == $title) $form->{"mapping_$i"} = $item;
        if (trim($column) == "$title feedback") $form->{"mapping_$i"} = "feedback_$item";
    }
}
$good = $import->prepare_import_grade_data($header, $form, $reader, $course->id, '', '', 1);
echo $good ? "read\n" : "not read: " . implode('; ', $import->get_gradebookerrors()) . "\n";
if ($good) { ob_start(); grade_import_commit($course->id, $form->importcode); ob_end_clean(); }
foreach ($DB->get_records_sql("SELECT g.id, u.email, i.itemname, g.finalgrade, g.feedback FROM {grade_grades} g JOIN {grade_items} i ON i.id = g.itemid JOIN {user} u ON u.id = g.userid
    WHERE i.courseid = ? AND i.itemtype = 'mod' ORDER BY i.itemname, u.email", [$course->id]) as $row)
    echo "$row->email $row->itemname ", $row->finalgrade === null ? '-' : (float)$row->finalgrade, ' ', strpos($row->feedback ?? '', 'private word') !== false ? 'PRIVATE' : '', "\n";
