'use strict';
// Each trace in a frame with the page of one trace; here, what is common to both.

const page = JSON.parse(document.getElementById('page').textContent);
const sides = ['left', 'right'].map((id) => {
  const text = document.getElementById(id).textContent.trim();
  return {id, text, trace: JSON.parse(text), frame: document.createElement('iframe')};
});

function cellOf(tag, text) {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}

const sum = (launches, number) => launches.reduce((all, launch) => all + number(launch), 0);
const events = (launch, holds) => launch.events.filter(holds);
const spaceOf = (launch, event) => event.a === undefined || !launch.arrays[event.a] ? '' : launch.arrays[event.a].space;
const cost = (launch, space) => events(launch, (e) => spaceOf(launch, e) === space).reduce((all, e) => all + (e.t || 0), 0);
// Kernels of two labs may have the same name: the file tells them apart.
const nameOf = (trace) => trace.files.map((file) => file.name.replace(/.*\//, '')).filter((name) => /\.cu$/.test(name)).join(', ');
const cut = (trace) => trace.launches.some((launch) => launch.cut);

// What is compared, each of a whole recording. Costs are of the events recorded: of a larger run, not of all.
const facts = [
  ['kernels', (trace) => [...new Set(trace.launches.map((launch) => launch.kernel))].join(', ')],
  ['launches', (trace) => trace.launches.length],
  ['parallel steps', (trace) => sum(trace.launches, (launch) => launch.steps)],
  ['work', (trace) => sum(trace.launches, (launch) => launch.work) +
      (trace.launches.some((launch) => launch.work_is_stores) ? ' stores' : ' operations')],
  ['barriers', (trace) => sum(trace.launches, (l) => events(l, (e) => e.k === 'barrier').length)],
  ['global sectors', (trace) => sum(trace.launches, (launch) => cost(launch, 'global'))],
  ['shared wavefronts', (trace) => sum(trace.launches, (launch) => cost(launch, 'shared'))],
  ['found wrong', (trace) => trace.errors.length],
];

// A row for each side, a column for each fact.
function showTotals() {
  const head = document.createElement('tr');
  head.append(...['', ...facts.map(([name]) => name), 'so far'].map((name) => cellOf('th', name)));
  const rows = sides.map((side) => {
    const row = document.createElement('tr'), recorded = cut(side.trace) ? ' recorded' : '';
    side.now = cellOf('td', '');
    row.append(cellOf('th', side.id + ': ' + nameOf(side.trace)), ...facts.map(([name, value]) =>
        cellOf('td', value(side.trace) + (/barriers|sectors|wavefronts/.test(name) ? recorded : ''))), side.now);
    return row;
  });
  document.getElementById('totals').replaceChildren(head, ...rows);
}

// Where a side is now, in the words of its own page.
function showSide(side) {
  side.now.textContent = side.frame.contentWindow.counted();
}

const moves = {first: (w) => w.go(0), last: (w) => w.go(Infinity), back: (w) => w.move(-1), forward: (w) => w.move(1),
               'interval-back': (w) => w.goInterval(-1), 'interval-forward': (w) => w.goInterval(1)};
const moveBoth = (how) => sides.forEach((side) => moves[how](side.frame.contentWindow));

showTotals();
for (const side of sides) {
  side.frame.title = 'The ' + side.id + ' trace';
  side.frame.id = 'frame-' + side.id;
  side.frame.addEventListener('load', () => {
    side.frame.contentWindow.addEventListener('step', () => showSide(side));
    showSide(side);
  });
  side.frame.srcdoc = page.replace('\n@trace\n', () => '\n' + side.text.replaceAll('<', '\\u003c') + '\n');
  document.getElementById('both').append(side.frame);
}
for (const button of document.querySelectorAll('[data-go]'))
  button.addEventListener('click', () => moveBoth(button.dataset.go));
document.addEventListener('keydown', (key) => {
  if (key.ctrlKey || key.metaKey || key.altKey) return;
  const ways = {ArrowRight: key.shiftKey ? 'interval-forward' : 'forward', ArrowLeft: key.shiftKey ? 'interval-back' : 'back',
                Home: 'first', End: 'last'};
  if (!ways[key.key]) return;
  key.preventDefault();
  moveBoth(ways[key.key]);
});
