import { maxTriggerTextLength, type TriggerText } from '#contract/documents/triggers.ts';
import type { Box, RecognisedWord, TextSource } from '#server/recognition/index.ts';

/** A page of which triggers read the text. */
export interface TextPage {
  readonly number: number;
  readonly text: string;
  readonly textSource: TextSource;
  /** In the order of the text; may be empty where only the text is needed. */
  readonly words: readonly RecognisedWord[];
}

/** The one text that triggers run on: the pages below each other. Cut where triggers stop reading (§D9). */
export function textOf(pages: readonly Pick<TextPage, 'text'>[]): string {
  return pages
    .map(({ text }) => text)
    .join('\n')
    .slice(0, maxTriggerTextLength);
}

/** The text with the place of every word in it, for marks on the page. */
export function placedText(pages: readonly TextPage[]): TriggerText {
  const text = textOf(pages);
  const whole = pages.reduce((length, page) => length + page.text.length + 1, -1);
  const spans: TriggerText['pages'] = [];
  const words: TriggerText['words'] = [];
  let start = 0;
  for (const page of pages) {
    spans.push({ number: page.number, start, end: start + page.text.length });
    let at = start;
    for (const word of page.words) {
      // The words stand in the text in their order, with white space between them.
      const found = text.indexOf(word.text, at);
      if (found < 0 || found > start + page.text.length) continue;
      at = found + word.text.length;
      words.push({
        start: found,
        end: at,
        page: page.number,
        box: [...word.box],
        confidence: word.confidence,
      });
    }
    start += page.text.length + 1;
  }
  return { text, source: sourceOf(pages), isCut: whole > maxTriggerTextLength, pages: spans, words };
}

function sourceOf(pages: readonly TextPage[]): TriggerText['source'] {
  return pages.find(({ textSource }) => textSource !== 'none')?.textSource ?? 'none';
}

/** The boxes of a part of the text: one a line of a page. */
export function boxesOf(
  text: Pick<TriggerText, 'words'>,
  start: number,
  end: number,
): { page: number; box: [number, number, number, number] }[] {
  const boxes: { page: number; box: [number, number, number, number] }[] = [];
  for (const word of text.words) {
    if (word.start >= end || word.end <= start) continue;
    const last = boxes.at(-1);
    if (last && last.page === word.page && isOnLine(last.box, word.box))
      last.box = around(last.box, word.box);
    else boxes.push({ page: word.page, box: word.box });
  }
  return boxes;
}

function isOnLine(a: Box, b: Box): boolean {
  const middle = (b[1] + b[3]) / 2;
  return middle > a[1] && middle < a[3] && b[0] > a[0];
}

function around(a: Box, b: Box): [number, number, number, number] {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
