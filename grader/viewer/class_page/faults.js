// The commonest faults: what failed, for how many, and what it looked like.
const EXAMPLES = 3;
const place = (fault) => fault.file && h('span', {class: 'place'}, `${fault.file}:${fault.line}`);

function collectFaults() {
  const groups = new Map();
  const add = (key, lab, title, task, student, fault) => {
    if (!groups.has(key)) groups.set(key, {lab, title, task, who: new Set(), lost: 0, examples: []});
    const group = groups.get(key);
    group.who.add(student.index);
    group.lost += lostPoints(fault);
    group.examples.push({student, ...fault});
  };
  for (const {student, lab, result} of results) {
    if (result.status === 'not_gradable')
      add(`${lab} refused`, lab, 'it can be graded', '', student, {message: result.reason || ''});
    for (const fault of result.faults || [])
      if (fault.status === 'failed') add(`${lab} ${fault.id} ${fault.task}`, lab, fault.title, fault.task || '', student, fault);
  }
  return [...groups.values()].sort((a, b) => b.who.size - a.who.size);
}

// Examples that say different things: what is the same but for its numbers is shown once.
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
