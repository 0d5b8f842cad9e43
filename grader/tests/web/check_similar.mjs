// The page of ./grade similar in a real browser: check_similar.mjs, with PAGE.html and a folder for pictures in
// CHECK_PAGE. Its class has a student whose name and text try to be HTML.
import assert from 'node:assert/strict';
import {mkdirSync} from 'node:fs';
import {resolve} from 'node:path';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const [page_path, screenshots] = process.env.CHECK_PAGE.split(' ');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const DESKTOP = {width: 1280, height: 900}, PHONE = {width: 360, height: 740};

let browser;
test.before(async () => {
  mkdirSync(screenshots, {recursive: true});
  browser = await chromium.launch({executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: FLAGS});
});
test.after(() => browser.close());

async function open(options = {}) {
  const context = await browser.newContext({viewport: DESKTOP, ...options});
  const page = await context.newPage();
  page.requests = [];
  page.complaints = [];
  page.on('request', (request) => page.requests.push(request.url()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  await page.goto(pathToFileURL(resolve(page_path)).href);
  return page;
}

async function openPair(options) {
  const page = await open(options);
  await page.locator('#pair-table tbody button').first().click();
  return page;
}

const shot = (page, name) => page.screenshot({path: `${screenshots}/${name}.png`});

test('it asks for nothing but itself, and has nothing to complain about', async () => {
  const page = await openPair();
  assert.deepEqual(page.requests.map((url) => url.split(':')[0]), ['file']);
  assert.deepEqual(page.complaints, []);
});

test('names and texts are text', async () => {
  const page = await open();
  const rows = page.locator('#pair-table tbody tr');
  for (let i = 0; i < await rows.count(); i++) await rows.nth(i).locator('button').click();
  assert.equal(await page.title(), 'Warplab: alike submissions');
  assert.equal(await page.locator('img').count(), 0);
  assert.equal(await page.locator('script').count(), 2);
  const evil = rows.filter({hasText: '<img'});
  assert.ok(await evil.count() > 0);
  await evil.first().locator('button').click();
  assert.ok((await page.locator('#sides').innerText()).includes('<img'));
});

test('a part is marked in both texts, and chosen in both', async () => {
  const page = await openPair();
  const parts = await page.locator('#parts button').count();
  assert.ok(parts > 0);
  for (let part = 0; part < parts; part++) {
    await page.locator('#parts button').nth(part).click();
    assert.equal(await page.locator('#parts button').nth(part).getAttribute('aria-pressed'), 'true');
    for (const side of ['left', 'right']) {
      const lines = page.locator(`#lines-${side} .line[data-number="${part}"]`);
      assert.ok(await lines.count() > 0, `part ${part + 1}, ${side}`);
      const seen = await lines.first().evaluate((line) => {
        const box = line.getBoundingClientRect(), around = line.parentElement.getBoundingClientRect();
        return box.top >= around.top - 1 && box.bottom <= around.bottom + 1;
      });
      assert.ok(seen, `part ${part + 1} is in view, ${side}`);
      assert.ok(await lines.first().evaluate((line) => line.classList.contains('chosen')));
    }
  }
});

test('the groups are listed, and a text without a pair is not shown', async () => {
  const page = await open();
  assert.ok(await page.locator('#group-list .group').count() > 0);
  assert.equal(await page.locator('#sides .side').count(), 0);
});

test('it follows the system into dark mode, and the button turns it', async () => {
  const page = await openPair({colorScheme: 'dark'});
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await paper();
  await shot(page, 'similar-dark');
  await page.locator('#theme').click();
  assert.notEqual(await paper(), dark);
});

test('on a phone nothing is cut off, and only tables scroll sideways', async () => {
  const page = await openPair({viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true});
  const wide = await page.evaluate(() => [...document.querySelectorAll('body *')]
    .filter((element) => !element.closest('.scroll') && !element.closest('.skip') &&
      element.getBoundingClientRect().right > innerWidth + 1).map((element) => element.outerHTML.slice(0, 80)));
  assert.deepEqual(wide, []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await shot(page, 'similar-phone');
});

test('pictures to look at', async () => {
  const page = await open({colorScheme: 'light'});
  await shot(page, 'similar-list');
  await page.locator('#pair-table tbody button').first().click();
  await shot(page, 'similar-sides');
});
