// The exported page in a real browser: CHECK_PAGE="PAGE.html RESULTS.json SCREENSHOTS NAMELESS.html"
// PAGE, RESULTS and NAMELESS, the page without names, are exports of one gradebook, which has students with hostile
// names. Clicks, types, sorts, prints; compares the page with RESULTS; saves pictures in the folder SCREENSHOTS.
import assert from 'node:assert/strict';
import {mkdirSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const [page_path, results_path, screenshots, nameless_path] = process.env.CHECK_PAGE.split(' ');
const {results} = JSON.parse(readFileSync(results_path, 'utf8'));
const names = [...new Set(results.map((result) => result.student))];
// The course's labs in their order, then the challenges.
const beside = (lab) => (lab.startsWith('lab') ? 0 : 1);
const labs = [...new Set(results.map((result) => result.lab))].sort((a, b) =>
  beside(a) - beside(b) || a.localeCompare(b, 'en', {numeric: true}));
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const DESKTOP = {width: 1280, height: 900}, PHONE = {width: 360, height: 740};

let browser;
test.before(async () => {
  mkdirSync(screenshots, {recursive: true});
  browser = await chromium.launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS});
});
test.after(() => browser.close());

// A new page that records its requests and complaints.
async function open(options = {}) {
  const context = await browser.newContext({viewport: DESKTOP, ...options});
  const page = await context.newPage();
  page.requests = [];
  page.complaints = [];
  page.on('request', (request) => page.requests.push(request.url()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  await page.goto(pathToFileURL(resolve(options.path || page_path)) + (options.hash || ''));
  return page;
}

const shownNames = (page) => page.locator('#score-table tbody tr:visible th').allInnerTexts();
const shot = (page, name, options = {}) => page.screenshot({path: `${screenshots}/${name}.png`, ...options});

// The cells of one column, scores as numbers.
const column = async (page, index) => (await page.locator(`#score-table tbody tr > :nth-child(${index + 1})`).allInnerTexts())
  .map((text) => (/^[0-9]/.test(text) ? parseFloat(text) : null));

function isSorted(values, direction) {
  const scores = values.filter((value) => value !== null);
  assert.ok(values.slice(0, scores.length).every((value) => value !== null), 'what has no score comes last');
  return scores.every((value, i) => i === 0 || direction * (value - scores[i - 1]) >= 0);
}

test('it asks for nothing but itself, and has nothing to complain about', async () => {
  const page = await open();
  assert.deepEqual(page.requests.map((url) => url.split(':')[0]), ['file']);
  assert.deepEqual(page.complaints, []);
});

test('names are text', async () => {
  const page = await open();
  await page.locator('#open-all').click();
  assert.equal(await page.title(), 'Warplab: class report');
  assert.equal(await page.locator('script').count(), 2);
  assert.equal(await page.locator('img').count(), 0);
  const flat = (text) => text.replace(/\s+/g, ' ').trim();
  assert.deepEqual((await shownNames(page)).map(flat).sort(), names.map(flat).sort());
});

test('every score is the gradebook\'s, and what has none shows none', async () => {
  const page = await open();
  const known = new Map(results.map((result) => [`${result.student}\n${result.lab}`, result]));
  const rows = await page.locator('#score-table tbody tr').evaluateAll((list) => list.map((row) =>
    [...row.cells].map((cell) => cell.textContent)));
  for (const [name, ...cells] of rows) {
    labs.forEach((lab, i) => {
      const result = known.get(`${name}\n${lab}`);
      const wanted = !result ? '–' : result.status === 'graded' ? String(result.score)
        : result.status === 'not_graded' ? 'to do' : 'not gradable';
      assert.ok(cells[i].startsWith(wanted), `${name}, ${lab}: ${cells[i]} instead of ${wanted}`);
    });
  }
});

test('a click sorts, the next one turns it round', async () => {
  const page = await open();
  const head = page.locator('#score-table thead th').nth(1);
  for (const [order, direction] of [['descending', -1], ['ascending', 1], ['descending', -1]]) {
    await head.locator('button').click();
    assert.equal(await head.getAttribute('aria-sort'), order);
    assert.ok(isSorted(await column(page, 1), direction));
  }
  await page.locator('#score-table thead th').nth(0).locator('button').click();
  assert.equal(await head.getAttribute('aria-sort'), null);
  assert.equal((await shownNames(page)).length, names.length);
});

test('the keyboard does what the mouse does', async () => {
  const page = await open();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.className), 'skip');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'find');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Tab'); // the scrolling region, then Student, then Lab 1
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#score-table thead th').nth(1).getAttribute('aria-sort'), 'descending');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, 'solid', 'what has the focus is seen to have it');
});

test('a student is found by a part of the name', async () => {
  const page = await open();
  await page.locator('#find').fill('GRACE');
  const wanted = names.filter((name) => name.toLowerCase().includes('grace'));
  assert.deepEqual((await shownNames(page)).sort(), wanted.sort());
  assert.equal(await page.locator('#found').innerText(), `${wanted.length} students found`);
});

test('a name leads to the student\'s part, which has every lost point', async () => {
  const page = await open();
  const lossy = results.find((result) => result.checks.some((check) => check.status === 'failed' && check.source));
  await page.locator('#score-table tbody a', {hasText: lossy.student}).first().click();
  const part = page.locator('details.student[open]');
  await part.waitFor();
  const text = await part.innerText();
  for (const check of lossy.checks.filter((one) => one.status === 'failed')) {
    assert.ok(text.includes(check.message.split('\n')[0]), check.message);
    if (check.source) assert.ok(text.includes(`${check.source.file}:${check.source.line}`));
  }
});

test('the commonest faults are counted right', async () => {
  const page = await open();
  const counts = new Map();
  for (const result of results)
    for (const key of new Set(result.checks.filter((check) => check.status === 'failed').map((check) => `${check.id} ${check.task}`)))
      counts.set(`${result.lab} ${key}`, (counts.get(`${result.lab} ${key}`) || 0) + 1);
  const shown = (await page.locator('#fault-table tbody tr .count').allInnerTexts()).map((text) => parseInt(text, 10));
  const refused = labs.map((lab) => results.filter((result) => result.lab === lab && result.status === 'not_gradable').length)
    .filter((n) => n > 0);
  assert.deepEqual(shown, [...counts.values(), ...refused].sort((a, b) => b - a));
});

test('the charts count every submission', async () => {
  const page = await open();
  const inBins = await page.locator('#histograms .bar-mark title').evaluateAll((list) =>
    list.map((title) => parseInt(title.textContent.split(': ')[1], 10)).reduce((sum, n) => sum + n, 0));
  assert.equal(inBins, results.filter((result) => result.status === 'graded').length);
  const marks = await page.locator('#strips .reached, #strips .missed').count();
  const known = results.flatMap((result) => result.bandwidth || []).filter((bandwidth) => bandwidth.threshold > 0);
  assert.equal(marks, known.length);
  assert.equal(await page.locator('#strips .reached').count(), known.filter((one) => one.gbps >= one.threshold).length);
  const line = await page.locator('#strips .threshold').first().boundingBox();
  for (const [kind, side] of [['.reached', 1], ['.missed', -1]]) {
    const boxes = page.locator('#strips .strip').first().locator(kind);
    for (let i = 0; i < Math.min(5, await boxes.count()); i++) {
      const box = await boxes.nth(i).boundingBox();
      assert.ok(side * (box.x + box.width / 2 - line.x) > 0, `${kind} stands on its side of the threshold`);
    }
  }
});

test('the progress counts everybody in every lab', async () => {
  const page = await open();
  const rows = await page.locator('.progress-row > div:nth-child(2) p').allInnerTexts();
  assert.equal(rows.length, labs.length);
  rows.forEach((words, lab) => {
    assert.equal(words.match(/[0-9]+/g).reduce((sum, n) => sum + Number(n), 0), names.length, words);
    const late = results.filter((one) => one.lab === labs[lab] && one.late && one.score !== null).length;
    assert.equal(Number((words.match(/([0-9]+) late/) || [0, 0])[1]), late, words);
  });
});

test('what has cost most is what has cost most', async () => {
  const page = await open();
  const lost = (lab) => results.filter((one) => one.lab === lab && one.score !== null)
    .reduce((sum, one) => sum + one.max_score - one.score, 0);
  const losing = labs.filter((lab) => lost(lab) > 0);
  const cards = page.locator('#lectures .card');
  assert.equal(await cards.count(), losing.length);
  for (let i = 0; i < losing.length; i++) {
    const byTitle = new Map();
    for (const one of results.filter((result) => result.lab === losing[i]))
      for (const check of one.checks.filter((each) => each.status === 'failed' || each.status === 'skipped'))
        byTitle.set(check.title, (byTitle.get(check.title) || 0) + check.max_points - check.points);
    const [title, points] = [...byTitle].sort((a, b) => b[1] - a[1])[0];
    const [check, mistake] = [await cards.nth(i).locator('ol').nth(0).locator('li').first().innerText(),
      await cards.nth(i).locator('ol').nth(1).locator('li').first().innerText()];
    assert.ok(check.includes(`${Math.round(points * 100) / 100} points`), `${losing[i]}: ${title}, ${points}: ${check}`);
    assert.ok(!mistake.includes('undefined') && /[0-9]+ student/.test(mistake), mistake);
  }
});

test('the leaderboard is sorted, measured, and names who wants to be named', async () => {
  for (const path of [page_path, nameless_path]) {
    const page = await open({path});
    const tables = page.locator('#boards table');
    assert.ok(await tables.count() > 0);
    const speeds = (await tables.first().locator('tbody td:nth-child(3)').allInnerTexts()).map(Number);
    assert.ok(speeds.length > 0 && speeds.every((speed, i) => i === 0 || speed <= speeds[i - 1]));
    const shown = new Set(await page.locator('#boards td.text').allInnerTexts());
    for (const name of shown) assert.ok(['anonymous', 'Ada Abara', 'Grace Brandt', '</script><b>Alan'].includes(name), name);
    assert.equal(await page.locator('#boards b').count(), 0);
  }
});

test('the page for the class names nobody else', async () => {
  const text = readFileSync(nameless_path, 'utf8').replaceAll('\\u003c', '<');
  for (const name of names.filter((one) => !['Ada Abara', 'Grace Brandt'].includes(one)))
    assert.ok(!text.includes(name) && !text.includes(JSON.stringify(name).slice(1, -1)), name);
  for (const result of results) assert.ok(!result.submission_sha256 || !text.includes(result.submission_sha256));
  for (const word of ['"message"', '"reason"', '"seed"', '"graded_at"']) assert.ok(!text.includes(word), word);
  const page = await open({path: nameless_path});
  assert.deepEqual(page.complaints, []);
  assert.equal(await page.locator('#scores, #students').count(), 0);
  const tiles = await page.locator('#tiles').innerText();
  assert.ok(tiles.includes(`${names.length}`));
  assert.equal(await page.locator('.progress-row').count(), labs.length);
  assert.ok(await page.locator('#fault-table tbody tr').count() > 0);
  const phone = await open({path: nameless_path, viewport: PHONE, isMobile: true, colorScheme: 'dark'});
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await shot(phone, 'nameless-phone');
  await shot(page, 'nameless');
});

// The contrast between a text and its background, as defined by WCAG: at least 4.5 to 1 for running text.
const contrasts = (page) => page.evaluate(() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const light = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) => c / 255)
      .map((c) => (c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4));
    return .2126 * r + .7152 * g + .0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (color !== 'rgba(0, 0, 0, 0)') return color;
    }
    return 'white';
  };
  return [...document.querySelectorAll('p, a, h2, h3, button, dd, dt, td, th, .late, .open, .refused, .place, .quiet')]
    .filter((element) => element.innerText && element.getClientRects().length).map((element) => {
      const [a, b] = [light(getComputedStyle(element).color), light(ground(element))].sort((x, y) => y - x);
      return {ratio: (a + .05) / (b + .05), what: `${element.tagName} ${element.className}: ${element.innerText.slice(0, 30)}`};
    }).sort((x, y) => x.ratio - y.ratio);
});

test('dark mode is dark, and everything is readable in both', async () => {
  const page = await open({colorScheme: 'light'});
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const button = page.locator('#theme');
  assert.equal(await button.getAttribute('aria-pressed'), 'false');
  const light = await paper();
  let [worst] = await contrasts(page);
  assert.ok(worst.ratio >= 4.5, `light: ${worst.ratio.toFixed(2)} ${worst.what}`);
  await button.click();
  assert.equal(await button.getAttribute('aria-pressed'), 'true');
  assert.notEqual(await paper(), light);
  [worst] = await contrasts(page);
  assert.ok(worst.ratio >= 4.5, `dark: ${worst.ratio.toFixed(2)} ${worst.what}`);
  await shot(page, 'desktop-dark');
  const dark = await open({colorScheme: 'dark'});
  assert.equal(await dark.locator('#theme').getAttribute('aria-pressed'), 'true', 'it follows the system');
});

test('on a phone nothing is cut off, and only tables scroll sideways', async () => {
  const page = await open({viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true});
  await page.locator('#open-all').tap();
  const wide = await page.evaluate(() => [...document.querySelectorAll('body *')]
    .filter((element) => !element.closest('.scroll') && !element.closest('.skip') && !element.closest('svg') &&
      element.getBoundingClientRect().right > innerWidth + 1).map((element) => element.outerHTML.slice(0, 80)));
  assert.deepEqual(wide, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const small = await page.locator('button:visible').evaluateAll((list) => list.filter((button) =>
    button.getBoundingClientRect().height < 24).map((button) => button.innerText));
  assert.deepEqual(small, [], 'buttons are large enough for a finger');
});

test('on paper every part is open and nothing is there to click', async () => {
  const page = await open();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({media: 'print'});
  assert.equal(await page.locator('details.student:not([open])').count(), 0);
  assert.equal(await page.locator('button:visible').filter({hasText: /\b(Dark|Print|all)\b/}).count(), 0);
  const pdf = await page.pdf({format: 'A4', path: `${screenshots}/print.pdf`});
  assert.ok(pdf.length > 10000);
});

test('a screen reader is told what is what', async () => {
  const page = await open();
  const lacking = await page.evaluate(() => [
    ...[...document.querySelectorAll('svg[role=img]')].filter((one) => !one.getAttribute('aria-label')),
    ...[...document.querySelectorAll('table')].filter((one) => !one.caption),
    ...[...document.querySelectorAll('button')].filter((one) => !one.innerText.trim()),
    ...[...document.querySelectorAll('input')].filter((one) => !one.labels.length),
    ...[...document.querySelectorAll('section[aria-labelledby]')].filter((one) => !document.getElementById(one.getAttribute('aria-labelledby'))),
  ].map((one) => one.outerHTML.slice(0, 100)));
  assert.deepEqual(lacking, []);
  const levels = await page.locator('h1, h2, h3, h4').evaluateAll((list) => list.map((one) => Number(one.tagName[1])));
  assert.equal(levels[0], 1);
  assert.ok(levels.every((level, i) => i === 0 || level <= levels[i - 1] + 1), 'no level of headings is left out');
  assert.equal(await page.locator('h1').count(), 1);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
});

test('pictures to look at', async () => {
  const desktop = await open({colorScheme: 'light'});
  await shot(desktop, 'desktop');
  await shot(desktop, 'desktop-whole', {fullPage: true});
  const phone = await open({viewport: PHONE, deviceScaleFactor: 2, isMobile: true, colorScheme: 'light'});
  await shot(phone, 'phone');
  await phone.locator('#distributions').scrollIntoViewIfNeeded();
  for (const part of ['progress', 'lecture', 'leaderboard', 'distributions', 'bandwidths', 'faults', 'students']) {
    await desktop.locator(`#${part}`).evaluate((element) => element.scrollIntoView());
    await shot(desktop, `desktop-${part}`);
    await phone.locator(`#${part}`).evaluate((element) => element.scrollIntoView());
    await shot(phone, `phone-${part}`);
  }
  const parts = desktop.locator('details.student');
  await parts.nth(3).locator('summary').click();
  await parts.nth(3).evaluate((element) => element.scrollIntoView());
  await shot(desktop, 'desktop-student');
});
