import { type Line, linesFrom, type RecognisedWord } from '#server/recognition/index.ts';

/**
 * A page for tests, drawn as text: each line of text is a line of the page and each column a place on it, so that
 * what stands above what can be seen.
 */
export function pageOf(drawing: string, page = 1): Line[] {
  const words: RecognisedWord[] = [];
  const step = 0.009;
  drawing.split('\n').forEach((line, row) => {
    for (const match of line.matchAll(/\S+/g)) {
      const left = 0.05 + match.index * step;
      const top = 0.04 + row * 0.018;
      words.push({
        text: match[0],
        box: [left, top, left + match[0].length * step, top + 0.012],
        confidence: 1,
      });
    }
  });
  return linesFrom(words, page, 0.7, false);
}
