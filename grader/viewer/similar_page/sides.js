// Two texts beside each other. Text only ever becomes text nodes: what a student wrote is never read as HTML.
const COLOURS = 6;
const percent = (share) => `${Math.floor(100 * share)} %`;
const SIDES = ['left', 'right'];

const fileName = (file) => [named(file.student), file.source && h('span', {class: 'quiet'}, ' (', named(file.source), ')')];
const others = (region) => (region.others > 0 ? `, ${plural(region.others, 'other has', 'others have')} it` : '');

// The part that each line belongs to, where it has something of the student's own.
function partsOfLines(pair, file, side) {
  const parts = new Map(), own = new Set(file.own);
  pair.regions.forEach((region, part) => {
    for (let line = region.first[side]; line <= region.last[side]; line++)
      if (own.has(line) && !parts.has(line)) parts.set(line, part);
  });
  return {parts, own};
}

function lineElement(text, number, part, isOwn, isFirst, choose) {
  const inPart = part !== undefined;
  const mark = isFirst && h('button', {type: 'button', class: 'part-mark', 'data-part': part % COLOURS,
    'aria-label': `Part ${part + 1}: show it in the other text`}, part + 1);
  if (mark) mark.addEventListener('click', () => choose(part));
  return h('div', {class: `line${isOwn ? '' : ' taken'}`, 'data-part': inPart && part % COLOURS, 'data-number': inPart && part},
    h('span', {class: 'at'}, number), h('span', {}, mark), h('code', {}, text || ' '));
}

function sideElement(file, pair, side, choose) {
  const {parts, own} = partsOfLines(pair, file, side);
  const seen = new Set();
  const lines = file.text.replace(/\n$/, '').split('\n').map((text, i) => {
    const part = parts.get(i + 1), isFirst = part !== undefined && !seen.has(part);
    if (isFirst) seen.add(part);
    return lineElement(text, i + 1, part, own.has(i + 1), isFirst, choose);
  });
  return h('div', {class: 'side'},
    h('h3', {}, fileName(file), h('small', {class: 'quiet'}, `${percent(file.given)} of it was given`)),
    h('div', {class: 'lines', id: `lines-${SIDES[side]}`, tabindex: 0, role: 'region',
      'aria-label': `Text of ${file.student}`}, lines));
}

// Shows a part in both texts, at the same height.
function choosePart(part) {
  for (const line of document.querySelectorAll('.line[data-number]'))
    line.classList.toggle('chosen', line.dataset.number === String(part));
  for (const button of document.querySelectorAll('#parts button'))
    button.setAttribute('aria-pressed', button.dataset.number === String(part));
  for (const side of SIDES) {
    const lines = byId(`lines-${side}`), first = lines.querySelector(`.line[data-number="${part}"]`);
    if (first) lines.scrollTop = first.offsetTop - 24;
  }
}

function partButton(region, part) {
  const button = h('button', {type: 'button', 'data-part': part % COLOURS, 'data-number': part, 'aria-pressed': 'false'},
    `${part + 1} `, h('small', {}, `lines ${region.first[0]}–${region.last[0]} and ${region.first[1]}–${region.last[1]}${others(region)}`));
  button.addEventListener('click', () => choosePart(part));
  return button;
}

function showPair(lab, pair) {
  const files = pair.files.map((file) => lab.files[file]);
  byId('chosen').replaceChildren(...fill(h('span'), {}, [`${percent(pair.share)} of the shorter one's own text: `,
    fileName(files[0]), ' and ', fileName(files[1])]).childNodes);
  byId('parts').replaceChildren(...pair.regions.map(partButton));
  byId('sides').replaceChildren(...files.map((file, side) => sideElement(file, pair, side, choosePart)));
}

function showNoPair() {
  byId('chosen').textContent = 'No pair is chosen.';
  byId('parts').replaceChildren();
  byId('sides').replaceChildren();
}
