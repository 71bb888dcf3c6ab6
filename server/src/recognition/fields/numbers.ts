import { type DocumentText, bestFive, candidateAt } from '../text/page-text.ts';
import type { Candidate } from '../recognised.ts';
import { type Relation, type Spot, isHeads, relationsOf, scoreFor } from '../labels/relations.ts';
import { type Line, around, boxOf, cellAt } from '../text/words.ts';

const token = /(?<![\p{L}\d])(?=[\p{L}\d\-/._]*\d)[\p{L}\d](?:[\p{L}\d\-/._]*[\p{L}\d])?/giu;

/** Invoice numbers, best first: what a number label announces, a title's number, or a familiar shape near the top. */
export function findNumbers(text: DocumentText, isCreditNote = false): Candidate<string>[] {
  const found: Candidate<string>[] = [];
  const seen: Seen[] = [];
  const taken = takenSpans(text);
  // A trade-register number that is mentioned again, as in general conditions, is still no invoice's.
  const codes = new Set([...text.kvks, ...text.ibans, ...text.vatIds].map(({ value }) => value.value));
  // Where a credit note has a label for its own number, `Factuurnummer` is the invoice that it takes back.
  const hasOwn =
    isCreditNote &&
    text.labels.some(
      ({ kind, text: label, line }) => kind === 'number' && line.page === 1 && ownLabel.test(label),
    );
  for (const line of text.lines) {
    for (const spot of tokensOn(line, text)) {
      const overlapping = overlapsOf(spot, taken);
      if (overlapping.some(({ isSure }) => isSure) || codes.has(spot.value)) continue;
      const relations = relationsOf(spot, text.labels);
      if (overlapping.length === 0) seen.push({ spot, relations });
      const { score, reason } = labelScore(relations, isCreditNote, hasOwn);
      // `26.363.88` reads as an amount; its label knows better.
      if (overlapping.length > 0 && score < 0.4) continue;
      const isHeaded = relations.some(
        ({ label }) => label.kind === 'number' && isHeads(label.line, text.labels),
      );
      const labelled = score * shape(spot.value) * (isHeaded ? 1 : aloneness(spot, relations));
      const repeats = repeatsOf(spot.value, text);
      const guess = labelled < 0.2 && relations.length === 0 ? unlabelled(spot) : 0;
      const total =
        Math.max(labelled * (isProse(spot) && !isHeaded ? (own(relations) > 0.6 ? 0.85 : 0.5) : 1), guess) +
        (labelled > 0.2 ? 0.02 * Math.min(2, repeats - 1) : 0);
      if (total < 0.12) continue;
      const reasons = guess > labelled ? ['number-shape'] : [reason];
      if (repeats > 1) reasons.push(`repeated:${repeats}`);
      found.push(candidateAt(spot, spot.value, total * (line.page === 1 ? 1 : 0.93), reasons));
    }
  }
  if (found.every(({ confidence }) => confidence < minFinding))
    found.push(...byPlace(text, seen), ...byAccount(text, taken));
  return bestFive(found);
}

/** Under this no label spoke well enough for a number to end the search. */
const minFinding = 0.35;

interface Seen {
  readonly spot: Spot<string>;
  readonly relations: readonly Relation[];
}

/** Where no label is known, a code in the head that is nobody else's: beside a vague label, under a title, repeated. */
function byPlace(text: DocumentText, seen: readonly Seen[]): Candidate<string>[] {
  const titles = text.labels.filter(
    ({ kind, line, text: word }) => kind === 'number' && line.page === 1 && title.test(word),
  );
  return seen.flatMap(({ spot, relations }) => {
    const { value, line, box } = spot;
    const isCode = /^(?!0\d{9}$)(?=(?:\D*\d){3})(?:\d{5,}|(?=.*\D).{5,})$/.test(value);
    if (!isCode || line.page > 1 || box[1] > 0.5 || !isAlone(spot)) return [];
    const claim = relations.find(({ label: { kind } }) => kind === 'otherNumber' || kind === 'reference');
    if (claim && claim.score > 0.3 && !claim.label.isVague) return [];
    const isNamed = claim?.label.isVague === true && claim.score > 0.4;
    const isUnderTitle = titles.some((one) => Math.abs(one.line.index - line.index) <= 2);
    const points = [
      isNamed ? 0.12 : 0,
      isUnderTitle ? 0.1 : 0,
      repeatsOf(value, text) > 1 ? 0.08 : 0,
      /^[A-Z]{1,5}[-/.]?\d|^(?:20)?2\d[-/.]/.test(value) ? 0.06 : 0,
      box[1] < 0.3 ? 0.04 : 0,
    ];
    const score = points.reduce((sum, point) => sum + point, 0.16) * shape(value);
    return [
      candidateAt(spot, value, score, [claim && isNamed ? `label:${claim.label.text}` : 'number-shape']),
    ];
  });
}

const startsAsTitle =
  /^\p{L}{0,16}(?:factuur|nota|rechnung|note|invoice|facture|faktura|declaratie)(?!\p{L})/iu;
const title =
  /^(?:\p{L}{0,16}(?:factuur|nota|rechnung|note)|invoice|facture|faktura|declaratie|gutschrift)$/iu;

/** All of its cell, or behind a few words that may announce it. */
function isAlone({ line, start, end }: Spot<string>): boolean {
  const cell = cellAt(line, start, end);
  if (!cell) return false;
  const before = line.text.slice(cell.start, start);
  const after = line.text.slice(end, cell.start + cell.text.length);
  if (!/^[\s.,;)]*$/.test(after)) return false;
  // `Facture de situation n°3 – 2026-01-615`: a title ends with what it is called.
  const isTitle = startsAsTitle.test(before) && /(?:\s[–—:-]|[:(])\s?$/u.test(before);
  return isTitle || /^(?:[\p{L}.°'’ -]{2,30}[:#.°]?\s*)?$/u.test(before);
}

/** Telephone companies call the number of a bill `Rekeningnummer`; where nothing else is a number, it is a suggestion. */
function byAccount(text: DocumentText, taken: ReadonlyMap<Line, readonly Taken[]>): Candidate<string>[] {
  const spots = text.lines.filter(({ page }) => page === 1).flatMap((line) => tokensOn(line, text));
  return spots.flatMap((spot) => {
    const [first] = relationsOf(spot, text.labels);
    const isTaken = overlapsOf(spot, taken).length > 0;
    const isMeant = first && /^(?:rekening|account)/i.test(first.label.text) && first.score > 0.6;
    if (!isMeant || isTaken || !/^\d{6,13}$/.test(spot.value)) return [];
    return [
      candidateAt(spot, spot.value, /^rekening/i.test(first.label.text) ? 0.42 : 0.3, [
        `label:${first.label.text}`,
      ]),
    ];
  });
}

/** What a label above announces is all of its cell: a house number or postcode in an address below it is not. */
function aloneness({ line, start, end }: Spot<string>, relations: readonly Relation[]): number {
  const label = relations.find(({ label: { kind } }) => kind === 'number')?.label;
  if (!label || label.line === line) return 1;
  const cell = cellAt(line, start, end);
  if (!cell) return 1;
  const before = line.text.slice(cell.start, start);
  const after = line.text.slice(end, cell.start + cell.text.length);
  return /\p{L}{2}/u.test(before) || /^,? \p{Lu}\p{L}+/u.test(after) ? 0.45 : 1;
}

/** How strong the label of a number is, whatever stands between. */
function own(relations: readonly Relation[]): number {
  return relations.find(({ label }) => label.kind === 'number')?.label.strength ?? 0;
}

/** A number that a sentence mentions is less likely the document's own than one that stands by itself. */
function isProse({ line, start }: Spot<string>): boolean {
  return (cellAt(line, start, start + 1)?.words.length ?? 0) > 9;
}

const ownLabel = /^(?:nummer|number|nr\.?|credit.*|gutschrift.*|storno.*)$/i;

interface Taken {
  readonly start: number;
  readonly end: number;
  readonly isSure: boolean;
}

/** Dates, IBANs, VAT and trade-register numbers, and amounts are no invoice numbers; a bare amount may be one. */
function takenSpans(text: DocumentText): Map<Line, readonly Taken[]> {
  const spans = new Map<Line, readonly Taken[]>();
  const add = ({ line, start, end }: Spot<unknown>, isSure: boolean): void => {
    spans.set(line, [...(spans.get(line) ?? []), { start, end, isSure }]);
  };
  for (const spot of [...text.dates, ...text.ibans, ...text.vatIds, ...text.kvks]) add(spot, true);
  for (const spot of text.amounts) add(spot, spot.value.hasCurrency || spot.raw.includes(','));
  return spans;
}

function overlapsOf({ line, start, end }: Spot<unknown>, taken: ReadonlyMap<Line, readonly Taken[]>) {
  return (taken.get(line) ?? []).filter((other) => start < other.end && end > other.start);
}

/** `12 345 67 890 12`: a cell of nothing but groups of digits is one number, not five. */
const groupsOnly =
  /^(?:[A-Z]{1,4} )?\d{2,5}(?: \d{2,6}){2,5}$|^\d{3} \d{3}$|^[A-Z]{1,2} \d{2,4}[-/]\d{3,6}$|^[A-Z]{1,4} \d{2,6}(?: \d{2,6})?$/;

/** Everything on a line that may be a number of some sort. */
export function tokensOn(line: Line, text: DocumentText): Spot<string>[] {
  const labels = text.labels.filter((label) => label.line === line);
  const spots: Spot<string>[] = [];
  const groups = line.cells.filter((cell) => groupsOnly.test(cell.text));
  for (const cell of groups) spots.push(spotAt(line, cell.start, cell.start + cell.text.length));
  for (const match of line.text.matchAll(token)) {
    const token = { start: match.index, end: match.index + match[0].length };
    if (groups.some((cell) => token.start >= cell.start && token.end <= cell.start + cell.text.length))
      continue;
    // `Factuurnr.2024001` is one word; the label is no part of the number.
    const glued = labels.find(
      ({ start, end }) => start <= token.start && end > token.start && end < token.end,
    );
    const start = glued
      ? glued.end + (/^[^\p{L}\d]*/u.exec(line.text.slice(glued.end))?.[0].length ?? 0)
      : token.start;
    const { end } = token;
    const isDay = text.dates.some((day) => day.line === line && day.start < end && day.end > start);
    if (isDay || !isWorthwhile(line.text, start, end)) continue;
    const next = labels.find((label) => label.start >= end)?.start ?? line.text.length;
    const longer = widened(
      line,
      start,
      end,
      next,
      labels.some((label) => label.end <= start && start - label.end < 12),
    );
    const whole = brokenOff(line, start, end, text.lines);
    if (whole) spots.push(whole);
    // Of two that are equally likely the complete one counts, which comes first.
    else if (longer) spots.push(spotAt(line, longer[0], longer[1]));
    if (!whole) spots.push(spotAt(line, start, end));
  }
  return spots;
}

/** `VF-2025-` over `785`: a number that a narrow column breaks behind its dash stands on its first line. */
export function brokenOff(
  line: Line,
  start: number,
  end: number,
  lines: readonly Line[],
): Spot<string> | undefined {
  const cell = cellAt(line, start, end);
  if (!cell || !/^[-/]$/.test(line.text.slice(end, cell.start + cell.text.length))) return undefined;
  const at = lines.indexOf(line);
  const height = line.box[3] - line.box[1];
  for (const next of lines.slice(at + 1, at + 3)) {
    if (next.page !== line.page || next.box[1] - line.box[3] > height * 1.2) break;
    const rest = next.cells.find(
      ({ text, box }) => Math.abs(box[0] - cell.box[0]) < 0.012 && /^[A-Z\d]{1,8}$/.test(text),
    );
    if (!rest) continue;
    const raw = `${line.text.slice(start, end + 1)}${rest.text}`;
    return { value: raw, raw, line, start, end: end + 1, box: around(boxOf(line, start, end), rest.box) };
  }
  return undefined;
}

function spotAt(line: Line, start: number, end: number): Spot<string> {
  const raw = line.text.slice(start, end);
  return { value: raw.replaceAll(/\s/g, ''), raw, line, start, end, box: boxOf(line, start, end) };
}

function isWorthwhile(text: string, start: number, end: number): boolean {
  const raw = text.slice(start, end);
  if (raw.length > 30 || !/\d/.test(raw)) return false;
  // A part of an e-mail or web address, a percentage, a postcode, `12 dagen`.
  if (/^[@%]|^\s?%|^\.\p{L}/u.test(text.slice(end)) || /[@]$|www\.?$|https?:\/*$/i.test(text.slice(0, start)))
    return false;
  if (/^\d{4}$/.test(raw) && /^ ?[A-Z]{2}(?![\p{L}\d])/u.test(text.slice(end))) return false;
  if (/^\d{4}[A-Z]{2}$/.test(raw)) return false;
  // `10115 Berlin`, `B-1000 Brussel`, `London EC1A 4HD`, `Austin, TX 78701`.
  if (
    /^(?:[A-Z]{1,2}-)?\d{4,5}$/.test(raw) &&
    isPlace.test(text.slice(end)) &&
    /(?:^|[\t|,·•] ?)$/.test(text.slice(0, start))
  )
    return false;
  if (/^\d{5}(?:-\d{4})?$/.test(raw) && /, [A-Z]{2} $/.test(text.slice(0, start))) return false;
  // `015-3697232`: a telephone number.
  if (/^\+?0\d{1,3}-\d{6,8}$/.test(raw)) return false;
  // `12.34.56.789`: a bank account as they were.
  return !/^\d{2}\.\d{2}\.\d{2}\.\d{3}$/.test(raw);
}

const isPlace = /^ \p{Lu}[\p{L}.'-]+(?: [\p{L}.'-]+){0,3} ?(?:$|[\t|,·•])/u;

/** `RE 2024 118`, `2024 0012`: directly after a label, pieces of capitals and digits are one number. */
function widened(
  line: Line,
  start: number,
  end: number,
  next: number,
  isAfterLabel: boolean,
): readonly [number, number] | null {
  if (!isAfterLabel) return null;
  const cell = cellAt(line, start, end);
  if (!cell) return null;
  const before = /(?<![\p{L}\d.])[A-Z]{1,5} $/u.exec(line.text.slice(cell.start, start));
  const after = /^(?:(?: \d{2,6}){1,4}| [/-] \d{2,6})(?= ?(?:$|[\t|·•]))/u.exec(
    line.text.slice(end, Math.min(next, cell.start + cell.text.length)),
  );
  const isShort = /^(?:[A-Z]{0,4}\d{2,4}|\d{2,4})$/.test(line.text.slice(start, end));
  const from = before ? start - before[0].length : start;
  const to = after && isShort ? end + after[0].length : end;
  return from === start && to === end ? null : [from, to];
}

function labelScore(
  relations: readonly Relation[],
  isCreditNote: boolean,
  hasOwn: boolean,
): { score: number; reason: string } {
  const own = relations.find(({ label }) => label.kind === 'number');
  const quoted = relations.find(
    ({ label }) => label.kind === 'reference' && !/kenmerk|ref/i.test(label.text),
  );
  // On a credit note the bare word `factuur` names the invoice that it takes back.
  const isEarlier =
    isCreditNote && own !== undefined && /^(?:\p{L}*factuur|invoice|\p{L}*rechnung)$/iu.test(own.label.text);
  const isOther =
    hasOwn &&
    own !== undefined &&
    /factuur|invoice|rechnung/i.test(own.label.text) &&
    !/credit|gutschrift|storno|korrektur/i.test(own.label.text);
  const direct = scoreFor(relations, 'number') * (isEarlier || isOther ? 0.45 : 1);
  const indirect = quoted ? quoted.score * 0.75 : 0;
  const label = direct >= indirect ? own?.label : quoted?.label;
  return { score: Math.max(direct, indirect), reason: `label:${label?.text ?? ''}` };
}

/** How much a token looks like an invoice number at all. */
function shape(value: string): number {
  const digits = value.replaceAll(/\D/g, '').length;
  if (digits === 0) return 0;
  if (/^(?:199\d|20[0-2]\d|203[0-5])$/.test(value)) return 0.5;
  if (/^\d{1,2}$/.test(value)) return 0.6;
  if (/^0\d{9}$/.test(value)) return 0.6;
  if (/^\d{4}-?\d{4}-?\d{4}-?\d{4}$/.test(value)) return 0.4;
  if (/^[a-z]+\d/.test(value) || /^\d+[a-z]+$/.test(value)) return 0.75;
  return /^\d{3}$/.test(value) ? 0.9 : 1;
}

function repeatsOf(value: string, text: DocumentText): number {
  if (value.length < 4) return 1;
  // A number in groups stands nowhere as one.
  return Math.max(1, text.lower.split(value.toLowerCase()).length - 1);
}

function unlabelled({ value, line, box }: Spot<string>): number {
  if (line.page > 1 || box[1] > 0.55) return 0;
  if (/^(?:[A-Z]{1,4}[-/.]?)?(?:20)?[12]\d[-/.]?\d{2,6}$/.test(value) && value.length >= 6) return 0.34;
  return /^[A-Z]{1,4}[-/]?\d{4,9}$/.test(value) ? 0.28 : 0;
}
