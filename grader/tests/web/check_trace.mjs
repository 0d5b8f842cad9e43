// Pages of traces in a real browser: check_trace.mjs FOLDER SCREENSHOTS
// FOLDER has the files that grader/mk/web.mk writes: a page for each solution (labN.html) and each fault, for
// Blelloch's worked example (blelloch.html), a program whose text tries to be HTML (names.html), 64 threads
// (large.html), bank conflicts (banks.html) and shuffles (shuffles.html).
import assert from 'node:assert/strict';
import {mkdirSync, readdirSync, statSync} from 'node:fs';
import {resolve} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const [folder, screenshots] = process.env.CHECK_TRACE.split(' ');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const DESKTOP = {width: 1280, height: 900}, PHONE = {width: 360, height: 740};

let browser;
test.before(async () => {
  mkdirSync(screenshots, {recursive: true});
  browser = await chromium.launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS});
});
test.after(() => browser.close());

async function open(name, options = {}) {
  const context = await browser.newContext({viewport: DESKTOP, ...options});
  context.setDefaultTimeout(180000); // all of this is slow on a busy machine
  const page = await context.newPage();
  page.requests = [];
  page.complaints = [];
  page.on('request', (request) => page.requests.push(request.url()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  await page.goto(pathToFileURL(resolve(folder, name + '.html')) + (options.hash || ''));
  return page;
}

const now = (page) => page.locator('#now').innerText();
const step = async (page) => +(await now(page)).match(/Step (\d+) of/)[1];
const steps = async (page) => +(await now(page)).match(/of (\d+)/)[1];
const shot = (page, name) => page.screenshot({path: `${screenshots}/${name}.png`});
const cell = (page, array, index) => page.locator(`#cell-${array}-${index}`);

// The index of the array with that name in the current launch.
const arrayNumber = async (page, name) =>
  (await page.locator('.array h2').allInnerTexts()).findIndex((title) => title.startsWith(name + ' '));

// The picture as drawn: its rows, its arrows, and the cells at the ends of each arrow.
const drawing = (page) => page.evaluate(() => {
  const rows = [], at = (node) => node.getBoundingClientRect(), cells = {};
  for (const cell of document.querySelectorAll('#drawing .pc[data-row]')) {
    const {row, cell: number} = cell.dataset, text = cell.querySelector('text');
    cells[row + '-' + number] = cell.querySelector('rect');
    (rows[row] = rows[row] || {name: '', values: [], made: 0, bad: 0}).values.push(text ? text.textContent : '-');
    rows[row].made += cell.classList.contains('made');
    rows[row].bad += cell.classList.contains('bad');
  }
  const names = [...document.querySelectorAll('#drawing .name')].map((node) => node.textContent);
  const arrows = [...document.querySelectorAll('#drawing path[data-to]')].map((path) => {
    const [x1, y1, x2, y2] = path.getAttribute('d').match(/[\d.]+/g).map(Number), to = cells[path.dataset.to].getBBox();
    const from = Object.values(cells).filter((cell) => {
      const {x, y, width, height} = cell.getBBox();
      return x1 > x && x1 < x + width && Math.abs(y1 - y - height) < 1;
    });
    return {to: path.dataset.to, kept: path.classList.contains('kept'), bad: path.classList.contains('bad'), down: y2 > y1,
            ends: x2 > to.x && x2 < to.x + to.width && y2 <= to.y && y2 > to.y - 4, begins: from.length === 1, value: from.length ? from[0].parentNode.querySelector('text')?.textContent : ''};
  });
  const filled = rows.filter((row) => row);
  filled.forEach((row, i) => row.name = names[i]);
  return {rows: filled, arrows, barriers: document.querySelectorAll('#drawing .barrier').length,
          tags: [...document.querySelectorAll('#drawing .tag text')].map((node) => node.textContent),
          lines: [...document.querySelectorAll('#drawing .bad-line text')].map((node) => node.textContent),
          labels: [...document.querySelectorAll('#drawing > text')].map((node) => node.textContent),
          idle: document.querySelectorAll('#drawing .lane-off').length, banks: document.querySelectorAll('#drawing .word-more').length};
});

// Whether an element of that kind is visible: within its box, and within the window.
const inView = (page, selector) => page.evaluate((wanted) => {
  const box = document.getElementById('picture').getBoundingClientRect(), top = Math.max(0, box.top);
  const bottom = Math.min(innerHeight, box.bottom, document.querySelector('nav').getBoundingClientRect().top);
  return [...document.querySelectorAll('#drawing ' + wanted)].some((node) => {
    const own = node.getBoundingClientRect();
    return own.top >= top - 1 && own.bottom <= bottom + 1 && own.left >= 0 && own.right <= innerWidth;
  });
}, selector);

const labs = Array.from({length: 14}, (_, i) => 'lab' + (i + 1));

for (const lab of labs) {
  test(`${lab}: opens, steps to the end and back, asks for nothing, complains of nothing`, async () => {
    const page = await open(lab);
    const last = await steps(page);
    assert.ok(last > 1);
    await page.keyboard.press('End');
    assert.equal(await step(page), last);
    await page.keyboard.press('ArrowRight');
    assert.equal(await step(page), last);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await step(page), last - 1);
    await page.keyboard.press('Home');
    assert.equal(await step(page), 1);
    assert.deepEqual(page.requests.map((url) => url.split(':')[0]), ['file']);
    assert.deepEqual(page.complaints, []);
    assert.equal(await page.locator('#errors li').count(), 0);
    const {rows, arrows} = await drawing(page);
    assert.ok(rows.length > 0 && (lab === 'lab1' || arrows.length > 0));
    for (const arrow of arrows) assert.ok(arrow.ends && arrow.begins && arrow.down, JSON.stringify(arrow));
    await page.keyboard.press('Shift+ArrowRight');
    await shot(page, lab);
  });
}

// A row of 16 and 4 rows of a column of 16; 2 of 5 rows of 5: 64 cells of each array are recorded.
for (const [lab, row, sources] of [['lab12', 'c', 16 + 4], ['lab13', 'out', 2 * 5]])
  test(`${lab}: where each cell is made of many, the arrows to one of them stand for all`, async () => {
    const page = await open(lab), {rows, arrows} = await drawing(page), last = await page.locator('#drawing .pc[data-row]').last().getAttribute('data-row');
    assert.equal(rows.at(-1).name, row);
    const into = arrows.filter((arrow) => arrow.to.split('-')[0] === last);
    assert.equal(new Set(into.map((arrow) => arrow.to)).size, 1);
    assert.equal(into.length, sources);
    assert.match(await page.locator('#picture-cut').innerText(), new RegExp(`Each cell of ${row} is made of many: arrows are drawn to one`));
  });

test('keys, buttons and slider move by steps and by barriers', async () => {
  const page = await open('blelloch');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  assert.equal(await step(page), 4);
  await page.locator('#back').click();
  assert.equal(await step(page), 3);
  await page.locator('#forward').click();
  assert.equal(await step(page), 4);
  await page.keyboard.press('Home');
  assert.match(await now(page), /interval 0/);
  await page.keyboard.press('Shift+ArrowRight');
  assert.match(await now(page), /interval 1/);
  await page.locator('#interval-forward').click();
  assert.match(await now(page), /interval 2/);
  await page.keyboard.press('Shift+ArrowLeft');
  assert.match(await now(page), /interval [12]/);
  await page.locator('#slider').fill('5');
  assert.equal(await step(page), 6);
  await page.locator('#play').click();
  await page.waitForFunction(() => /Step ([89]|\d\d) of/.test(document.getElementById('now').textContent));
  await page.locator('#play').click();
  assert.equal(await page.locator('#play').getAttribute('aria-pressed'), 'false');
});

test('the worked example of a scan comes out', async () => {
  const page = await open('blelloch');
  const tree = await arrayNumber(page, 'tree');
  const row = async () => (await Promise.all(Array.from({length: 8}, (_, i) =>
    cell(page, tree, i).evaluate((node) => node.childNodes[1].textContent)))).map(Number);
  await page.keyboard.press('End');
  assert.deepEqual(await row(), [0, 1, 3, 6, 10, 15, 21, 28]);
  // Up to the root, before it is cleared.
  while (!(await now(page)).includes('interval 4')) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  while ((await now(page)).includes('interval 4')) await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await row(), [1, 3, 3, 10, 5, 11, 7, 36]);
});

test('a cell shows what went into it', async () => {
  const page = await open('blelloch');
  await page.keyboard.press('End');
  const out = await arrayNumber(page, 'out'), input = await arrayNumber(page, 'in');
  await cell(page, out, 4).click();
  const origins = await page.locator(`#array-${input} .cell.origin`).evaluateAll((nodes) => nodes.map((n) => +n.dataset.cell));
  assert.deepEqual(origins, [0, 1, 2, 3]);
  await shot(page, 'origins');
});

// The rows of the picture, by the arrays' names; the number of barriers; the number of arrows, except for values that
// stay; and the number of grey boxes for threads.
const drawings = [
  {page: 'lab3', barriers: 5, arrows: 32, idle: 8 + 12 + 14 + 15 + 15, rows: ['in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16', 'sums 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
    'sums 10 12 14 16 18 20 22 24 9 10 11 12 13 14 15 16', 'sums 28 32 36 40 18 20 22 24 9 10 11 12 13 14 15 16',
    'sums 64 72 36 40 18 20 22 24 9 10 11 12 13 14 15 16', 'sums 136 72 36 40 18 20 22 24 9 10 11 12 13 14 15 16', 'out 136']},
  {page: 'lab8', barriers: 0, arrows: 16, idle: 0, rows: ['in 0 5 2 7 4 1 6 3 0 5 2 7 4 1 6 3', 'bins 2 2 2 2 2 2 2 2']},
  // A word of four counters is shown as four numbers.
  {page: 'lab9', barriers: 1, idle: 0, rows: ['in 0 5 2 7 4 1 6 3 0 5 2 7 4 1 6 3', 'counters' + ' 0 0 0 0'.repeat(16),
    'counters' + ' 1 0 0 0 0 1 0 0 1 0 0 0 0 1 0 0 0 1 0 0 1 0 0 0 0 1 0 0 1 0 0 0' + ' 0 0 0 0'.repeat(8),
    'counters' + ' 1 0 1 0 0 1 0 1 1 0 1 0 0 1 0 1 0 1 0 1 1 0 1 0 0 1 0 1 1 0 1 0' + ' 0 0 0 0'.repeat(8), 'partials 2 2 2 2 2 2 2 2 0 0 0 0 0 0 0 0']},
];
for (const {page: name, rows, barriers, arrows, idle} of drawings)
  test(`${name}: the picture has its rows, barriers, arrows and idle threads`, async () => {
    const found = await drawing(await open(name));
    assert.deepEqual(found.rows.map((row) => row.name + ' ' + row.values.join(' ')), rows);
    assert.equal(found.barriers, barriers);
    if (arrows) assert.equal(found.arrows.filter((arrow) => !arrow.kept).length, arrows);
    assert.equal(found.idle, idle);
  });

test('a bank conflict is named, and its banks are stacked', async () => {
  const page = await open('banks'), {labels, banks} = await drawing(page);
  assert.ok(labels.filter((label) => label === '2-way bank conflict').length >= 5);
  assert.ok(banks >= 16 + 16 + 8 + 4 + 2);
  assert.ok(await inView(page, '.word-more') && await inView(page, '.pc.conflict'));
  await shot(page, 'banks');
});

test('a warp that shuffles is a row of lanes, with what each is made of', async () => {
  const {rows} = await drawing(await open('shuffles'));
  const lanes = rows.filter((row) => row.name === 'warp 0').map((row) => row.values.slice(0, 4).join(' '));
  assert.deepEqual(lanes, ['1 2 3 4', '1 2 3 4', '10 12 14 16', '28 32 36 40', '64 72 63 70']);
  assert.equal(rows.at(-1).values.join(' '), '136');
});

// The first view of a page, before any scrolling: the words at the cells, or at a line across.
const faults = [
  ['race', ['t4 writes 18', 't0 reads 5'], '.pc.bad'], ['race_of_two_lines', ['t1 writes 2', 't1 writes ?', 't0 reads ?'], '.pc.bad'],
  ['lost', ['t0 and t8 write: one is lost'], '.pc.bad'], ['outside_read', ['t16 reads outside'], '.pc.bad'],
  ['outside_write', ['t16 writes outside'], '.pc.bad'], ['unwritten', ['t8 reads what nobody wrote'], '.pc.bad'],
  ['divergent', ['✗ barrier: not all threads come'], '.bad-line'],
  ['order', ['t1 reads 8', 't0 writes 8', 't0 reads what nobody wrote'], '.pc.bad'], // the race, not what it leads to
  ['launches', ['t16 writes 0', 't0 reads 0'], '.pc.bad'],
];
for (const [name, says, place] of faults)
  for (const [screen, viewport] of [['desktop', DESKTOP], ['phone', PHONE]])
    test(`${name}: the first view shows where it went wrong (${screen})`, async () => {
      const page = await open(name, {viewport}), {tags, lines} = await drawing(page);
      for (const words of says) assert.ok([...tags, ...lines].includes(words), `${words} is not among ${[...tags, ...lines]}`);
      assert.ok(await inView(page, place));
      if (place === '.pc.bad') assert.ok(await inView(page, '.tag'));
      assert.match(await now(page), /^Step/);
      const counts = (await now(page)).match(/(\d+) of (\d+) parallel steps?, (\d+) of (\d+)/).map(Number);
      assert.ok(counts[1] <= counts[2] && counts[3] <= counts[4], `${counts}`); // also where the launch ended early
      assert.match(await page.locator('#now .wrong').innerText(), {order: /^race: /, lost: /^race: /, divergent: /^barrier: /}[name] || /: /);
      const cutOff = await page.evaluate(() => {
        const box = document.getElementById('now').getBoundingClientRect(), line = document.querySelector('#now .wrong').getBoundingClientRect();
        return line.top + 16 > box.bottom;
      });
      assert.ok(!cutOff, 'what is wrong begins below the visible part of the step');
      assert.equal(await page.locator('#launch').inputValue(), '0'); // the launch in which it first happened
      assert.deepEqual(page.complaints, []);
      await shot(page, `fault-${name}-${screen}`);
    });

test('in a race the arrow begins at the value that was read, not at the one that was written meanwhile', async () => {
  const {arrows, rows} = await drawing(await open('race')), bad = arrows.filter((arrow) => arrow.bad);
  assert.deepEqual(bad.map((arrow) => arrow.value).sort(), ['13', '20', '5', '5']); // 5 + 13 by thread 4, 5 by thread 0, the wrong sum
  assert.deepEqual(rows.map((row) => row.values[0]), ['1', '1', '10', '15', '18', '20', '20']);
});

test('a step marks in the picture what it reads and writes, and a click goes to where a cell was written', async () => {
  const page = await open('lab3');
  assert.equal(await page.locator('#drawing .pc.reading').count(), 16);
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#drawing .pc.writing').count(), 16);
  await page.locator('#drawing .pc.made[data-cell="0"]').last().click();
  assert.match(await now(page), /write out/);
  assert.equal(await page.locator('#drawing .pc.writing').count(), 1);
  assert.match(await page.locator('#source .current').innerText(), /out\[blockIdx\.x\] = sums\[0\]/);
});

test('a race is red, with both lines, and found from the list', async () => {
  const page = await open('race');
  assert.match(await page.locator('#errors li').first().innerText(), /lab3\.cu:14: race/);
  await page.locator('#errors button').first().click();
  assert.match(await now(page), /race: Race reported between/);
  assert.equal(await page.locator('#arrays .cell.bad').count(), 1);
  assert.equal(await page.locator('#source .wrong').count(), 1);
  assert.match(await page.locator('#source .wrong').innerText(), /s\[t\] \+= s\[t \+ stride\]/);
  await shot(page, 'race');
  const dark = await open('race', {colorScheme: 'dark', hash: new URL(page.url()).hash});
  assert.match(await now(dark), /race: Race reported between/);
  await shot(dark, 'race-dark');
});

test('a race of two lines shows both', async () => {
  const page = await open('race_of_two_lines');
  assert.match(await now(page), /race: Race reported between .* The other side is lab7\.cu:\d+, thread \d+/s);
  assert.equal(await page.locator('#source .wrong').count(), 2);
  assert.equal(await page.locator('#lanes .lane.bad').count() + await page.locator('#lanes .lane.other').count(), 2);
});

test('the table holds the same facts', async () => {
  const page = await open('race');
  await page.locator('#table-box summary').click();
  assert.equal(await page.locator('#table tbody tr').count(), await steps(page));
  const wrong = page.locator('#table tr.wrong').first();
  assert.match(await wrong.innerText(), /race/);
  assert.match(await page.locator('#table tbody tr').first().innerText(), /in\[0\] = 1/);
});

test('local variables are shown by name, lane by lane, and a wavefront is explained', async () => {
  const page = await open('blelloch');
  while (!/blelloch\.cu:31/.test(await now(page)) || !/threads 0–1/.test(await now(page))) await page.keyboard.press('ArrowRight');
  const rows = (await page.locator('#locals tr').allInnerTexts()).map((row) => row.split(/\s+/).join(' ').trim());
  assert.deepEqual(rows, ['thread 0 1', 't 0 1', 'd 2 in all', 'right 3 7', 'sum 0 10']);
  assert.match(await page.locator('#memory').innerText(), /A wavefront is one turn of shared memory/);
  await page.keyboard.press('Home');
  assert.match(await page.locator('#memory').innerText(), /A sector is 32 bytes in a row/);
  await page.locator('#table-box summary').click();
  assert.match(await page.locator('#table tbody tr').nth(25).innerText(), /t = 0, 1; d = 2; right = 3, 7; sum = 0, 10/);
});

test('text of the program stays text', async () => {
  const page = await open('names');
  assert.equal(await page.locator('#source b').count(), 0);
  assert.match(await page.locator('#source').innerText(), /<\/script><b>Text is text/);
  assert.deepEqual(page.complaints, []);
});

test('a picture is an image, light and dark', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({viewport: DESKTOP, colorScheme}), page = await context.newPage();
    await page.goto(pathToFileURL(resolve(folder, 'blelloch.svg')).href);
    assert.equal(await page.locator('svg > title').count(), 1);
    assert.match(await page.locator('svg > desc').textContent(), /tree: 1 3 3 10 5 11 7 36;/);
    assert.equal(await page.evaluate(() => document.querySelectorAll('parsererror').length), 0);
    await shot(page, 'picture-' + colorScheme);
  }
});

test('on a phone the controls stay in view, beside the picture and beside the cells', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open('lab7', {viewport: PHONE, colorScheme});
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    for (let i = 0; i < await steps(page); i += 7) {
      await page.locator('#slider').fill('' + i);
      const nav = await page.locator('nav').boundingBox();
      assert.ok(nav.y >= 0 && nav.y + nav.height <= PHONE.height + 1, `the controls are at ${nav.y}`);
      if (await page.locator('#drawing .reading, #drawing .writing').count()) assert.ok(await inView(page, '.reading') || await inView(page, '.writing'));
    }
    await shot(page, 'phone-' + colorScheme);
    await page.locator('#arrays').scrollIntoViewIfNeeded();
    await page.evaluate(() => document.getElementById('arrays').scrollIntoView());
    const nav = await page.locator('nav').boundingBox();
    assert.ok(nav.y >= -1 && nav.y + nav.height <= PHONE.height, `the controls are at ${nav.y}`);
  }
});

test('a screen reader is served', async () => {
  const page = await open('lab7', {viewport: PHONE});
  assert.equal(await page.locator('#now').getAttribute('aria-live'), 'polite');
  assert.match(await cell(page, 0, 0).getAttribute('aria-label'), /\[0\], /);
  assert.match(await page.locator('#drawing').getAttribute('aria-label'), /^in: 1 2 3 .* tree: 1 3 3 7 /);
  for (const button of await page.locator('nav button').all()) assert.match(await button.getAttribute('aria-label'), /[a-z]/);
});

test('pages are small', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.html'))) {
    const {size} = statSync(resolve(folder, name));
    assert.ok(size < 200000, `${name} has ${size} bytes`);
  }
});

// Measured in processor time of the page's thread, because other programs may be running; wall time is printed, too.
for (const name of ['large', 'lab10', 'race_of_two_lines'])
  test(`${name}: it opens in 1 s, a step takes 50 ms`, async () => {
    const page = await (await browser.newContext({viewport: DESKTOP})).newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', {timeDomain: 'threadTicks'});
    const spent = async () => {
      const {metrics} = await devtools.send('Performance.getMetrics');
      return 1000 * metrics.find((metric) => metric.name === 'TaskDuration').value;
    };
    await page.goto(pathToFileURL(resolve(folder, name + '.html')).href);
    const opened = await spent();
    const seen = await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd);
    const begin = await spent();
    const each = await page.evaluate(() => Array.from({length: 50}, (_, i) => {
      const start = performance.now();
      document.getElementById(i % 2 ? 'back' : 'forward').click();
      document.body.getBoundingClientRect();
      return performance.now() - start;
    }).sort((a, b) => a - b));
    const step = (await spent() - begin) / each.length;
    console.log(`${name}: opened in ${opened.toFixed(0)} ms of the processor (${seen.toFixed(0)} ms by the clock), ` +
                `a step in ${step.toFixed(1)} ms (${each[25].toFixed(1)} ms, at most ${each[49].toFixed(1)} ms)`);
    assert.ok(opened > 0 && opened < 1000 && step > 0 && step < 50);
  });
