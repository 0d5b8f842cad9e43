// The class as the gradebook knows it, and what is counted over it.
const data = JSON.parse(byId('data').textContent);
const labs = data.labs;
const students = data.students.map((student, index) => ({...student, index}));
const QUESTIONS = data.questions.map((name) => name[0].toUpperCase() + name.slice(1));

const isGraded = (result) => result != null && (result.status === 'graded' || result.status === 'stale');
const share = (result) => (result.max > 0 ? result.score / result.max : 0);

// Every result with its student and its lab.
const results = students.flatMap((student) =>
  student.results.map((result, lab) => ({student, lab, result})).filter((entry) => entry.result));
const ofLab = (lab) => results.filter((entry) => entry.lab === lab);

function total(student) {
  const graded = student.results.filter(isGraded);
  return graded.length ? graded.reduce((sum, result) => sum + result.score, 0) : null;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (!sorted.length) return null;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
