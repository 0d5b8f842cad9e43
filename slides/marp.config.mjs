// How Marp makes pages of the decks. Nothing may come from elsewhere: no emoji pictures, no fonts for formulas.
export default {
  html: true,
  themeSet: './theme',
  browser: 'chrome',
  options: {emoji: {shortcode: false, unicode: false}, math: false, markdown: {breaks: false}},
};
