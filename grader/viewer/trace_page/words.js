// A step in words.

const $ = (id) => document.getElementById(id);
const view = {launch: 0, timeline: null, at: 0, steps: [], chosen: null, timer: null};
const launchNow = () => trace.launches[view.launch];
const eventNow = () => launchNow().events[view.steps[view.at]];

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

const lineText = (place) => {
  const file = trace.files[place[0]];
  return file && place[1] ? (file.text.split('\n')[place[1] - 1] || '').trim() : '';
};
const placeName = (place) => {
  const file = trace.files[place[0]];
  return file ? file.name.replace(/.*\//, '') + ':' + place[1] : 'unknown line';
};
const plural = (count, word) => count + ' ' + word + (count === 1 ? '' : 's');

// "0–7, 12"
function ranges(numbers) {
  const parts = [];
  for (let i = 0; i < numbers.length; i++) {
    let j = i;
    while (numbers[j + 1] === numbers[j] + 1) j++;
    parts.push(j > i ? numbers[i] + '–' + numbers[j] : '' + numbers[i]);
    i = j;
  }
  return parts.join(', ');
}

function describe(event) {
  const threads = ranges(lanesOf(event.m).map((lane) => event.w * 32 + lane));
  const array = event.a === undefined ? '' : launchNow().arrays[event.a].name;
  const verbs = {code: 'run', load: 'read ' + array, store: 'write ' + array, atomic: 'update ' + array + ' atomically',
                 shuffle: 'hand values on by a shuffle', warp: 'synchronise or vote'};
  if (event.k === 'barrier') return 'block ' + event.b + ': all threads have come to the barrier';
  if (event.k === 'fault') return 'the kernel cannot go on';
  return 'block ' + event.b + ', thread' + (threads.match(/\D/) ? 's ' : ' ') + threads + ': ' + verbs[event.k];
}

function cost(event) {
  if (event.t === undefined || event.a === undefined) return '';
  const shared = launchNow().arrays[event.a].space === 'shared';
  return plural(event.t, shared ? 'wavefront' : 'sector');
}

// Cells that are not shown: said in words, so that nobody looks for marks.
function beyond(event) {
  if (!isAccess(event)) return '';
  const array = launchNow().arrays[event.a], outside = event.c.filter((cell) => cell >= array.shown);
  return outside.length ? outside.length + (outside.length === 1 ? ' access' : ' accesses') + ' past the cells shown' : '';
}
