// Draws everything, then sets up the page's own two buttons.
function setTheme(dark) {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  byId('theme').setAttribute('aria-pressed', dark);
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
setTheme(prefersDark.matches);
prefersDark.addEventListener('change', (event) => setTheme(event.matches));
byId('theme').addEventListener('click', () => setTheme(byId('theme').getAttribute('aria-pressed') !== 'true'));
byId('print').addEventListener('click', () => print());

// A page for the class has no parts about individual students.
if (data.nameless) {
  for (const id of ['scores', 'students']) {
    byId(id).remove();
    document.querySelector(`nav a[href="#${id}"]`).remove();
  }
  document.querySelector('.skip').setAttribute('href', '#progress');
  document.querySelector('.skip').textContent = 'Skip to the progress';
  byId('whose').textContent = 'This file names nobody but those who want to be on the leaderboard.';
}
showTiles();
showScores();
showProgress();
showLecture();
showCharts();
showBoard();
showFaults();
showExplained();
if (!data.nameless) showStudents();
