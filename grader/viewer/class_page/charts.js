// The charts: a histogram of scores per lab, and a strip of bandwidths per task.
const BINS = 10;
const percent = (x) => `${number(x)}%`;

// A full score has its own bin, the last one: 100 percent is the most common goal.
function histogram(lab) {
  const graded = ofLab(lab).map((entry) => entry.result).filter(isGraded);
  const bins = Array(BINS + 1).fill(0);
  for (const result of graded) bins[Math.min(BINS, Math.floor(BINS * share(result)))]++;
  const height = 110, most = Math.max(1, ...bins), width = 100 / (BINS + 1);
  const label = (i) => (i === BINS ? '100 %' : `${10 * i} to ${10 * i + 9} %`);
  const spoken = bins.map((n, i) => n && `${label(i)}: ${n}`).filter(Boolean).join(', ');
  const drawing = svg('svg', {role: 'img', height: height + 34, 'aria-label': `${labs[lab].title}: ${spoken || 'no scores'}`},
    bins.map((n, i) => {
      const tall = (n / most) * height;
      return svg('g', {},
        svg('rect', {class: 'bar-mark', x: percent(i * width + .8), width: percent(width - 1.6),
          y: 14 + height - tall, height: tall, rx: 2}, svg('title', {}, `${label(i)}: ${plural(n, 'submission')}`)),
        n > 0 && svg('text', {x: percent((i + .5) * width), y: 10 + height - tall, 'text-anchor': 'middle'}, n));
    }),
    svg('line', {class: 'axis', x1: '0', x2: '100%', y1: height + 14, y2: height + 14}),
    [0, 5, BINS].map((i) => svg('text', {x: percent((i + .5) * width), y: height + 29, 'text-anchor': 'middle'}, 10 * i)));
  return {drawing, graded};
}

function histogramCard(lab) {
  const {drawing, graded} = histogram(lab);
  const others = ofLab(lab).length - graded.length;
  const middle = median(graded.map((result) => 100 * share(result)));
  return h('figure', {class: 'card'},
    h('figcaption', {}, h('h3', {}, labs[lab].title),
      h('span', {class: 'quiet'}, middle == null ? 'no scores yet' : `median ${number(middle)} %`)),
    drawing,
    h('p', {class: 'quiet'}, `${graded.length} graded${others ? `, ${others} without a score` : ''}`));
}

// From a hundredth of the threshold to ten times it, logarithmic: a serial kernel and a fast one fit on one line.
const DECADES = 3;
const onScale = (ratio) => Math.min(1, Math.max(0, (Math.log10(Math.max(ratio, 1e-9)) + 2) / DECADES));

// Marks that would overlap are stacked. No bin has marks from both sides of the threshold.
function stacked(marks, steps) {
  const heights = new Map();
  return marks.map((mark) => {
    const bin = Math.min(steps - 1, Math.floor(mark.at * steps + 1e-9));
    const level = heights.get(bin) || 0;
    heights.set(bin, level + 1);
    return {...mark, at: (bin + .5) / steps, level};
  });
}

function strip(title, entries) {
  const STEPS = 60;
  const marks = stacked(entries.map((entry) => ({...entry, at: onScale(entry.ratio)}))
    .sort((a, b) => a.ratio - b.ratio), STEPS);
  const tallest = Math.max(0, ...marks.map((mark) => mark.level));
  const row = Math.min(9, 80 / (tallest + 1));
  const height = 16 + row * (tallest + 1);
  const reached = entries.filter((entry) => entry.ratio >= 1).length;
  const x = (at) => percent(2.5 + 95 * at);
  const drawing = svg('svg', {role: 'img', height: height + 20,
    'aria-label': `${title}: ${reached} of ${plural(entries.length, 'submission')} reached the threshold`},
    svg('line', {class: 'axis', x1: '0', x2: '100%', y1: height, y2: height}),
    [.01, .1, 1, 10].map((tick) =>
      svg('text', {x: x(onScale(tick)), y: height + 15, 'text-anchor': 'middle'}, `${100 * tick} %`)),
    svg('line', {class: 'threshold', x1: x(onScale(1)), x2: x(onScale(1)), y1: 0, y2: height}),
    marks.map((mark) => {
      const y = height - 6 - row * mark.level;
      const words = svg('title', {}, `${mark.name ? `${mark.name}: ` : ''}${number(mark.gbps)} GB/s, ${number(100 * mark.ratio)} % of the threshold`);
      return mark.ratio >= 1 ? svg('circle', {class: 'reached', cx: x(mark.at), cy: y, r: 4}, words)
        : svg('svg', {x: x(mark.at), y, height: 8, width: 8}, svg('path', {class: 'missed', d: 'M0-4.5 4.5 0 0 4.5-4.5 0z'}, words));
    }));
  return h('div', {class: 'strip'},
    h('div', {class: 'strip-head'}, h('span', {}, title),
      h('span', {class: 'quiet'}, `${reached} of ${entries.length} reach it`)), drawing);
}

function stripCard(lab) {
  const tasks = new Map();
  for (const {task, backend, gbps, threshold, name} of bandwidthsOf(lab)) {
    if (!(threshold > 0)) continue;
    const title = `${task}, ${backend === 'gpu' ? 'measured' : 'modelled'}`;
    groupOf(tasks, title, () => []).push({name, gbps, ratio: gbps / threshold});
  }
  if (!tasks.size) return null;
  return h('figure', {class: 'card'}, h('figcaption', {}, h('h3', {}, labs[lab].title),
    h('span', {class: 'quiet'}, '● reached  ◇ below')),
    [...tasks].map(([title, entries]) => strip(title, entries)));
}

function showCharts() {
  byId('histograms').append(...labs.map((_, lab) => histogramCard(lab)));
  const strips = labs.map((_, lab) => stripCard(lab)).filter(Boolean);
  byId('strips').append(...(strips.length ? strips : [h('p', {class: 'quiet'}, 'No submission has a bandwidth yet.')]));
}

// The leaderboard: the highest measured bandwidths for each task and device.
const BOARD_ROWS = 10;

function boardTable(rows) {
  const beside = rows.some((row) => row.vendor) ? 'vendor' : 'reference';
  const title = beside === 'vendor' ? '% of the library' : '% of the reference';
  return h('table', {class: 'board'}, h('caption', {class: 'unseen'}, 'Highest bandwidths'),
    h('thead', {}, h('tr', {}, ['', 'Name', 'GB/s', title].map((head) => h('th', {scope: 'col'}, head)))),
    h('tbody', {}, rows.slice(0, BOARD_ROWS).map((row, i) => h('tr', {}, h('td', {}, i + 1),
      h('td', {class: 'text'}, row.name ? named(row.name) : h('span', {class: 'quiet'}, 'anonymous')),
      h('td', {}, Math.round(10 * row.gbps) / 10), h('td', {}, row[beside] ? Math.round((100 * row.gbps) / row[beside]) : '–')))));
}

// Bandwidths on different devices cannot be compared.
function boardCard(rows) {
  const [first] = rows;
  const more = rows.length > BOARD_ROWS ? `, ${rows.length} in all` : '';
  return h('div', {class: 'card'}, h('div', {class: 'strip-head'}, h('h3', {}, `${labs[first.lab].title}: ${first.task}`),
    h('span', {class: 'quiet'}, `${first.device}${more}`)), boardTable(rows));
}

function showBoard() {
  const boards = new Map();
  for (const row of data.board) {
    const key = JSON.stringify([row.lab, row.task, row.device]);
    groupOf(boards, key, () => []).push(row);
  }
  const cards = [...boards.values()].sort((a, b) => a[0].lab - b[0].lab).map(boardCard);
  byId('boards').append(...(cards.length ? cards
    : [h('p', {class: 'quiet'}, 'Nothing was measured on a GPU yet. Modelled speeds are in the section before.')]));
}
