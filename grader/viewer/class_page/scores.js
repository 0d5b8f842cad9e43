// The overview: a few figures, and the table of everybody's scores.
function showTiles() {
  const graded = results.filter((entry) => isGraded(entry.result));
  const count = (status) => results.filter((entry) => entry.result.status === status && !entry.result.missing).length;
  const handedIn = results.filter((entry) => !entry.result.missing);
  const middle = median(graded.map((entry) => 100 * share(entry.result)));
  const full = graded.filter((entry) => entry.result.score === entry.result.max).length;
  const tiles = [
    ['students', data.count],
    ['submissions', handedIn.length],
    ['graded', graded.length],
    ['full marks', full],
    ['with open points', graded.filter((entry) => entry.result.open).length],
    ['median', middle == null ? '–' : `${number(middle)} %`],
    ['not gradable', count('not_gradable')],
    ['not graded yet', count('not_graded')],
  ];
  byId('tiles').append(...tiles.map(([what, value]) => h('div', {}, h('dt', {}, what), h('dd', {}, String(value)))));
  const last = results.map((entry) => entry.result.graded_at || '').sort().pop();
  const noted = results.filter((entry) => entry.result.note);
  byId('about').textContent = `${plural(data.count, 'student')}, ${plural(labs.length, 'lab')}` +
    (last ? `, last graded ${last.replace('T', ' ').replace('Z', ' UTC')}` : '') +
    (noted.length > 0 ? `. ${noted.length} of ${graded.length}: ${noted[0].result.note}` : '');
}

// What was reached, where it is not what counts.
const reached = (result) => isGraded(result) && points(result) !== result.score &&
  h('small', {class: 'quiet'}, ` of ${number(result.score)} reached`);
const dropped = (result) => result.dropped && h('small', {class: 'quiet'}, ' dropped');
const late = (result) => result.late && h('small', {}, h('span', {class: 'late'}, 'late'));

function scoreCell(result) {
  if (!result) return h('td', {}, '–', h('span', {class: 'unseen'}, ' nothing handed in'));
  if (hasPoints(result)) {
    const part = result.final == null || !result.max ? share(result) : result.final / result.max;
    return h('td', {class: 'score', share: part}, number(points(result)), openPoints(result), reached(result),
      dropped(result), late(result));
  }
  const open = result.status === 'not_graded';
  if (result.missing) return h('td', {title: result.reason}, '–', h('span', {class: 'unseen'}, ' nothing handed in'));
  return h('td', {title: result.reason}, h('span', {class: open ? 'open' : 'refused'}, open ? 'to do' : 'not gradable'),
    late(result));
}

function scoreRow(student) {
  const sum = total(student);
  const graded = student.results.filter(isGraded).length;
  const link = h('a', {href: `#student-${student.index}`}, whole(student));
  const element = h('tr', {}, h('th', {scope: 'row'}, link), student.results.map(scoreCell),
    h('td', {}, sum == null ? '–' : number(sum), graded < labs.length && h('small', {class: 'quiet'},
      `${graded} of ${labs.length}`)));
  return {element, keys: [`${student.name} ${student.login || ''}`,
    ...student.results.map((result) => (hasPoints(result) ? points(result) : null)), sum]};
}

function findStudents() {
  const wanted = byId('find').value.trim().toLocaleLowerCase();
  let found = 0;
  for (const row of byId('score-table').rowList) {
    const hit = row.keys[0].toLocaleLowerCase().includes(wanted);
    row.element.hidden = !hit;
    found += hit;
  }
  byId('found').textContent = wanted ? `${plural(found, 'student')} found` : '';
}

function showScores() {
  if (data.nameless) return;
  const columns = [{title: 'Student', text: true}, ...labs.map((lab) => ({title: lab.title})), {title: 'Total'}];
  makeSortable(byId('score-table'), 'Scores of every student in every lab', columns, students.map(scoreRow));
  byId('find').addEventListener('input', findStudents);
}
