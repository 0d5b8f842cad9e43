// The content of the picture: rows of cells, with time from top to bottom.

// A row is an array after stores of which none needs the result of another, and without a barrier between them. Values
// that a warp passes on by shuffles are a row, too: its array is 'warp 0', its cells are the lanes.
class Levels {
  constructor(timeline, launch, block) {
    Object.assign(this, {timeline, launch, block, items: [], open: [], latest: new Map(), at: new Map(), arrows: []});
    launch.events.forEach((event, i) => { if (event.b === block) this.apply(event, i); });
    this.close();
  }

  apply(event, i) {
    if (event.k === 'barrier' || event.k === 'fault') {
      this.close();
      this.items.push({event: i, kind: event.k});
    } else if (event.k === 'shuffle') {
      this.shuffle(event, i);
    } else if (isAccess(event)) {
      if (event.k === 'load') this.load(event, i);
      else this.store(event, i);
    }
  }

  // Completes the open rows: the next event needs them, or waits at a barrier.
  close() {
    for (const row of this.open) row.open = false;
    this.items.push(...this.open);
    this.open = [];
  }

  // Makes a row with the array's contents before event i.
  row(array, i, start) {
    this.timeline.seek(i);
    const values = typeof array === 'string' ? [] : this.timeline.cells(this.block, array).slice();
    const row = {array, values, start, before: this.latest.get(array), open: !start, first: i, places: [],
                 threads: new Set(), lines: new Set(), written: new Map()};
    (start ? this.items : this.open).push(row);
    if (!start || !row.before) this.latest.set(array, row);
    return row;
  }

  place(event, i, row, cells) {
    this.at.set(i, {row, cells});
    row.places.push(i);
    return row;
  }

  load(event, i) {
    const cells = [...touched(event, this.launch.arrays[event.a])].map(([, cell]) => cell);
    let row = this.latest.get(event.a);
    if (row && row.open && cells.some((cell) => row.written.has(cell))) this.close();
    else if (row && row.open) row = row.before = row.before || this.row(event.a, row.first, true);
    this.place(event, i, row || this.row(event.a, i, true), cells);
  }

  store(event, i) {
    const cells = [...touched(event, this.launch.arrays[event.a])].map(([, cell]) => cell);
    let row = this.open.find((other) => other.array === event.a);
    const again = (cell) => row.written.has(cell) && (event.k === 'store' || row.written.get(cell) === 'store');
    if (row && cells.some(again)) {
      this.close();
      row = null;
    }
    row = this.place(event, i, row || this.row(event.a, i, false), cells);
    for (const {cell, after} of this.timeline.moments[i].changes) row.values[cell] = after;
    for (const cell of cells) row.written.set(cell, event.k);
    this.settle(event, i, row);
  }

  shuffle(event, i) {
    this.close();
    const row = this.place(event, i, this.row('warp ' + event.w, i, false), lanesOf(event.m));
    lanesOf(event.m).forEach((lane, l) => {
      row.values[lane] = {value: event.o[l]};
      row.written.set(lane, 'shuffle');
    });
    this.settle(event, i, row);
    this.close();
  }

  // The row that held the value read: in a race, it may precede the store that is recorded before the read.
  foundIn(read) {
    const place = this.at.get(read.event);
    let row = place && place.row;
    while (row && !(row.values[read.cell] && row.values[read.cell].value === read.value)) row = row.before;
    return row || (place && place.row);
  }

  settle(event, i, row) {
    row.lines.add(event.l[1]);
    const first = event.w * 32;
    for (const lane of lanesOf(event.m)) row.threads.add(first + lane);
    for (const [read, to, lane] of this.timeline.moments[i].arrows.values()) {
      const from = this.foundIn(read);
      if (from && from !== row)
        this.arrows.push({from, cell: read.cell, read: read.event, row, to, thread: first + lane});
    }
  }
}

// The cell that a thread accesses in an event, -1 outside the array; undefined if it does not take part.
const cellOf = (event, thread) =>
  isAccess(event) ? event.c[lanesOf(event.m).indexOf(thread - 32 * event.w)] : undefined;

const linear = (t, block) => t[0] + block[0] * (t[1] + block[1] * t[2]);

// The places of an error: its event, and for each side the event, the thread and the cell.
function sidesOf(error, number, launch) {
  const at = launch.events.findIndex((event) => event.e === number), event = launch.events[at];
  if (!event) return null;
  const thread = linear(error.actor.thread, launch.block), cell = cellOf(event, thread), sides = [];
  if (cell !== undefined) sides.push({event: at, thread, cell});
  const other = error.other && cell >= 0 ? linear(error.other.thread, launch.block) : -1;
  const found = launch.events.map((e, i) => i).filter((i) => {
    const e = launch.events[i], there = other >= 0 && e.b === event.b && e.a === event.a && e.l[1] === error.other.l[1];
    return there && cellOf(e, other) === cell && (isStore(e) || isStore(event));
  }).sort((i, j) => Math.abs(i - at) - Math.abs(j - at))[0];
  if (found !== undefined) sides.push({event: found, thread: other, cell});
  return {at, sides, block: event.b};
}

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

// Cells that are not shown are reported in words, so that readers do not search for marks.
function beyond(event) {
  if (!isAccess(event)) return '';
  const array = launchNow().arrays[event.a], outside = event.c.filter((cell) => cell >= array.shown);
  return outside.length ? outside.length + (outside.length === 1 ? ' access' : ' accesses') + ' past the cells shown' : '';
}
