// A part for each student. It is filled when it is first opened or printed.
function pointsList(result) {
  return h('ul', {class: 'points'}, result.points.map(([points, max], i) => max > 0 && h('li', {},
    `${QUESTIONS[i]} ${number(points)} / ${number(max)}`,
    h('progress', {max, value: points, 'aria-hidden': 'true'}))));
}

function faultItem(fault) {
  const failed = fault.status === 'failed';
  const words = failed ? `Failed: ${fault.title}` : `${fault.status === 'skipped' ? 'Skipped' : 'Open'}: ${fault.title}`;
  return h('li', {class: failed ? false : 'unsure'},
    h('b', {}, words), fault.task && ` (${fault.task})`, fault.status === 'open' ? `, ${number(fault.max)} points` : `, ${number(fault.points)} of ${number(fault.max)} points`,
    h('div', {class: 'message'}, place(fault), fault.file && ' ', fault.message));
}

function workOf(student, lab) {
  const result = student.results[lab];
  if (!result) return null;
  const graded = isGraded(result);
  const verdict = graded ? `${number(result.score)} / ${number(judged(result))}`
    : result.status === 'not_graded' ? 'not graded yet' : 'not gradable';
  return h('section', {class: 'work'},
    h('div', {class: 'head'}, h('h4', {}, labs[lab].title), h('span', {}, verdict), openPoints(result), late(result),
      result.final != null && h('b', {}, `final ${number(result.final)}`), dropped(result),
      result.note && h('small', {class: 'quiet'}, result.note),
      graded && h('span', {class: 'quiet'}, `seed ${result.seed}`)),
    result.reason && h('p', {class: 'message'}, result.reason),
    result.steps && h('ul', {class: 'quiet'}, result.steps.trim().split('\n').map((step) => h('li', {}, step.trim()))),
    graded && pointsList(result),
    graded && !result.faults.length && h('p', {class: 'quiet'}, 'Every check passed.'),
    graded && result.faults.length > 0 && h('ul', {class: 'lost'}, result.faults.map(faultItem)));
}

function fillStudent(details) {
  const student = students[details.dataset.index];
  if (details.childElementCount === 1)
    details.append(...labs.map((_, lab) => workOf(student, lab)).filter(Boolean));
}

function studentPart(student) {
  const graded = student.results.filter(isGraded).length;
  const sum = total(student);
  const words = sum == null ? 'no score yet' : `${number(sum)} points in ${plural(graded, 'lab')}`;
  const details = h('details', {class: 'student', id: `student-${student.index}`, 'data-index': student.index},
    h('summary', {}, h('h3', {}, whole(student)), h('span', {class: 'quiet'}, words)));
  details.addEventListener('toggle', () => details.open && fillStudent(details));
  return details;
}

const parts = () => [...document.querySelectorAll('details.student')];

function openAll(open) {
  for (const details of parts()) {
    if (open) fillStudent(details);
    details.open = open;
  }
  byId('open-all').textContent = open ? 'Close all' : 'Open all';
  byId('open-all').setAttribute('aria-expanded', open);
}

// A link to a student opens that student's part.
function openTarget() {
  const target = location.hash.startsWith('#student-') && byId(location.hash.slice(1));
  if (!target) return;
  fillStudent(target);
  target.open = true;
  target.scrollIntoView();
  target.querySelector('summary').focus();
}

function showStudents() {
  byId('student-list').append(...students.map(studentPart));
  byId('open-all').addEventListener('click', () => openAll(byId('open-all').textContent === 'Open all'));
  addEventListener('hashchange', openTarget);
  addEventListener('beforeprint', () => openAll(true));
  openTarget();
}
