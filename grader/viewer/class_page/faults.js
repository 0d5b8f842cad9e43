// The most common faults: the check, the number of students, and examples.
const EXAMPLES = 3;
const place = (fault) => fault.file && h('span', {class: 'place'}, `${fault.file}:${fault.line}`);

function collectFaults() {
  const groups = new Map();
  const add = (key, lab, title, task, student, fault) => {
    const group = groupOf(groups, key, () => ({lab, title, task, who: new Set(), lost: 0, examples: []}));
    group.who.add(student.index);
    group.lost += lostPoints(fault);
    group.examples.push({student, ...fault});
  };
  for (const {student, lab, result} of results) {
    if (result.status === 'not_gradable')
      add(`${lab} refused`, lab, 'it can be graded', '', student, {message: result.reason || ''});
    for (const fault of result.faults || [])
      if (fault.status === 'failed' && fault.id !== 'explain') add(`${lab} ${fault.id} ${fault.task}`, lab, fault.title, fault.task || '', student, fault);
  }
  return [...groups.values()].sort((a, b) => b.who.size - a.who.size);
}

// Examples with different messages: those that differ only in numbers are shown once.
function differentExamples(examples) {
  const seen = new Set();
  return examples.filter((example) => {
    const shape = (example.message || example.mistake || '').replace(/[0-9.]+/g, '0');
    return shape && !seen.has(shape) && seen.add(shape);
  }).slice(0, EXAMPLES);
}

const exampleLine = (example) => h('div', {class: 'message'}, place(example), example.file && ' ',
  example.message || example.mistake, example.student.name && h('span', {class: 'quiet'}, ' (', named(example.student.name), ')'));

function faultRow(group) {
  const handedIn = ofLab(group.lab).length;
  const [first, ...more] = differentExamples(group.examples);
  const element = h('tr', {},
    h('th', {scope: 'row'}, group.title),
    h('td', {class: 'text', 'data-name': 'lab'}, labs[group.lab].title),
    h('td', {class: 'text', 'data-name': group.task ? 'task' : false}, group.task),
    h('td', {'data-name': 'submissions'}, h('span', {class: 'count', share: group.who.size / handedIn}, `${group.who.size} of ${handedIn}`)),
    h('td', {class: 'number', 'data-name': 'points lost'}, number(group.lost)),
    h('td', {class: 'text'}, first && exampleLine(first),
      more.length > 0 && h('details', {}, h('summary', {}, `${more.length} more that say something else`), more.map(exampleLine))));
  return {element, keys: [group.title, labs[group.lab].title, group.task, group.who.size, group.lost, first ? first.message || first.mistake : '']};
}

function showFaults() {
  const columns = [{title: 'Failed check', text: true}, {title: 'Lab', text: true}, {title: 'Task', text: true},
    {title: 'Submissions', text: false}, {title: 'Points lost'}, {title: 'For example', text: true}];
  const table = byId('fault-table');
  makeSortable(table, 'Faults, the commonest first', columns, collectFaults().map(faultRow));
  if (table.rowList.length) sortRows(table, 3, -1);
}

// How well students know their own kernels: the number of right answers to --explain.
function explainedRow({concept, lab, right, asked}) {
  const element = h('tr', {}, h('th', {scope: 'row'}, concept), h('td', {class: 'text', 'data-name': 'lab'}, labs[lab].title),
    h('td', {'data-name': 'right'}, h('span', {class: 'count', share: right / asked}, `${right} of ${asked}`)));
  return {element, keys: [concept, labs[lab].title, right / asked]};
}

function showExplained() {
  const groups = new Map();
  for (const {lab, result} of results)
    for (const {concept, right} of result.explained || []) {
      const key = `${lab} ${concept}`;
      const group = groupOf(groups, key, () => ({concept, lab, right: 0, asked: 0}));
      group.right += right;
      group.asked += 1;
    }
  byId('explained').hidden = !groups.size;
  const columns = [{title: 'Concept', text: true}, {title: 'Lab', text: true}, {title: 'Right', text: true}];
  const table = byId('explained-table');
  makeSortable(table, 'Answers about own kernels, by concept', columns, [...groups.values()].map(explainedRow));
  if (groups.size) sortRows(table, 2, 1);
}

// The causes that have cost the class the most points, lab by lab: for the next lecture.
const MOST_SHOWN = 3;

function add(groups, name, student, lost) {
  const group = groupOf(groups, name, () => ({name, lost: 0, who: new Set()}));
  group.lost += lost;
  group.who.add(student.index);
}

const words = (fault) => fault.mistake || `${fault.title}: failed`;

// A skipped check has lost its points to an earlier failure: in its own task, otherwise in the whole file.
function causeOf(faults, fault) {
  if (fault.status === 'failed') return words(fault);
  const failed = faults.filter((other) => other.status === 'failed');
  const before = failed.find((other) => other.task === fault.task) || failed.find((other) => !other.task);
  if (before) return words(before);
  const started = !faults.some((other) => other.task === fault.task && other.id === 'correct' && other.status === 'skipped');
  return started ? `${fault.title}: skipped` : 'the task was not started';
}

function lossesOf(lab) {
  const checks = new Map(), mistakes = new Map();
  let lost = 0, possible = 0;
  for (const {student, result} of ofLab(lab).filter((entry) => isGraded(entry.result))) {
    possible += judged(result);
    for (const fault of result.faults.filter((one) => one.status !== 'open' && lostPoints(one) > 0)) {
      lost += lostPoints(fault);
      add(checks, fault.title, student, lostPoints(fault));
      add(mistakes, causeOf(result.faults, fault), student, lostPoints(fault));
    }
  }
  const sorted = (groups) => [...groups.values()].sort((a, b) => b.lost - a.lost).slice(0, MOST_SHOWN);
  return {lost, possible, checks: sorted(checks), mistakes: sorted(mistakes)};
}

const lossList = (title, groups, lost) => [h('h4', {}, title), h('ol', {class: 'losses'}, groups.map((group) => h('li', {},
  h('span', {class: 'count', share: group.lost / lost}),
  h('span', {}, group.name, ' ', h('span', {class: 'quiet'},
    `${number(group.lost)} points, ${Math.round((100 * group.lost) / lost)} % of what was lost, ${plural(group.who.size, 'student')}`)))))];

function lectureCard(lab) {
  const {lost, possible, checks, mistakes} = lossesOf(lab);
  if (!lost) return null;
  return h('div', {class: 'card'},
    h('div', {class: 'strip-head'}, h('h3', {}, labs[lab].title),
      h('span', {class: 'quiet'}, `${number(lost)} of ${number(possible)} points lost`)),
    lossList('Checks', checks, lost), lossList('Mistakes', mistakes, lost));
}

function showLecture() {
  const cards = labs.map((_, lab) => lectureCard(lab)).filter(Boolean);
  byId('lectures').append(...(cards.length ? cards : [h('p', {class: 'quiet'}, 'No points were lost.')]));
}
