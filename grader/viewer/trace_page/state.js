'use strict';
// The contents of the arrays after each step: the recording, replayed.

const trace = JSON.parse(document.getElementById('trace').textContent);

// Leaves out the end of an array that no access reaches, in whole lines: `shown` cells remain.
function trim(launch) {
  launch.arrays.forEach((array, a) => {
    let last = 0;
    for (const event of launch.events)
      if (event.a === a && event.c)
        for (const cell of event.c) if (cell < array.shown) last = Math.max(last, cell + (event.n || 1) - 1);
    const shown = Math.min(array.shown, last < 8 && !array.columns ? last + 1 : Math.ceil((last + 1) / columnsOf(array)) * columnsOf(array));
    array.trimmed = shown < array.shown;
    array.shown = shown;
    if (array.cells) array.cells = array.cells.slice(0, shown);
  });
}
trace.launches.forEach(trim);

// Lanes of a mask, in the order of an event's values.
function lanesOf(mask) {
  const lanes = [];
  for (let i = 0; i < 32; i++) if (Math.floor(mask / 2 ** i) % 2) lanes.push(i);
  return lanes;
}

const isAccess = (event) => event.a !== undefined && event.c !== undefined;
const isStore = (event) => event.k === 'store' || event.k === 'atomic';

// One [lane, cell, value, value before] for each cell that an access touched; without `beyond`, only shown cells.
function* touched(event, array, beyond = false) {
  const lanes = lanesOf(event.m), width = event.n || 1;
  for (let l = 0; l < lanes.length; l++)
    for (let k = 0; k < width; k++) {
      const cell = event.c[l] + k;
      if (event.c[l] < 0 || (cell >= array.shown && !beyond)) continue;
      const pick = (values) => values === undefined ? undefined : width > 1 ? values[l][k] : values[l];
      yield [lanes[l], cell, pick(event.v), pick(event.o)];
    }
}

// Memory, and for each cell the inputs that it depends on: cells of global arrays before the launch. The computations
// of a thread are not recorded, so a store is assumed to depend on everything that its thread has read since its
// previous store; without such reads, on the last value read that equals the stored one, or else on nothing.
class Machine {
  constructor(launch) {
    this.launch = launch;
    this.global = launch.arrays.map((a, i) => a.cells ? a.cells.map((value, c) => (
        {value, origins: value === null ? new Set() : new Set([i + ':' + c])})) : null);
    this.shared = new Map();   // by block and array
    this.threads = new Map();  // what each has read, newest last: since its last store, and before
    this.intervals = new Map(); // by block: barrier intervals with a store
    this.stores = 0;
    this.operations = 0; // up to the last barrier
  }

  cells(block, array) {
    if (this.global[array]) return this.global[array];
    const key = block + ':' + array;
    if (!this.shared.has(key))
      this.shared.set(key, Array.from({length: this.launch.arrays[array].shown},
                                      () => ({value: null, origins: new Set()})));
    return this.shared.get(key);
  }

  of(map, key, empty) {
    if (!map.has(key)) map.set(key, empty());
    return map.get(key);
  }

  thread(event, lane) {
    return this.of(this.threads, event.b + ':' + (event.w * 32 + lane), () => ({fresh: [], before: []}));
  }

  // The reads on which a store of `value` to a cell by this thread depends. Other cells are preferred to this one.
  sources(thread, value, array, cell) {
    if (thread.fresh.length) return thread.fresh;
    const same = thread.before.filter((read) => read.value === value);
    const from = same.findLast((read) => read.array !== array || read.cell !== cell) || same.at(-1);
    return from ? [from] : [];
  }

  // Whether a read returns uninitialised data: the cell has it, or had it before a store that is recorded too early.
  isGarbage(cell, event, value) {
    return cell.value === null || cell.garbage || (event.k === 'load' && !!cell.over && value !== cell.value);
  }

  // The value that a lane gives depends on its reads; afterwards its reads are this value and the one it received.
  shuffle(event, index, moment) {
    const lanes = lanesOf(event.m), array = 'warp ' + event.w, given = lanes.map((lane, l) => {
      const thread = this.thread(event, lane), origins = new Set();
      for (const read of thread.fresh.length ? thread.fresh : thread.before.slice(-1)) {
        read.origins.forEach((origin) => origins.add(origin));
        moment.arrows.set([read.array, read.cell, lane].join('-'), [read, lane, lane]);
      }
      return {value: event.o[l], origins, array, cell: lane, event: index};
    });
    lanes.forEach((lane, l) => {
      const from = lanes.indexOf(event.c[l]);
      this.thread(event, lane).fresh = [given[l]].concat(from >= 0 && from !== l ? {...given[from], value: event.v[l]} : []);
    });
  }

  access(event, index, moment) {
    const cells = this.cells(event.b, event.a), storing = new Set();
    for (const [lane, cell, value, before] of touched(event, this.launch.arrays[event.a])) {
      const thread = this.thread(event, lane);
      if (event.k !== 'store')
        thread.fresh.push({value: event.k === 'load' ? value : before, origins: cells[cell].origins,
                           garbage: this.isGarbage(cells[cell], event, value), array: event.a, cell, event: index});
      if (!isStore(event)) continue;
      const after = {value, origins: new Set(), garbage: false, over: this.isGarbage(cells[cell], event, value)};
      for (const read of this.sources(thread, value, event.a, cell)) {
        read.origins.forEach((origin) => after.origins.add(origin));
        after.garbage = after.garbage || read.garbage;
        moment.arrows.set([read.array, read.cell, cell, lane].join('-'), [read, cell, lane]);
      }
      moment.changes.push({cells, cell, before: cells[cell], after});
      cells[cell] = after;
      storing.add(thread);
      this.stores++;
    }
    if (event.k === 'load') // the contents outside the array are unknown
      lanesOf(event.m).forEach((lane, l) => event.c[l] < 0 && this.thread(event, lane).fresh.push(
          {value: event.v[l], origins: new Set(), garbage: true, array: event.a, cell: -1, event: index}));
    if (storing.size) this.of(this.intervals, event.b, () => new Set()).add(event.i);
    for (const thread of storing) {
      if (thread.fresh.length) thread.before = thread.fresh.slice(-8);
      thread.fresh = [];
    }
  }

  // Replays one more event. The moment has the changes, the arrows between values, and the counts so far.
  apply(event, index) {
    const moment = {changes: [], arrows: new Map()};
    this.operations = Math.max(this.operations, event.u || 0);
    if (event.k === 'shuffle') this.shuffle(event, index, moment);
    else if (isAccess(event)) this.access(event, index, moment);
    return Object.assign(moment, {steps: this.steps(), work: this.launch.work_is_stores ? this.stores : this.operations});
  }

  // Barrier intervals with a store so far, of the block with the most.
  steps() { return Math.max(0, ...[...this.intervals.values()].map((s) => s.size)); }
}

// A launch, replayed once; then changes are applied and undone to move through it.
class Timeline {
  constructor(launch) {
    this.machine = new Machine(launch);
    this.moments = launch.events.map((event, i) => this.machine.apply(event, i));
    this.position = this.moments.length;
    // For the whole launch. The engine counts a block at its end, so it misses blocks of a launch that ends early.
    this.steps = Math.max(launch.steps, this.machine.steps());
    if (this.position && !launch.cut) this.moments[this.position - 1].work = launch.work;
  }

  // Afterwards memory is as it was after `position` events.
  seek(position) {
    for (; this.position < position; this.position++)
      for (const change of this.moments[this.position].changes) change.cells[change.cell] = change.after;
    for (; this.position > position; this.position--)
      for (const change of this.moments[this.position - 1].changes.slice().reverse())
        change.cells[change.cell] = change.before;
  }

  cells(block, array) { return this.machine.cells(block, array); }
}
