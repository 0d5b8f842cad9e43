'use strict';
// What the arrays hold after each step: the recording, replayed.

const trace = JSON.parse(document.getElementById('trace').textContent);

// Of an array, what nobody comes to is left out: `shown` is how many cells are.
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

// One [lane, cell, value, value before] for each cell an access touched; without `beyond`, of those shown.
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

// Memory, and for each cell the inputs that went into it: cells of global arrays as the launch found them. What a
// thread computes is not recorded, so a store is taken to depend on all that its thread has read since its store
// before; where that is nothing, on the value it read last that is the one stored now, or else on nothing.
class Machine {
  constructor(launch) {
    this.launch = launch;
    this.global = launch.arrays.map((a, i) => a.cells ? a.cells.map((value, c) => (
        {value, origins: value === null ? new Set() : new Set([i + ':' + c])})) : null);
    this.shared = new Map();   // by block and array
    this.threads = new Map();  // what each has read, newest last: since its last store, and before
    this.intervals = new Map(); // by block: barrier intervals with a store
    this.stores = 0;
    this.operations = 0; // as of the last barrier
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

  // What a store of `value` to a cell by this thread is taken to be made of. A cell is no copy of itself if another may be.
  sources(thread, value, array, cell) {
    if (thread.fresh.length) return thread.fresh;
    const same = thread.before.filter((read) => read.value === value);
    const from = same.findLast((read) => read.array !== array || read.cell !== cell) || same.at(-1);
    return from ? [from] : [];
  }

  // Whether what is read is what nobody has written: there, or by a lane that came before the store that is recorded before it.
  isGarbage(cell, event, value) {
    return cell.value === null || cell.garbage || (event.k === 'load' && !!cell.over && value !== cell.value);
  }

  // What a lane gives is made of what it has read; from then on it has that, and what it was given.
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
    if (event.k === 'load') // outside of the array nobody knows what is read
      lanesOf(event.m).forEach((lane, l) => event.c[l] < 0 && this.thread(event, lane).fresh.push(
          {value: event.v[l], origins: new Set(), garbage: true, array: event.a, cell: -1, event: index}));
    if (storing.size) this.of(this.intervals, event.b, () => new Set()).add(event.i);
    for (const thread of storing) {
      if (thread.fresh.length) thread.before = thread.fresh.slice(-8);
      thread.fresh = [];
    }
  }

  // One event further. The moment says what changed, from where to where values went, and what was counted so far.
  apply(event, index) {
    const moment = {changes: [], arrows: new Map()};
    this.operations = Math.max(this.operations, event.u || 0);
    if (event.k === 'shuffle') this.shuffle(event, index, moment);
    else if (isAccess(event)) this.access(event, index, moment);
    return Object.assign(moment, {steps: this.steps(), work: this.launch.work_is_stores ? this.stores : this.operations});
  }

  // Barrier intervals with a store so far, of the block that has most.
  steps() { return Math.max(0, ...[...this.intervals.values()].map((s) => s.size)); }
}

// A launch replayed once; from then on one moves through it by applying and undoing changes.
class Timeline {
  constructor(launch) {
    this.machine = new Machine(launch);
    this.moments = launch.events.map((event, i) => this.machine.apply(event, i));
    this.position = this.moments.length;
    // Of the whole launch. The engine counts a block's when it ends, which it does not where the launch ends early.
    this.steps = Math.max(launch.steps, this.machine.steps());
    if (this.position && !launch.cut) this.moments[this.position - 1].work = launch.work;
  }

  // Afterwards memory is as it was when `position` events had happened.
  seek(position) {
    for (; this.position < position; this.position++)
      for (const change of this.moments[this.position].changes) change.cells[change.cell] = change.after;
    for (; this.position > position; this.position--)
      for (const change of this.moments[this.position - 1].changes.slice().reverse())
        change.cells[change.cell] = change.before;
  }

  cells(block, array) { return this.machine.cells(block, array); }
}
