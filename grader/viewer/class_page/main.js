// Everything drawn, then the two buttons of the page itself.
function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  byId('theme').setAttribute('aria-pressed', dark);
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
setTheme(prefersDark.matches);
prefersDark.addEventListener('change', (event) => setTheme(event.matches));
byId('theme').addEventListener('click', () => setTheme(byId('theme').getAttribute('aria-pressed') !== 'true'));
byId('print').addEventListener('click', () => print());

showTiles();
showScores();
showCharts();
showFaults();
showStudents();
