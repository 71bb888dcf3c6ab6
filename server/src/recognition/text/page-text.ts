import { type FoundAmount, amountsIn, groupsBySpace } from './amounts.ts';
import { type FoundDate, datesIn, isMonthFirst } from './dates.ts';
import { type FoundCode, ibansIn, kvksIn, vatIdsIn } from './identifiers.ts';
import type { Label } from '../labels/label.ts';
import { labelsOn } from '../labels/labels.ts';
import type { Box, Candidate } from '../recognised.ts';
import type { Spot } from '../labels/relations.ts';
import { type Line, boxOf, isScanned, wordsAt } from './words.ts';

/** Everything of a document's text that fields are found in: found once, used by each of them. */
export interface DocumentText {
  readonly lines: readonly Line[];
  /** Lower case, one line of the page per line. */
  readonly lower: string;
  readonly labels: readonly Label[];
  readonly dates: readonly Spot<FoundDate>[];
  readonly amounts: readonly Spot<FoundAmount>[];
  readonly ibans: readonly Spot<FoundCode>[];
  readonly vatIds: readonly Spot<FoundCode>[];
  readonly kvks: readonly Spot<FoundCode>[];
}

/** Values beyond these are no part of an invoice's head or sums; a page of figures would cost time for nothing. */
const maxPages = 12;

/** Finds labels and typed values on the first and the last pages. */
export function readText(all: readonly Line[]): DocumentText {
  const typed = readTyped(all);
  return { ...typed, labels: typed.lines.flatMap(labelsOn) };
}

/** Finds the typed values alone, without labels. */
export function readTyped(all: readonly Line[]): Omit<DocumentText, 'labels'> {
  const pages = [...new Set(all.map((line) => line.page))];
  const read = new Set(
    pages.length <= maxPages ? pages : [...pages.slice(0, maxPages / 2), ...pages.slice(-maxPages / 2)],
  );
  const lines = all.filter((line) => read.has(line.page));
  const ibans = [...spots(lines, ibansIn), ...brokenCodes(lines, ibansIn)];
  const vatIds = spots(lines, vatIdsIn);
  const lower = lines.map((line) => line.text.replaceAll('\t', ' ').toLowerCase()).join('\n');
  const isAmerican = isMonthFirst(lower);
  const isSpaced = groupsBySpace(lines.map((line) => line.text));
  return {
    lines,
    lower,
    dates: withoutNumbers([
      ...spots(lines, (line) => datesIn(line, isAmerican)),
      ...brokenDates(lines, isAmerican),
    ]),
    amounts: withLostCommas(
      spots(lines, (line) => amountsIn(line, isSpaced)),
      lines,
    ),
    ibans,
    vatIds,
    kvks: [...spots(lines, kvksIn), ...brokenCodes(lines, kvksIn)],
  };
}

/** How far the right edges of amounts in one column lie apart, of the page's width. */
const columnEdge = 0.008;
const bareDigits = /^€? ?(\d{3,7})(?: ?€)?$/;

/**
 * `12044` in a scan, in a column of amounts and beside other amounts: the comma was too faint. Two of the column are
 * needed, one of them on another line above or below.
 */
function withLostCommas(amounts: readonly Spot<FoundAmount>[], lines: readonly Line[]): Spot<FoundAmount>[] {
  const lost = lines.filter(isScanned).flatMap((line) =>
    line.cells.flatMap((cell): Spot<FoundAmount>[] => {
      const digits = bareDigits.exec(cell.text)?.[1];
      const [start, end] = [cell.start, cell.start + cell.text.length];
      if (
        digits === undefined ||
        amounts.some((one) => one.line === line && one.start < end && one.end > start)
      )
        return [];
      const column = amounts.filter(
        ({ line: other, box, value }) =>
          other.page === line.page && value.isExact && Math.abs(box[2] - cell.box[2]) < columnEdge,
      );
      const isBeside = amounts.some((one) => one.line === line && one.value.isExact);
      if (column.length < 2 && !(column.length === 1 && isBeside)) return [];
      const value = {
        cents: Number(digits),
        start,
        end,
        raw: cell.text,
        hasCurrency: cell.text.includes('€'),
        isExact: true,
      };
      return [{ value, raw: cell.text, line, start, end, box: cell.box }];
    }),
  );
  return [...amounts, ...lost];
}

/** `Rechnung 26-05-31` beside `31. Mai 2026`: a title's short day is its number where the day stands in full elsewhere. */
function withoutNumbers(dates: readonly Spot<FoundDate>[]): Spot<FoundDate>[] {
  const hasFull = dates.some(({ raw }) => /\d{4}|\p{L}/u.test(raw));
  if (!hasFull) return [...dates];
  return dates.filter(
    ({ raw, line, start }) =>
      !/^\d{2}-\d{2}-\d{2}$/.test(raw) || !titleBefore.test(line.text.slice(0, start)),
  );
}

const titleBefore =
  /(?:^|\t)\p{L}{0,16}(?:factuur|nota|rechnung|invoice|facture|declaratie)(?:[\s-]?(?:nr|no|nummer|n°)\.?)?[\s:]{1,3}$/iu;

const begun = /(?:\d{1,2}(?:[-/. ]{0,2}(?:\d{1,2}|\p{L}{3,9}\.?))?[-/., ]?|\p{L}{3,9}\.? \d{1,2} ?,?)$/u;
const ended = /^(?:\p{L}{3,9}\.? )?\d{4}(?: \d\d:\d\d)?$/u;
/** `2026-05-` over `22`. */
const begunByYear = /(?<!\d)20\d{2}[-/.]\d{2}[-/.]$/;
const endedByDay = /^\d{1,2}$/;

/** A day that breaks at the end of a narrow cell, `17 nov.` over `2025`, stands on its first line. */
function brokenDates(lines: readonly Line[], isAmerican: boolean): Spot<FoundDate>[] {
  return lines.flatMap((line, at) =>
    line.cells.flatMap((cell) => {
      const tail = begun.exec(cell.text)?.[0];
      if (tail === undefined) return [];
      const tailEnd = begunByYear.test(cell.text) ? endedByDay : ended;
      const rest = [lines[at + 1], lines[at + 2]].flatMap((next) =>
        next?.page === line.page && next.box[1] - line.box[3] < (line.box[3] - line.box[1]) * 1.2
          ? next.cells.filter(({ text, box }) => isBelow(box, cell.box) && tailEnd.test(text))
          : [],
      )[0];
      if (!rest || datesIn(cell.text, isAmerican).length > 0) return [];
      const [value] = datesIn(`${cell.text} ${rest.text}`.replace(/([-/.]) (?=\d)/, '$1'), isAmerican);
      if (!value) return [];
      const [start, end] = [cell.start + value.start, cell.start + cell.text.length];
      return [{ value, raw: value.raw, line, start, end, box: boxOf(line, start, end) }];
    }),
  );
}

/** `… IBAN NL91 ABNA 0417` over `1643 00 …`, in small print that runs on: the code stands on its first line. */
function brokenCodes(lines: readonly Line[], find: (text: string) => FoundCode[]): Spot<FoundCode>[] {
  return lines.flatMap((line, at) => {
    const last = line.cells.at(-1);
    if (!last || last.words.length < minRunning) return [];
    const close = lines
      .slice(at + 1, at + 3)
      .filter(
        ({ page, box }) => page === line.page && box[1] - line.box[3] < (line.box[3] - line.box[1]) * 1.2,
      );
    // A column at the side has others before it, and lines that stand a little higher.
    const inColumn = close.find(({ cells }) => cells.some(({ box }) => isBelow(box, last.box)));
    const next = inColumn ?? close.find((one) => one === lines[at + 1]);
    const first = inColumn?.cells.find(({ box }) => isBelow(box, last.box)) ?? next?.cells[0];
    if (!next || !first) return [];
    return find(`${last.text} ${first.text}`).flatMap((value) => {
      if (value.end <= last.text.length + 1) return [];
      // A label alone on the first line, as in `… KvK`, has its code on the next.
      if (value.start > last.text.length) {
        const shift = first.start - last.text.length - 1;
        const [start, end] = [value.start + shift, value.end + shift];
        return [{ value, raw: value.raw, line: next, start, end, box: boxOf(next, start, end) }];
      }
      const [start, end] = [last.start + value.start, line.text.length];
      return [{ value, raw: value.raw, line, start, end, box: boxOf(line, start, end) }];
    });
  });
}

/** Words from which a cell is text that runs on. */
const minRunning = 4;

/** In one column with the cell above it, whichever edge they share. */
function isBelow(box: Box, upper: Box): boolean {
  return Math.abs(box[0] - upper[0]) < 0.012 || Math.abs(box[2] - upper[2]) < 0.012;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
}

function spots<Value extends Found>(lines: readonly Line[], find: (text: string) => Value[]): Spot<Value>[] {
  return lines.flatMap((line) =>
    find(line.text).map((value) => {
      const { start, end, raw } = value;
      return { value, raw: raw.replaceAll('\t', ' '), line, start, end, box: boxOf(line, start, end) };
    }),
  );
}

/** The lowest confidence of the words under a spot; it lowers every value made of it. */
export function readingOf(spot: Spot<unknown>): number {
  const words = wordsAt(spot.line, spot.start, spot.end);
  return words.reduce((lowest, word) => Math.min(lowest, word.confidence), 1);
}

/** A candidate for a field from a spot on the page. */
export function candidateAt<Value>(
  spot: Spot<unknown>,
  value: Value,
  score: number,
  reasons: readonly string[],
): Candidate<Value> {
  const confidence = round(Math.min(0.98, Math.max(0.01, score)) * (0.55 + 0.45 * readingOf(spot)));
  return {
    value,
    raw: spot.raw,
    page: spot.line.page,
    box: spot.box,
    confidence,
    method: 'heuristic',
    reasons,
  };
}

/** A candidate that was worked out, and stands nowhere on the page. */
export function computed<Value>(
  value: Value,
  raw: string,
  confidence: number,
  reasons: readonly string[],
): Candidate<Value> {
  return { value, raw, page: null, box: null, confidence: round(confidence), method: 'heuristic', reasons };
}

/** The best five, each value once: repeats lend the first one their reasons. */
export function bestFive<Value, Kind extends Candidate<Value>>(candidates: readonly Kind[]): Kind[] {
  const best: Kind[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.confidence - a.confidence)) {
    const same = best.findIndex(({ value }) => value === candidate.value);
    const first = best[same];
    if (!first) best.push(candidate);
    else
      best[same] = { ...first, reasons: [...new Set([...first.reasons, ...candidate.reasons])].slice(0, 5) };
  }
  return best.slice(0, 5);
}

/** Two decimals are all that a confidence deserves. */
export function round(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
