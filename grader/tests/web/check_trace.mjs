// Pages of traces in a real browser: check_trace.mjs FOLDER SCREENSHOTS
// FOLDER holds a page each of the ten solutions (labN.html), of a racy reduce (race.html), of Blelloch's worked
// example (blelloch.html), of a program whose text tries to be HTML (names.html), and of 64 threads (large.html).
import assert from 'node:assert/strict';
import {mkdirSync} from 'node:fs';
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
  context.setDefaultTimeout(180000); // on a busy machine all of this takes long
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

// The number of the array with that name in the launch that is shown.
const arrayNumber = async (page, name) =>
  (await page.locator('.array h2').allInnerTexts()).findIndex((title) => title.startsWith(name + ' '));

const labs = Array.from({length: 10}, (_, i) => 'lab' + (i + 1));

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
    await page.keyboard.press('Shift+ArrowRight');
    await shot(page, lab);
  });
}

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

test('arrows go from what a thread read to what it writes', async () => {
  const page = await open('blelloch');
  while (!/interval 2 .*write tree/.test(await now(page))) await page.keyboard.press('ArrowRight');
  // Two threads, each with two cells read, one of which is the cell written.
  assert.equal(await page.locator('#arrows > path').count(), 2);
  assert.equal(await page.locator('#arrays .cell.written').count(), 2);
  await shot(page, 'arrows');
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

test('two traces stand next to each other and are stepped together', async () => {
  const page = await open('compare');
  const sides = [page.frameLocator('#frame-left'), page.frameLocator('#frame-right')];
  const at = async (i) => +(await sides[i].locator('#now').innerText()).match(/Step (\d+) of/)[1];
  const total = async (name) => {
    const column = (await page.locator('#totals tr').first().locator('th').allInnerTexts()).indexOf(name);
    return page.locator(`#totals tr td:nth-child(${column + 1})`).allInnerTexts();
  };
  await sides[1].locator('#cell-0-0').waitFor();
  // Eight elements: log2 8 steps, one that loads and one that stores, against twice as many and the root's.
  assert.deepEqual(await total('parallel steps'), ['5', '9']);
  assert.match(await page.locator('#totals').innerText(), /left: lab6\.cu[^]*right: lab7\.cu/);
  assert.deepEqual(await total('work'), ['17 operations', '14 operations']);
  assert.deepEqual(await total('found wrong'), ['0', '0']);
  await page.locator('[data-go=forward]').click();
  await page.keyboard.press('ArrowRight');
  assert.deepEqual([await at(0), await at(1)], [3, 3]);
  await sides[0].locator('#forward').click();
  assert.deepEqual([await at(0), await at(1)], [4, 3]);
  await page.locator('[data-go=last]').click();
  assert.match((await total('so far'))[0], /5 of 5 parallel steps, 17 of 17 operations/);
  assert.match((await total('so far'))[1], /9 of 9 parallel steps, 14 of 14 operations/);
  await page.locator('[data-go=interval-back]').click();
  await shot(page, 'compare');
  assert.deepEqual(page.complaints, []);
  assert.deepEqual([...new Set(page.requests.map((url) => url.split(':')[0]))].filter((kind) => kind !== 'file' && kind !== 'about'), []);
  const phone = await open('compare', {viewport: PHONE});
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth) <= 0);
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

test('a phone and a screen reader are served', async () => {
  const page = await open('lab7', {viewport: PHONE});
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await page.keyboard.press('Shift+ArrowRight');
  await shot(page, 'phone');
  assert.equal(await page.locator('#now').getAttribute('aria-live'), 'polite');
  assert.match(await cell(page, 0, 0).getAttribute('aria-label'), /\[0\], /);
  for (const button of await page.locator('nav button').all()) assert.match(await button.innerText(), /[a-z]/);
});

// Said, not asserted: machines differ.
test('what a step costs', async () => {
  const begin = performance.now(), page = await open('large');
  const opened = performance.now() - begin;
  const each = await page.evaluate(() => {
    const times = [];
    for (let i = 0; i < 50; i++) {
      const start = performance.now();
      document.getElementById(i % 2 ? 'back' : 'forward').click();
      document.body.getBoundingClientRect();
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
  });
  console.log(`64 threads, 64 cells: opened in ${opened.toFixed(0)} ms; a step redrawn in ${each[25].toFixed(1)} ms, ` +
              `at most ${each[49].toFixed(1)} ms`);
  assert.deepEqual(page.complaints, []);
});
