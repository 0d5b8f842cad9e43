'use strict';
// What the arrays hold after each step: the recording, replayed.

const trace = JSON.parse(document.getElementById('trace').textContent);

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

// Memory, and for each cell the inputs that went into it: cells of global arrays as the launch found them. A
// thread's store is taken to depend on all it has read since its store before.
class Machine {
  constructor(launch) {
    this.launch = launch;
    this.global = launch.arrays.map((a, i) => a.cells ? a.cells.map((value, c) => (
        {value, origins: value === null ? new Set() : new Set([i + ':' + c])})) : null);
    this.shared = new Map();   // by block and array
    this.registers = new Map(); // by thread: origins of what it read since its last store
    this.pending = new Map();   // by thread: the cells themselves, for arrows
    this.intervals = new Map(); // by block: barrier intervals with a store
    this.stores = 0;
  }

  cells(block, array) {
    if (this.global[array]) return this.global[array];
    const key = block + ':' + array;
    if (!this.shared.has(key))
      this.shared.set(key, Array.from({length: this.launch.arrays[array].shown},
                                      () => ({value: null, origins: new Set()})));
    return this.shared.get(key);
  }

  thread(event, lane) { return event.b + ':' + (event.w * 32 + lane); }

  of(map, key, empty) {
    if (!map.has(key)) map.set(key, empty());
    return map.get(key);
  }

  shuffle(event) {
    const lanes = lanesOf(event.m), before = lanes.map((lane) =>
        new Set(this.of(this.registers, this.thread(event, lane), () => new Set())));
    lanes.forEach((lane, l) => {
      const from = lanes.indexOf(event.c[l]), mine = this.registers.get(this.thread(event, lane));
      if (from >= 0) before[from].forEach((origin) => mine.add(origin));
    });
  }

  access(event) {
    const cells = this.cells(event.b, event.a), storing = new Set();
    for (const [lane, cell, value] of touched(event, this.launch.arrays[event.a])) {
      const thread = this.thread(event, lane);
      const registers = this.of(this.registers, thread, () => new Set());
      if (event.k !== 'store') {
        cells[cell].origins.forEach((origin) => registers.add(origin));
        this.of(this.pending, thread, () => []).push({array: event.a, cell, block: event.b});
      }
      if (!isStore(event)) continue;
      cells[cell] = {value, origins: new Set(registers)};
      storing.add(thread);
      this.stores++;
    }
    if (storing.size) this.of(this.intervals, event.b, () => new Set()).add(event.i);
    for (const thread of storing) {
      this.registers.set(thread, new Set());
      this.pending.set(thread, []);
    }
  }

  apply(event) {
    if (event.k === 'shuffle') this.shuffle(event);
    else if (isAccess(event)) this.access(event);
  }

  // Barrier intervals with a store so far, of the block that has most.
  steps() { return Math.max(0, ...[...this.intervals.values()].map((s) => s.size)); }
}

// The machine just before event number `end`.
function machineAt(launch, end) {
  const machine = new Machine(launch);
  for (let i = 0; i < end; i++) machine.apply(launch.events[i]);
  return machine;
}
