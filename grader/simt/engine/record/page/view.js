// The page: one step at a time.

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

// --- the parts of the page ---

function showNow() {
  const event = eventNow(), error = event.e === undefined ? null : trace.errors[event.e];
  const moment = view.timeline.moments[view.steps[view.at]];
  const parts = ['Step ' + (view.at + 1) + ' of ' + view.steps.length, 'interval ' + event.i, describe(event), cost(event), beyond(event),
                 placeName(event.l)].filter((part) => part);
  const counted = plural(moment.steps, 'step') + ' and ' + plural(moment.stores, 'store') + ' so far';
  $('now').replaceChildren(parts.join(' · '), element('br'), element('span', {class: 'faint'}, counted));
  if (error)
    $('now').append(element('br'), element('span', {class: 'wrong'}, error.kind.replace('_', ' ') + ': ' + error.message +
        (error.other ? '. The other side is ' + placeName(error.other.l) + ', thread ' + error.other.thread[0] : '')));
}

function arrayTitle(array) {
  const more = array.count > array.shown ? ', the first ' + array.shown + ' of ' + array.count + ' cells' : '';
  return array.name + ' — ' + array.space + ', ' + array.type + more;
}

function columnsOf(array) {
  if (array.columns && array.columns <= 33) return array.columns;
  return Math.min(16, Math.max(1, array.shown));
}

function buildArrays() {
  const box = $('arrays');
  box.replaceChildren();
  launchNow().arrays.forEach((array, a) => {
    const cells = element('div', {class: 'cells', style: '--columns:' + columnsOf(array) + ';--narrow:' +
                                  Math.min(8, columnsOf(array))});
    for (let c = 0; c < array.shown; c++)
      cells.append(element('button', {class: 'cell', id: 'cell-' + a + '-' + c, 'data-array': a, 'data-cell': c}));
    box.append(element('div', {class: 'array', id: 'array-' + a}, element('h2', {}, arrayTitle(array)), cells));
  });
  const arrows = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  arrows.id = 'arrows';
  arrows.setAttribute('aria-hidden', 'true');
  box.append(arrows);
}

function showCell(node, state, change, bad) {
  const a = +node.dataset.array, c = +node.dataset.cell, array = launchNow().arrays[a];
  const index = array.columns ? Math.floor(c / array.columns) + ',' + c % array.columns : '' + c;
  const never = state.value === null && !(change && change.kind !== 'read');
  const value = change && change.value !== undefined ? change.value : state.value;
  const words = [array.name + '[' + index + ']', never ? 'never written' : value];
  node.className = 'cell' + (change ? ' ' + change.kind : never ? ' never' : '') + (bad ? ' bad' : '') +
                   (('' + value).length > 7 ? ' longer' : ('' + value).length > 5 ? ' long' : '');
  if (change) words.push(change.kind + ' by thread ' + change.thread);
  node.setAttribute('aria-label', words.join(', '));
  node.title = words.join(', ');
  node.replaceChildren(element('span', {class: 'index'}, index), never && !change ? '' : '' + value);
  if (change && change.kind === 'written' && change.before !== undefined && state.value !== null &&
      state.value !== value)
    node.append(element('span', {class: 'was'}, '' + state.value));
}

function changesOf(event) {
  const changes = new Map();
  if (!isAccess(event)) return changes;
  for (const [lane, cell, value, before] of touched(event, launchNow().arrays[event.a]))
    changes.set(event.a + '-' + cell, {kind: isStore(event) ? 'written' : 'read', value, before,
                                       thread: event.w * 32 + lane});
  return changes;
}

// A found error is at the cells of the threads it names, as far as they are in this event.
function badCells(event) {
  const bad = new Set(), error = event.e === undefined ? null : trace.errors[event.e];
  if (!error || !isAccess(event)) return bad;
  const block = launchNow().block, linear = (t) => t[0] + block[0] * (t[1] + block[1] * t[2]);
  for (const [lane, cell] of touched(event, launchNow().arrays[event.a]))
    if (linear(error.actor.thread) === event.w * 32 + lane) bad.add(event.a + '-' + cell);
  return bad;
}

// What went into the chosen cell by the end of this step.
function originsNow(event) {
  if (!view.chosen) return new Set();
  view.timeline.seek(view.steps[view.at] + 1);
  return view.timeline.cells(event.b, view.chosen.array)[view.chosen.cell].origins;
}

function showArrays() {
  const event = eventNow(), changes = changesOf(event), bad = badCells(event), origins = originsNow(event);
  view.timeline.seek(view.steps[view.at]);
  launchNow().arrays.forEach((array, a) => view.timeline.cells(event.b, a).forEach((state, c) => {
    const node = $('cell-' + a + '-' + c), key = a + '-' + c;
    showCell(node, state, changes.get(key), bad.has(key));
    node.classList.toggle('origin', origins.has(a + ':' + c));
    node.classList.toggle('chosen', !!view.chosen && view.chosen.array === a && view.chosen.cell === c);
  }));
  showArrows(event);
}

// From the cells that a store is taken to be made of, to the cell it writes.
function arrowsOf(event) {
  const arrows = [...view.timeline.moments[view.steps[view.at]].arrows.values()].slice(0, 256);
  return arrows.map(([from, cell]) => [$('cell-' + from.array + '-' + from.cell), $('cell-' + event.a + '-' + cell)]);
}

function showArrows(event) {
  const svg = $('arrows'), box = $('arrays').getBoundingClientRect(), paths = [];
  for (const [from, to] of arrowsOf(event)) {
    if (!from || !to || from === to) continue;
    const f = from.getBoundingClientRect(), t = to.getBoundingClientRect();
    const x1 = f.left + f.width / 2 - box.left, x2 = t.left + t.width / 2 - box.left;
    const down = t.top > f.top + 1, level = Math.abs(t.top - f.top) <= 1;
    const y1 = (level || down ? f.bottom : f.top) - box.top, y2 = (level ? t.bottom : down ? t.top : t.bottom) - box.top;
    const bow = level ? 14 + Math.abs(x2 - x1) / 12 : 0;
    paths.push('<path d="M' + x1 + ' ' + y1 + ' C' + x1 + ' ' + (y1 + (level ? bow : (y2 - y1) / 2)) + ' ' + x2 + ' ' +
               (y2 + (level ? bow : (y1 - y2) / 2)) + ' ' + x2 + ' ' + y2 +
               '" fill="none" stroke="var(--written)" stroke-width="1.3" marker-end="url(#tip)"/>');
  }
  svg.innerHTML = '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" ' +
                  'orient="auto"><path d="M0 0L8 4L0 8z" fill="var(--written)"/></marker></defs>' + paths.join('');
}

function showLanes() {
  const event = eventNow(), block = launchNow().block, threads = block[0] * block[1] * block[2];
  const on = new Set(lanesOf(event.m)), error = event.e === undefined ? null : trace.errors[event.e], nodes = [];
  for (let w = 0; w < Math.min(2, Math.ceil(threads / 32)); w++) {
    const here = event.k !== 'barrier' && event.k !== 'fault' && w === event.w;
    nodes.push(element('div', {class: 'warp'}, 'warp ' + w + (here ? ': ' + plural(on.size, 'lane') + ' active' : '')));
    for (let lane = 0; lane < 32 && w * 32 + lane < threads; lane++) {
      const bad = error && here && error.actor.thread[0] === w * 32 + lane && block[1] * block[2] === 1;
      nodes.push(element('div', {class: 'lane' + (here && on.has(lane) ? bad ? ' bad' : ' on' : '')}, '' + lane));
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

function showBanks(event, array) {
  const banks = Array.from({length: 32}, () => new Set());
  for (const at of bytesOf(event, array)) banks[Math.floor(at / 4) % 32].add(Math.floor(at / 4));
  const most = Math.max(...banks.map((bank) => bank.size));
  const columns = banks.map((bank) => element('div', {class: 'bank'}, ...[...bank].map(
      (_, i) => element('div', {class: 'word' + (i > 0 ? ' more' : '')}))));
  return [element('h2', {}, '32 banks: ' + plural(event.t || most, 'wavefront') +
                  (most > 1 ? ', bank conflicts stacked' : ', no bank conflict')),
          element('div', {class: 'banks', 'aria-hidden': 'true'}, ...columns)];
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
          element('div', {class: 'sectors', 'aria-hidden': 'true'}, ...boxes)];
}

function showMemory() {
  const event = eventNow(), array = event.a === undefined ? null : launchNow().arrays[event.a];
  $('memory').replaceChildren(...(!array || !isAccess(event) ? []
      : array.space === 'shared' ? showBanks(event, array) : showSectors(event, array)));
}

function showSource() {
  const event = eventNow(), file = trace.files[event.l[0]], error = event.e === undefined ? null : trace.errors[event.e];
  const box = $('source');
  if (!file || !file.text) return box.replaceChildren('The source of this step is not at hand.');
  const wrong = new Set(error ? [error.actor.l, error.other && error.other.l].filter((l) => l && l[0] === event.l[0])
                                    .map((l) => l[1]) : []);
  if (box.dataset.file !== file.name) {
    box.dataset.file = file.name;
    box.replaceChildren(...file.text.split('\n').map((text, i) => element('span', {class: 'row', id: 'line-' + (i + 1)},
        element('span', {class: 'number'}, '' + (i + 1)), text || ' ')));
  }
  for (const row of box.querySelectorAll('.current, .wrong')) row.classList.remove('current', 'wrong');
  for (const line of wrong) if ($('line-' + line)) $('line-' + line).classList.add('wrong');
  const row = $('line-' + event.l[1]);
  if (!row) return undefined;
  row.classList.add('current');
  box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 2;
  return undefined;
}

function tableRow(index, at) {
  const event = launchNow().events[index], array = event.a === undefined ? null : launchNow().arrays[event.a];
  const cells = array && isAccess(event) ? [...touched(event, array)].map(([lane, cell, value, before]) =>
      'thread ' + (event.w * 32 + lane) + ': ' + array.name + '[' + cell + '] ' +
      (isStore(event) ? (before === undefined ? '' : before + ' → ') + value : '= ' + value)).join('; ') : '';
  const error = event.e === undefined ? '' : trace.errors[event.e].kind + ': ' + trace.errors[event.e].message;
  return element('tr', {id: 'row-' + at, class: error ? 'wrong' : ''}, ...[at + 1, event.b, event.i, placeName(event.l),
      lineText(event.l), describe(event), cost(event), cells, error].map((text) => element('td', {}, '' + text)));
}

function showTable() {
  if (!$('table-box').open) return;
  if ($('table').dataset.of !== view.launch + ':' + view.steps.length) {
    $('table').dataset.of = view.launch + ':' + view.steps.length;
    const heads = ['step', 'block', 'interval', 'line', 'source', 'what', 'cost', 'cells', 'wrong'];
    $('table').replaceChildren(element('table', {}, element('thead', {}, element('tr', {},
        ...heads.map((h) => element('th', {scope: 'col'}, h)))), element('tbody', {}, ...view.steps.map(tableRow))));
  }
  for (const row of $('table').querySelectorAll('tr.current')) row.classList.remove('current');
  $('row-' + view.at).classList.add('current');
}

// --- moving about ---

function show() {
  $('slider').max = view.steps.length - 1;
  $('slider').value = view.at;
  if (view.steps.length === 0) {
    $('now').textContent = 'Nothing was recorded of this launch.';
    return;
  }
  showNow(); showArrays(); showLanes(); showMemory(); showSource(); showTable();
  history.replaceState(null, '', '#launch=' + (view.launch + 1) + '&step=' + (view.at + 1));
}

function go(to) {
  view.at = Math.max(0, Math.min(view.steps.length - 1, to));
  show();
}

function goInterval(by) {
  const events = launchNow().events, key = (i) => events[view.steps[i]].b + ':' + events[view.steps[i]].i;
  let at = view.at;
  if (by < 0) while (at > 0 && (at === view.at || key(at - 1) === key(at))) at--;
  else while (at < view.steps.length - 1 && (key(at) === key(view.at))) at++;
  go(at);
}

function play(on) {
  clearInterval(view.timer);
  view.timer = on ? setInterval(() => view.at + 1 < view.steps.length ? go(view.at + 1) : play(false), 700) : null;
  $('play').setAttribute('aria-pressed', '' + on);
}

function listSteps() {
  const every = $('every-line').checked, current = view.steps[view.at];
  view.steps = launchNow().events.map((_, i) => i).filter((i) => every || launchNow().events[i].k !== 'code');
  view.at = Math.max(0, view.steps.findIndex((i) => i >= current));
}

function goToError(e) {
  trace.launches.forEach((launch, l) => {
    const index = launch.events.findIndex((event) => event.e === e);
    if (index < 0) return;
    openLaunch(l);
    go(view.steps.indexOf(index));
  });
}

function openLaunch(number) {
  const launch = trace.launches[view.launch = number], size = (d) => d.filter((x, i) => i === 0 || x > 1).join(' × ');
  view.timeline = new Timeline(launch);
  view.chosen = null;
  view.at = 0;
  view.steps = [];
  $('launch').value = number;
  $('title').textContent = document.title = launch.kernel;
  $('facts').textContent = [plural(launch.grid[0] * launch.grid[1] * launch.grid[2], 'block') + ' of ' + size(launch.block) + ' threads',
      ...launch.arguments.map((argument) => argument.name + ' = ' + argument.value),
      'in all ' + plural(launch.steps, 'step') + ' and ' + launch.work + (launch.work_is_stores ? ' stores' : ' operations'),
      launch.cut ? 'larger than what is shown: the first 8 blocks, 64 threads of each, 64 cells of each array' : '',
  ].filter((part) => part).join(' · ');
  listSteps();
  buildArrays();
  show();
}

function start() {
  trace.launches.forEach((launch, i) => $('launch').append(element('option', {value: i}, (i + 1) + ': ' + launch.kernel)));
  $('launch-label').hidden = trace.launches.length < 2;
  trace.errors.forEach((error, e) => {
    const button = element('button', {}, placeName(error.actor.l) + ': ' + error.kind.replace('_', ' ') + ': ' + error.message);
    button.addEventListener('click', () => goToError(e));
    $('errors').append(element('li', {}, button));
  });
  if (trace.launches.length === 0) {
    $('title').textContent = 'No kernel was launched';
    return;
  }
  const press = {first: () => go(0), last: () => go(Infinity), back: () => go(view.at - 1), forward: () => go(view.at + 1),
                 'interval-back': () => goInterval(-1), 'interval-forward': () => goInterval(1),
                 play: () => play(!view.timer)};
  for (const [id, action] of Object.entries(press)) $(id).addEventListener('click', action);
  $('slider').addEventListener('input', () => go(+$('slider').value));
  $('launch').addEventListener('change', () => openLaunch(+$('launch').value));
  $('every-line').addEventListener('change', () => { listSteps(); show(); });
  $('table-box').addEventListener('toggle', showTable);
  $('arrays').addEventListener('click', (click) => {
    const cell = click.target.closest('.cell');
    if (!cell) return;
    const chosen = {array: +cell.dataset.array, cell: +cell.dataset.cell};
    const same = view.chosen && view.chosen.array === chosen.array && view.chosen.cell === chosen.cell;
    view.chosen = same ? null : chosen;
    showArrays();
  });
  document.addEventListener('keydown', (key) => {
    if (key.target.matches('select, pre, summary') || key.ctrlKey || key.metaKey || key.altKey) return;
    const actions = {ArrowRight: key.shiftKey ? press['interval-forward'] : press.forward,
                     ArrowLeft: key.shiftKey ? press['interval-back'] : press.back,
                     Home: press.first, End: press.last, ' ': key.target.matches('button') ? null : press.play};
    if (!actions[key.key]) return;
    key.preventDefault();
    actions[key.key]();
  });
  window.addEventListener('resize', () => view.steps.length && showArrays());
  const wanted = new URLSearchParams(location.hash.slice(1));
  openLaunch(Math.min(trace.launches.length, Math.max(1, +wanted.get('launch') || 1)) - 1);
  if (wanted.get('step')) go(+wanted.get('step') - 1);
}

start();
