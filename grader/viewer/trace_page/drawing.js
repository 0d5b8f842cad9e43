// The parts of the picture as SVG: cells, arrows, labels, barriers, and the words at an error.

const PICTURE = {cell: 24, gap: 14, arrows: 40, rows: 40, label: 148, wide: 640, lane: 4.4, many: 6, crowd: 150};

const escaped = (text) => ('' + text).replace(/[&<>"]/g, (c) => '&#' + c.charCodeAt(0) + ';');
const svgText = (x, y, kind, text) => `<text x="${x}" y="${y}" class="${kind}">${escaped(text)}</text>`;
const svgBox = (x, y, width, height, kind) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" class="${kind}"/>`;

const blockSize = () => launchNow().block.reduce((all, size) => all * size, 1);
const laneLines = () => Math.ceil(Math.min(64, blockSize()) / 32);
const nameOf = (row) => typeof row.array === 'string' ? row.array : launchNow().arrays[row.array].name;

function indexOf(row, cell) {
  const array = launchNow().arrays[row.array];
  if (array && array.components) return Math.floor(cell / array.components) + '.' + 'xyzw'[cell % array.components];
  return array && array.columns ? Math.floor(cell / array.columns) + ',' + cell % array.columns : '' + cell;
}

// The middle of a cell's upper or (side 1) lower edge. A cell outside the array is drawn next to its end.
function centre(row, cell, side) {
  const at = cell - row.from, outside = at < 0 || at >= row.count, {left, pitch} = drawn.view;
  const column = outside ? row.columns + 0.4 : at % row.columns;
  const line = outside ? row.tall - 1 : Math.floor(at / row.columns);
  return [left + column * pitch + pitch / 2 - 1.5, row.y + line * PICTURE.cell + (side > 0 ? PICTURE.cell - 2 : 0)];
}

const conflicts = (row, cell) => !!row.worst && !!row.worst.cells && row.worst.cells.has(cell);

function cellTitle(row, cell, text) {
  const bank = conflicts(row, cell) ? ', bank ' + bankOf(launchNow().arrays[row.array], cell) : '';
  const words = text === '' ? ': never written' : text === '?' ? ': made of what nobody has written' : ' = ' + text;
  return nameOf(row) + '[' + indexOf(row, cell) + ']' + words + bank;
}

function drawCell(row, cell) {
  const [x, y] = centre(row, cell, 0), width = drawn.view.pitch - 3, state = row.values[cell];
  const never = !state || state.value === null;
  const text = never ? '' : state.garbage ? '?' : shown(state.value, row.array);
  const size = Math.min(12, (width - 2) / Math.max(1, text.length) / 0.61);
  const kind = row.written.has(cell) ? ' made' : never ? ' never' : row.start ? '' : ' idle';
  return `<g class="pc${kind}${conflicts(row, cell) ? ' conflict' : ''}" id="pc-${row.number}-${cell}" ` +
    `data-row="${row.number}" data-cell="${cell}"><title>${escaped(cellTitle(row, cell, text))}</title>` +
    svgBox(x - width / 2, y, width, PICTURE.cell - 2, '') +
    `<text x="${x}" y="${y + PICTURE.cell / 2 - 1 + size * 0.35}" font-size="${size.toFixed(1)}">${escaped(text)}</text></g>`;
}

function drawOutside(row) {
  const [x, y] = centre(row, -1, 0), width = drawn.view.pitch - 3;
  return '<g class="pc bad outside">' + svgBox(x - width / 2, y, width, PICTURE.cell - 2, '') +
    `<text x="${x}" y="${y + 15}">?</text></g>`;
}

// One small box for each thread of the block: threads that store here are dark, idle ones are grey.
const drawThreads = (row, x, y) => Array.from({length: Math.min(64, blockSize())}, (_, t) => svgBox(
  x + t % 32 * PICTURE.lane, y + Math.floor(t / 32) * 7, 3.4, 5, row.threads.has(t) ? 'lane-on' : 'lane-off')).join('');

// The 32 banks, each with a stack of the words that the access needs from it.
const drawBanks = ({banks, most}, x, y) => banks.map((bank, b) => [...bank].slice(0, 8).map((_, i) => svgBox(
  x + b * PICTURE.lane, y + 4 * (Math.min(8, most) - 1 - i), 3.4, 3, i ? 'word-more' : 'word-one')).join('')).join('');

const conflictHeight = (row) => worstOf(row) ? 18 + 4 * Math.min(8, worstOf(row).most) : 0;
const labelHeight = (row) => (row.start ? 0 : 16 + 7 * laneLines()) + conflictHeight(row);

function linesText(row) {
  const lines = [...row.lines].sort((a, b) => a - b);
  return row.start ? 'at the start' : 'line ' + (lines.length > 2 ? lines[0] + '–' + lines.at(-1) : lines.join(', '));
}

// On the left of a row; if the picture is narrow, above it, and shorter.
function drawLabel(row) {
  const {narrow} = drawn.view, x = 2, y = row.y + (narrow ? -4 : 12), worst = worstOf(row);
  const busy = row.start ? '' : row.threads.size + ' of ' + plural(blockSize(), 'thread');
  const conflict = worst ? worst.most + '-way bank conflict' : '';
  const more = (kind, text) => text ? `<tspan class="${kind}" dx="6">${escaped(text)}</tspan>` : '';
  const name = `<text x="${x}" y="${y}"><tspan class="name">${escaped(nameOf(row))}</tspan>` +
    more('quiet', linesText(row)) + (narrow ? more('quiet', busy) + more('red', conflict) : '') + '</text>';
  const below = y + (row.start ? 6 : 19 + 7 * laneLines());
  return narrow ? name : name + (row.start ? '' : svgText(x, y + 13, 'quiet', busy) + drawThreads(row, x, y + 17)) +
    (worst ? svgText(x, below + 10, 'red', conflict) + drawBanks(worst, x, below + 14) : '');
}

function drawArrow(arrow) {
  const {from, cell, row, to, bad} = arrow;
  if (!from.shownAt || !row.shownAt || (cell < 0 && !bad)) return '';
  const [x1, y1] = centre(from, cell, 1), [x2, y2] = centre(row, to, -1), kept = from.array === row.array && cell === to;
  return `<path d="M${x1} ${y1}L${x2} ${y2 - 1}" class="${kept ? 'kept' : 'added'}${bad ? ' bad' : ''}" ` +
    `data-to="${row.number}-${to}" marker-end="url(#tip${bad ? '-bad' : kept ? '-kept' : ''})"/>`;
}

const ARROW_TIPS = '<defs>' + ['', '-kept', '-bad'].map((kind) =>
  `<marker id="tip${kind}" class="tip${kind}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" ` +
  'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>').join('') + '</defs>';

// A line across: a barrier, or an error that belongs to no cell.
function drawLine(item) {
  const error = trace.errors[launchNow().events[item.event].e], y = item.y + 3;
  const missing = item.kind === 'barrier' ? ': not all threads come' : '';
  const words = error ? '✗ ' + error.kind.replace('_', ' ') + missing : 'barrier';
  return `<g class="${error ? 'bad-line' : 'barrier'}"><path d="M2 ${y}H${drawn.view.width - 2}"/>` +
    svgText(4, y - 3, '', words) + '</g>';
}

// Threads that store to a cell in the same plain store: all but one of the values are lost.
function meeting(event, cell) {
  if (event.k !== 'store') return null;
  const threads = [...touched(event, launchNow().arrays[event.a])].filter(([, c]) => c === cell);
  return threads.length > 1 ? threads.map(([lane]) => event.w * 32 + lane) : null;
}

// The words at a cell, about one side of an error.
function sideWords(error, event, side, row) {
  const meet = meeting(event, side.cell), verb = event.k === 'load' ? ' reads' : ' writes';
  if (meet) return meet.slice(0, 3).map((thread) => 't' + thread).join(' and ') + ' write: one is lost';
  const given = event.v[lanesOf(event.m).indexOf(side.thread - 32 * event.w)], state = row.values[side.cell];
  const value = state && view.timeline.machine.isGarbage(state, event, given) ? '?' : shown(given, event.a);
  const more = error.kind === 'uninitialized' ? ' what nobody wrote' : error.kind === 'out_of_bounds' ? ' outside'
    : error.kind === 'wrong_answer' ? ' a wrong value' : error.kind === 'race' && value.length < 9 ? ' ' + value : '';
  return 't' + side.thread + verb + more;
}

function drawTag(row, cell, words, below) {
  const width = words.length * 6.3 + 8, [x, top] = centre(row, cell, below ? 1 : 0), y = below ? top + 2 : top - 15;
  const left = Math.max(2, Math.min(drawn.view.width - width - 2, x - width / 2));
  return '<g class="tag">' + svgBox(left, y, width, 14, '') + svgText(left + 4, y + 10.5, '', words) + '</g>';
}

// Equal words for both sides are shown once.
function drawFault({error, sides}) {
  const tags = new Map();
  for (const side of sides) {
    const event = launchNow().events[side.event], place = drawn.levels.at.get(side.event);
    if (!place || !place.row.shownAt) continue;
    const words = sideWords(error, event, side, place.row), outside = side.cell < 0 ? drawOutside(place.row) : '';
    tags.set(words, outside + drawTag(place.row, side.cell, words, event.k === 'load'));
  }
  return [...tags.values()].join('');
}
