// The overview: a few figures, and the table of all scores.
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

// The score that was reached, if another one counts.
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

// The term lab by lab: the hand-ins, and the distribution of scores.
const STATES = [
  {name: 'in time', mark: 'in-time'}, {name: 'late', mark: 'was-late'}, {name: 'no score', mark: 'no-score'},
  {name: 'nothing handed in', mark: 'nothing'}];

// The number of students in each state: without any result, nothing was handed in.
function statesOf(lab) {
  const counts = [0, 0, 0, 0];
  for (const {result} of ofLab(lab)) {
    if (result.missing) continue;
    if (!isGraded(result)) counts[2]++;
    else counts[result.late ? 1 : 0]++;
  }
  counts[3] = Math.max(0, data.count - counts[0] - counts[1] - counts[2]);
  return counts;
}

function stateBar(lab, counts) {
  const all = Math.max(1, data.count);
  const words = counts.map((n, i) => n > 0 && `${n} ${STATES[i].name}`).filter(Boolean).join(', ');
  let at = 0;
  const parts = counts.map((n, i) => {
    const x = at;
    at += n / all;
    return n > 0 && svg('rect', {class: STATES[i].mark, x: percent(100 * x), width: percent((100 * n) / all), y: 2, height: 14},
      svg('title', {}, `${n} ${STATES[i].name}`));
  });
  return {words, drawing: svg('svg', {role: 'img', height: 18, 'aria-label': `${labs[lab].title}: ${words}`}, parts)};
}

function scoreBox(lab, shares) {
  const [low, lower, middle, upper, high] = [0, .25, .5, .75, 1].map((part) => quantile(shares, part));
  const x = (value) => percent(1 + .98 * value);
  const words = `median ${number(middle)} %, middle half from ${number(lower)} to ${number(upper)} %`;
  return {words, drawing: svg('svg', {role: 'img', height: 18, 'aria-label': `${labs[lab].title}: ${words}`},
    svg('line', {class: 'axis', x1: x(0), x2: x(100), y1: 9, y2: 9}),
    svg('line', {class: 'reach', x1: x(low), x2: x(high), y1: 9, y2: 9}),
    svg('rect', {class: 'half', x: x(lower), width: percent(Math.max(.5, .98 * (upper - lower))), y: 3, height: 12, rx: 2}),
    svg('line', {class: 'median', x1: x(middle), x2: x(middle), y1: 1, y2: 17}))};
}

function progressRow(lab) {
  const states = stateBar(lab, statesOf(lab));
  const shares = ofLab(lab).map((entry) => entry.result).filter(isGraded).map((result) => 100 * share(result));
  const box = shares.length ? scoreBox(lab, shares) : null;
  return h('div', {class: 'progress-row'}, h('h3', {}, labs[lab].title),
    h('div', {}, states.drawing, h('p', {class: 'quiet'}, states.words)),
    h('div', {}, box && box.drawing, h('p', {class: 'quiet'}, box ? box.words : 'no scores yet')));
}

function showProgress() {
  byId('progress-legend').append(...STATES.map((state) => h('span', {}, h('i', {class: `key ${state.mark}`}), ` ${state.name}`)));
  byId('progress-list').append(...labs.map((_, lab) => progressRow(lab)));
}
