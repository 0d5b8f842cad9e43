// The term lab by lab: who has handed in, and where the scores lie.
const STATES = [
  {name: 'in time', mark: 'in-time'}, {name: 'late', mark: 'was-late'}, {name: 'no score', mark: 'no-score'},
  {name: 'nothing handed in', mark: 'nothing'}];

// Of all students, how many are in each state: whoever has no result at all has handed in nothing.
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
