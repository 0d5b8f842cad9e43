// Lanes, banks and sectors of a step.

const WAVEFRONT = 'A wavefront is one turn of shared memory, in which each of its 32 banks hands out one word.';
const SECTOR = 'A sector is 32 bytes in a row: global memory moves nothing smaller.';
const TURNS = ' Threads that meet at a word take turns, and each turn moves it again.';

function showLanes() {
  const event = eventNow(), block = launchNow().block, threads = block[0] * block[1] * block[2];
  const on = new Set(lanesOf(event.m)), error = event.e === undefined ? null : trace.errors[event.e], nodes = [];
  for (let w = 0; w < Math.min(2, Math.ceil(threads / 32)); w++) {
    const here = event.k !== 'barrier' && event.k !== 'fault' && w === event.w;
    nodes.push(element('div', {class: 'warp'}, 'warp ' + w + (here ? ': ' + plural(on.size, 'lane') + ' active' : '')));
    for (let lane = 0; lane < 32 && w * 32 + lane < threads; lane++) {
      const bad = error && here && error.actor.thread[0] === w * 32 + lane && block[1] * block[2] === 1;
      const other = error && here && error.other && error.other.thread[0] === w * 32 + lane && block[1] * block[2] === 1;
      nodes.push(element('div', {class: 'lane' + (here && on.has(lane) ? bad ? ' bad' : ' on' : '') + (other ? ' other' : '')}, '' + lane));
    }
  }
  $('lanes').replaceChildren(...nodes);
}

// Words (shared) or sectors (global) that the access asks for.
function bytesOf(event, array) {
  const bytes = [];
  for (const [, cell] of touched(event, array, true)) bytes.push(array.at + cell * array.size);
  return bytes;
}

const bankOf = (array, cell) => Math.floor((array.at + cell * array.size) / 4) % 32;

// For each bank of shared memory the words that an access wants from it.
function banksOf(event, array) {
  const banks = Array.from({length: 32}, () => new Set());
  for (const at of bytesOf(event, array)) banks[Math.floor(at / 4) % 32].add(Math.floor(at / 4));
  return banks;
}

function showBanks(event, array) {
  const banks = banksOf(event, array), most = Math.max(...banks.map((bank) => bank.size));
  const columns = banks.map((bank, b) => element('div', {class: 'bank'}, ...[...bank].map(
      (_, i) => element('div', {class: 'word' + (i > 0 ? ' more' : '')})), element('span', {}, '' + b)));
  return [element('h2', {}, '32 banks: ' + plural(event.t || most, 'wavefront') +
                  (most > 1 ? ', bank conflicts stacked' : ', no bank conflict')),
          element('div', {class: 'banks', 'aria-hidden': 'true'}, ...columns),
          element('p', {class: 'faint'}, WAVEFRONT)];
}

function showSectors(event, array) {
  const sectors = new Map(), asked = bytesOf(event, array);
  for (const at of asked) {
    const sector = Math.floor(at / 32);
    if (!sectors.has(sector)) sectors.set(sector, new Set());
    for (let byte = 0; byte < array.size; byte += 4) sectors.get(sector).add(Math.floor((at + byte) % 32 / 4));
  }
  const boxes = [...sectors.entries()].sort((a, b) => a[0] - b[0]).map(([, words]) => element('div', {class: 'sector'},
      ...Array.from({length: 8}, (_, i) => element('i', {class: words.has(i) ? 'asked' : ''}))));
  const moved = (event.t || sectors.size) * 32;
  return [element('h2', {}, plural(event.t || sectors.size, 'sector') + ': ' + new Set(asked).size * array.size +
                  ' bytes asked for, ' + moved + ' moved'),
          element('div', {class: 'sectors', 'aria-hidden': 'true'}, ...boxes),
          element('p', {class: 'faint'}, SECTOR + (event.k === 'atomic' && event.t > sectors.size ? TURNS : ''))];
}

function showMemory() {
  const event = eventNow(), array = event.a === undefined ? null : launchNow().arrays[event.a];
  $('memory').replaceChildren(...(!array || !isAccess(event) ? []
      : array.space === 'shared' ? showBanks(event, array) : showSectors(event, array)));
}
