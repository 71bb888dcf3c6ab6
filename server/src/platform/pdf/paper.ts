import { readFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';

/** A page of A4 in points. */
export const a4 = { width: 595.28, height: 841.89 } as const;

/** An open PDF with Inter embedded, so that every letter of every European language is real text in it. */
export interface Paper {
  /** The pen; its fonts are named `regular` and `semibold`. */
  readonly pdf: PDFKit.PDFDocument;
  /** The text as its fonts can draw it: a letter that they lack loses its accents, else it is a box. */
  drawable(text: string): string;
  /** Closes the PDF and gives its bytes; pages can be written on until then. */
  finish(): Promise<Buffer>;
}

const folder = new URL('./fonts/', import.meta.url);
let fonts: Promise<readonly [object, object]> | undefined;

function readFonts(): Promise<readonly [object, object]> {
  fonts ??= Promise.all([
    readFile(new URL('inter-regular.ttf', folder)).then(opened),
    readFile(new URL('inter-semibold.ttf', folder)).then(opened),
  ]);
  return fonts;
}

/**
 * A font as pdfkit opens it, once for all papers (decision 0029), with the words that it has laid out: both together are nine tenths of the
 * work of a page. pdfkit takes such a font in the place of bytes, but has no name for it in its types.
 */
function opened(bytes: Buffer): object {
  const pdf = new PDFDocument({ size: 'A4' });
  pdf.font(bytes);
  const font: unknown = Reflect.get(Object(Reflect.get(pdf, '_font')), 'font');
  if (typeof font !== 'object' || font === null) throw new Error('pdfkit opens fonts in another way now');
  const layOut: unknown = Reflect.get(font, 'layout');
  if (typeof layOut !== 'function') throw new Error('pdfkit opens fonts in another way now');
  nameGlyphs(font);
  const known = new Map<string, object>();
  const runOf = (text: string, features: unknown): object => {
    const key = `${JSON.stringify(features)} ${text}`;
    const before = known.get(key);
    if (before) return before;
    const run: object = Object(Reflect.apply(layOut, font, [text, features]));
    if (known.size >= maxWords) known.clear();
    known.set(key, run);
    return run;
  };
  Reflect.set(font, 'layout', (text: string, features?: unknown) => {
    const parts = text.split(hashes);
    if (parts.length === 1) return copyOf(runOf(text, features));
    // Every hash is a new word: its letters are not.
    const runs = parts
      .flatMap((part, index) => (index % 2 === 1 ? [...part] : part === '' ? [] : [part]))
      .map((part) => copyOf(runOf(part, features)));
    return joined(runs);
  });
  return font;
}

const hashes = /([0-9a-f]{32,})/;

function joined(runs: readonly object[]): object {
  const all = (name: string) => runs.flatMap((run): unknown => Reflect.get(run, name));
  return Object.assign(copyOf(Object(runs[0])), { glyphs: all('glyphs'), positions: all('positions') });
}

/**
 * Meets every letter once under its own name. fontkit keeps a glyph as it is first asked for: the L inside an embedded Ł is
 * asked for without a name, and every L of a later paper would be drawn but not be found or copied as text.
 */
function nameGlyphs(font: object): void {
  const letters: unknown = Reflect.get(font, 'characterSet');
  const glyphOf: unknown = Reflect.get(font, 'glyphForCodePoint');
  if (!Array.isArray(letters) || typeof glyphOf !== 'function')
    throw new Error('pdfkit opens fonts in another way now');
  // Other shapes of a letter, such as figures of one width, stand under private names too: those keep what they are used for.
  const known = letters.filter((letter: number) => !/\p{Co}/u.test(String.fromCodePoint(letter)));
  // Signs of phonetics share the shapes of letters that people write, ι and ’: those give the name.
  const order = (letter: number): number => (letter >= 0x250 && letter <= 0x2ff ? letter + 0x110000 : letter);
  for (const letter of known.toSorted((a: number, b: number) => order(a) - order(b)))
    Reflect.apply(glyphOf, font, [letter]);
}

const maxWords = 5000;

/** What stands for a letter that a font lacks. */
export const noLetter = '□';

function drawableIn(font: object, text: string): string {
  const has: unknown = Reflect.get(font, 'hasGlyphForCodePoint');
  if (typeof has !== 'function') throw new Error('pdfkit opens fonts in another way now');
  const known = (letter: string): boolean => Reflect.apply(has, font, [letter.codePointAt(0)]) === true;
  return [...text.toWellFormed().normalize('NFC')]
    .map((letter) => {
      if (/[\s\p{Cc}]/u.test(letter)) return ' ';
      // Signs that only turn or join what stands beside them.
      if (/\p{Cf}/u.test(letter)) return '';
      if (known(letter)) return letter;
      const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      return bare !== '' && [...bare].every(known) ? bare : noLetter;
    })
    .join('');
}

// pdfkit scales the positions of a run in their place.
function copyOf(run: object): object {
  const positions: unknown = Reflect.get(run, 'positions');
  const copies = Array.isArray(positions)
    ? positions.map((position: object) => ({ ...position }))
    : positions;
  return Object.assign(Object.create(Reflect.getPrototypeOf(run)), run, { positions: copies });
}

/**
 * Opens an A4 PDF without margins; the same strokes at the same moment give the same bytes.
 *
 * @example
 * const paper = await openPaper({ title: 'Offerte 2026-12-1', language: 'nl', author: 'Zalland', at: now });
 * paper.pdf.font('semibold').fontSize(20).text('Offerte', 56, 200);
 * const bytes = await paper.finish();
 */
export async function openPaper(about: {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly at: Date;
  /** All that is drawn is marked for screen readers; `openPen` does so. */
  readonly isTagged?: boolean;
}): Promise<Paper> {
  const [regular, semibold] = await readFonts();
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: about.isTagged ?? false,
    lang: about.language,
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.at, ModDate: about.at },
  });
  Reflect.apply(pdf.registerFont, pdf, ['regular', regular]);
  Reflect.apply(pdf.registerFont, pdf, ['semibold', semibold]);
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  return {
    pdf,
    drawable: (text) => drawableIn(regular, text),
    finish() {
      pdf.end();
      return done;
    },
  };
}
