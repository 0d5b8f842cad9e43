// Looks at decks in a real browser: look.mjs CHROMIUM PICTURES DECK.html...
// Each deck has all its slides on one page. Nothing may stick out of a slide, be smaller than the back row can read,
// or be loaded from elsewhere. Leaves a picture of every slide in the folder PICTURES, light, dark and grey.
import {mkdirSync} from 'node:fs';
import {basename, resolve} from 'node:path';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const [chromium, pictures, ...decks] = process.argv.slice(2);
const puppeteer = createRequire(resolve(process.env.NODE_MODULES, 'package.json'))('puppeteer-core');
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
// In pixels of a slide that is 720 high: of words, of code, and of what stands in figures.
const LEAST = {words: 22, code: 17.5, figure: 15};

// Runs in the page: what is wrong with one slide, as sentences.
function faultsOfSlide(section, LEAST) {
  const faults = [];
  if (!getComputedStyle(section).getPropertyValue('--paper'))
    faults.push('not in the theme warplab');
  const all = section.getBoundingClientRect(), style = getComputedStyle(section);
  const bottom = all.bottom - 44, right = all.right - parseFloat(style.paddingRight) + 2;
  const say = (element) => (element.textContent || element.alt || element.tagName).trim().slice(0, 40);

  for (const child of section.children)
    if (child.getBoundingClientRect().bottom > bottom && child.tagName !== 'FOOTER')
      faults.push(`reaches the foot of the slide: "${say(child)}"`);

  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.textContent.trim() || element.closest('footer, style, script'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0)
      continue;
    if (box.bottom > bottom || box.right > right || box.left < all.left || box.top < all.top)
      faults.push(`sticks out: "${say(node)}"`);
    // Code that is too wide is scaled down like a drawing, which only its size on the screen tells.
    const scale = element.offsetHeight ? element.getBoundingClientRect().height / element.offsetHeight : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < (element.closest('pre, marp-pre') ? LEAST.code : LEAST.words) * 0.98)
      faults.push(`${size.toFixed(1)} px is too small: "${say(node)}"`);
  }

  for (const image of section.querySelectorAll('img')) {
    const box = image.getBoundingClientRect();
    const scale = Math.min(box.width / image.naturalWidth, box.height / image.naturalHeight);
    if (!image.naturalWidth)
      faults.push(`a figure that cannot be shown: "${say(image)}"`);
    if (box.bottom > bottom + 1 || box.right > right)
      faults.push(`sticks out: figure "${say(image)}"`);
    if (!image.src.startsWith('data:image/svg'))
      continue;
    const holder = document.createElement('div');
    holder.innerHTML = new TextDecoder().decode(Uint8Array.from(atob(image.src.split(',')[1]), (c) => c.charCodeAt(0)));
    const shadow = document.body.appendChild(document.createElement('div')).attachShadow({mode: 'open'});
    shadow.append(holder);
    const sizes = [...holder.querySelectorAll('text')].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
    if (Math.min(...sizes) < LEAST.figure * 0.98)
      faults.push(`${Math.min(...sizes).toFixed(1)} px is too small in the figure "${say(image)}"`);
    shadow.host.remove();
  }

  for (const element of section.querySelectorAll('pre, marp-pre, .columns > div, figure'))
    if (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
      faults.push(`does not fit in its place: "${say(element)}"`);
  return faults;
}

const browser = await puppeteer.launch({executablePath: chromium, args: FLAGS, headless: true, protocolTimeout: 600000});
let faults = 0, looked = 0;
mkdirSync(pictures, {recursive: true});
for (const deck of decks) {
  const name = basename(deck, '.html').replace(/\.look$/, '');
  const page = await browser.newPage();
  const fault = (message) => { console.error(message); faults++; };
  await page.setViewport({width: 1280, height: 720});
  page.on('request', (request) => /^(file|data|about):/.test(request.url()) || fault(`${name}: asks for ${request.url()}`));
  page.on('pageerror', (error) => fault(`${name}: ${error}`));
  await page.goto(pathToFileURL(resolve(deck)), {waitUntil: 'load'});
  await page.evaluate(() => document.fonts.ready);
  await new Promise((done) => setTimeout(done, 300));
const slides = await page.$$('section');
  if (slides.length === 0)
    fault(`${name}: no slides`);
  for (const [index, slide] of slides.entries()) {
    for (const message of await page.evaluate(faultsOfSlide, slide, LEAST))
      fault(`${name}, slide ${index + 1}: ${message}`);
    looked++;
  }
  for (const look of (process.env.LOOKS || 'light dark grey').split(' ')) {
    await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: look === 'dark' ? 'dark' : 'light'}]);
    await page.evaluate((grey) => { document.body.style.filter = grey ? 'grayscale(1)' : ''; }, look === 'grey');
    for (const [index, slide] of slides.entries())
      await slide.screenshot({path: `${pictures}/${name}.${String(index + 1).padStart(2, '0')}.${look}.png`});
  }
  await page.close();
}
await browser.close();
console.log(`${looked} slides of ${decks.length} decks looked at in Chromium, ${faults} faults; pictures in ${pictures}`);
process.exit(faults > 0 ? 1 : 0);
