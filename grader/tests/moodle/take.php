<?php
// take.php MOODLE worksheet|zip CM: what a teacher downloads
define('CLI_SCRIPT', true);
require($argv[1] . '/config.php');
require_once($CFG->dirroot . '/mod/assign/locallib.php');
require_once($CFG->dirroot . '/mod/assign/gradingtable.php');
\core\session\manager::set_user(get_admin());
$cm = get_coursemodule_from_id('assign', $argv[3]);
$assign = new assign(context_module::instance($cm->id), $cm, get_course($cm->course));
$PAGE->set_context($assign->get_context());
$PAGE->set_url('/mod/assign/view.php', ['id' => $cm->id]);
if ($argv[2] == 'zip') {
    $downloader = new \mod_assign\downloader($assign);
    $downloader->load_filelist();
    $downloader->download_zip();
} else
    $assign->get_feedback_plugin_by_type('offline')->download_grades();
