import type { Grey } from './picture.ts';

/** A pixel darker than this may be a rule or a letter: thin grey rules are pale after a scan. */
const dark = 200;
/** Shortest run, as a share of the long side, that is a rule and no stroke of a letter: 13 mm of an A4 page. */
const minRun = 1 / 23;
/** Shortest upright run between two level rules: the side of a cell of one line. */
const minSide = 1 / 90;
/** Gaps in a rule that a scan leaves. */
const gap = 3;
/** Thickest rule in pixels of a page of 2340: what is thicker is a letter that crosses it, or a bar. */
const maxThickness = 8;
/** Share of a run that is thin where it is a rule; along the feet of letters it is thick at every stem. */
const mostlyThin = 0.8;

/** Marks of a pixel: to be wiped; in a level rule; in an upright one. */
const thin = 1;
const inLevel = 2;
const inUpright = 4;
const crossing = inLevel | inUpright;

/**
 * A picture without the rules of tables and boxes, and without underlines: the engine reads a ruled table as one
 * picture, and loses what stands in it. Takes a level page that is white between its letters (`whiten`). Letters that
 * cross a rule stay. About 70 ms for an A4 page at 200 dpi.
 */
export function withoutRules(picture: Grey): Grey {
  const { width, height } = picture;
  const pixels = Uint8Array.from(picture.pixels);
  const ink = { pixels, width, height };
  const marks = new Uint8Array(pixels.length);
  const long = Math.round(Math.max(width, height) * minRun);
  markLevel(ink, marks, long);
  markUpright(ink, marks, long, Math.round(Math.max(width, height) * minSide));
  for (let at = 0; at < marks.length; at += 1) {
    const mark = marks[at] ?? 0;
    if ((mark & thin) !== 0) pixels[at] = 255;
    // Where rules cross neither is thin.
    if ((mark & crossing) === crossing) for (const off of [0, 1, -1, width, -width]) pixels[at + off] = 255;
  }
  return ink;
}

function markLevel(ink: Grey, marks: Uint8Array, long: number): void {
  const { width, height } = ink;
  for (let y = 1; y < height - 1; y += 1) {
    forRuns(ink, y * width, 1, width, width, (from, to) => {
      if (to - from >= long) markRun(ink, marks, y * width + from, to - from, 1, width, inLevel);
    });
  }
}

/** The same for upright runs, and for shorter ones whose both ends meet a level rule. */
function markUpright(ink: Grey, marks: Uint8Array, long: number, short: number): void {
  const { width, height } = ink;
  const meets = (x: number, y: number): boolean => {
    for (let off = -4; off <= 4; off += 1) {
      if (((marks[(y + off) * width + x] ?? 0) & inLevel) !== 0) return true;
    }
    return false;
  };
  for (let x = 1; x < width - 1; x += 1) {
    forRuns(ink, x, width, height, 1, (from, to) => {
      const isRule = to - from >= long || (to - from >= short && meets(x, from) && meets(x, to));
      if (isRule) markRun(ink, marks, from * width + x, to - from, width, 1, inUpright);
    });
  }
}

/** Calls back for each dark run along a row or a column; a pixel beside it, across, closes a gap of a slight slope. */
function forRuns(
  { pixels }: Grey,
  start: number,
  step: number,
  count: number,
  across: number,
  take: (from: number, to: number) => void,
): void {
  let from = -1;
  let last = -1;
  for (let at = 0; at < count; at += 1) {
    const here = start + at * step;
    const isDark =
      (pixels[here] ?? 255) < dark ||
      (pixels[here - across] ?? 255) < dark ||
      (pixels[here + across] ?? 255) < dark;
    if (!isDark) continue;
    if (from < 0 || at - last > gap) {
      if (from >= 0) take(from, last + 1);
      from = at;
    }
    last = at;
  }
  if (from >= 0) take(from, last + 1);
}

/** Marks a run where it is thin, if it is thin nearly everywhere, with its pale edge. */
function markRun(
  ink: Grey,
  marks: Uint8Array,
  start: number,
  count: number,
  step: number,
  across: number,
  kind: number,
): void {
  const spans: (readonly [low: number, high: number])[] = [];
  let thick = 0;
  for (let at = 0; at < count; at += 1) {
    const span = thinSpan(ink, start + at * step, across);
    if (span === 'thick') thick += 1;
    else if (span) spans.push(span);
  }
  if (thick > (1 - mostlyThin) * count) return;
  for (let at = 0; at < count; at += 1) {
    const place = start + at * step;
    marks[place] = (marks[place] ?? 0) | kind;
  }
  const sizes = spans.map(([low, high]) => high - low).toSorted((a, b) => a - b);
  // Where the foot of a letter touches an underline the ink is thicker, and wiping it would cut the letter.
  const maxSize = (sizes[Math.floor(sizes.length / 2)] ?? 0) + across;
  for (const [low, high] of spans) {
    if (high - low > maxSize) continue;
    for (let place = low - across; place <= high + across; place += across) {
      if (place >= 0 && place < marks.length) marks[place] = (marks[place] ?? 0) | thin;
    }
  }
}

/** The ink across a run at one place; null where there is none. */
function thinSpan({ pixels }: Grey, at: number, across: number): readonly [number, number] | 'thick' | null {
  const isDark = (place: number): boolean => (pixels[place] ?? 255) < dark;
  const first = [at, at - across, at + across].find(isDark);
  if (first === undefined) return null;
  let low = first;
  let high = first;
  let size = 1;
  while (size <= maxThickness && isDark(low - across)) {
    low -= across;
    size += 1;
  }
  while (size <= maxThickness && isDark(high + across)) {
    high += across;
    size += 1;
  }
  return size > maxThickness ? 'thick' : [low, high];
}
