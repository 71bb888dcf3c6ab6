import { type FoundDate, addDays, daysBetween } from '../text/dates.ts';
import { type DocumentText, bestFive, candidateAt, computed, round } from '../text/page-text.ts';
import type { Label } from '../labels/label.ts';
import type { Candidate } from '../recognised.ts';
import { type Line, beforeInCell, cellAt } from '../text/words.ts';
import { type Relation, type Spot, relationsOf, rivalScore, scoreFor } from '../labels/relations.ts';

interface Related {
  readonly spot: Spot<FoundDate>;
  readonly relations: readonly Relation[];
}

/** The invoice date and the day by which to pay, best first. */
export interface FoundDays {
  readonly date: readonly Candidate<string>[];
  readonly dueDate: readonly Candidate<string>[];
}

/** Finds both together, since each limits the other: nobody must pay before the invoice was written. */
export function findDays(text: DocumentText, isCreditNote = false, number?: Candidate<string>): FoundDays {
  const related = text.dates
    .filter((spot) => !isInPeriod(spot, text.dates))
    .map((spot) => ({ spot, relations: relationsOf(spot, text.labels) }));
  const columns = columnLabels(related);
  const due = bestFive(
    related.flatMap(({ spot, relations }) => {
      const score = Math.max(scoreFor(relations, 'dueDate'), isCollected(spot) ? 0.62 : 0);
      return score < 0.2 ? [] : [candidateAt(spot, spot.value.day, score, [reasonOf(relations, 'dueDate')])];
    }),
  );
  const hasCreditDay = isCreditNote && namesItsOwn(text);
  const dates = related.flatMap(({ spot, relations }) => {
    const own = relations.find(({ label: { kind } }) => kind === 'date')?.label;
    const isOfInvoice = hasCreditDay && own !== undefined && ofInvoice.test(own.text);
    const isColumn = own !== undefined && own.line !== spot.line && columns.has(own);
    const labelled =
      scoreFor(relations, 'date') * (isEarlier(spot) || isOfInvoice ? 0.3 : 1) * (isColumn ? 0.5 : 1);
    const guess = scoreWithoutLabel(spot, relations, isCreditNote);
    const limit = due[0];
    const isTooLate = limit !== undefined && limit.confidence > 0.6 && spot.value.day > limit.value;
    const score = Math.max(labelled, guess) * (isTooLate ? 0.3 : 1);
    if (score < 0.1) return [];
    const reason = labelled >= guess ? reasonOf(relations, 'date') : 'near-the-top';
    return [candidateAt(spot, spot.value.day, score, [reason])];
  });
  if (dates.every(({ confidence }) => confidence < 0.35)) dates.push(...ofDelivery(related));
  if (dates.every(({ confidence }) => confidence < 0.25)) dates.push(...ofAnything(related));
  dates.push(...besideNumber(text, number));
  const terms = paymentTerms(text);
  const date = bestFive(dates.map((candidate) => confirmed(candidate, due[0], terms)));
  return { date, dueDate: due.length > 0 ? due : promised(date[0], terms, text) };
}

/** `Factuur 2026-118 d.d. 3 maart 2026`, `Nr. 4711 vom 03.03.2026`: the day that stands with the document's own number. */
function besideNumber({ dates }: DocumentText, number: Candidate<string> | undefined): Candidate<string>[] {
  if (!number || number.confidence < minNumber) return [];
  return dates.flatMap((spot) => {
    const before = spot.line.text.slice(0, spot.start);
    const at = before.lastIndexOf(number.raw);
    const between = before.slice(at + number.raw.length);
    if (at < 0 || spot.line.page !== number.page || !withNumber.test(between)) return [];
    return [candidateAt(spot, spot.value.day, 0.78 + 0.2 * number.confidence, ['beside-number'])];
  });
}

/** Under this the number itself is a guess. */
const minNumber = 0.3;
const withNumber =
  /^[\s,;|/()·•–-]{0,4}\t?(?:(?:van|d\.?\s?d\.?|dd|de dato|datum|vom|of|dated|date|du|le)[\s.:]{0,3}(?:de |den )?)$|^[ ,;|/(·•–-]{1,4}$/iu;

const ofInvoice = /^(?:\p{L}{0,16}fact|invoice|inv\.|(?!gut)\p{L}{0,16}rechnung)/iu;

/** `Creditnotanr.  Datum  Op factuur  Fact.datum`: then the invoice's day is that of what it takes back. */
function namesItsOwn({ labels }: DocumentText): boolean {
  return (
    labels.some(({ kind, text }) => kind === 'number' && /credit|gutschrift|storno|avoir/iu.test(text)) &&
    labels.some(({ kind, text }) => kind === 'date' && /^(?:datum|date|credit.*)$/iu.test(text))
  );
}

/** A label with several days below it heads a column of the table, not the day of the document. */
function columnLabels(related: readonly Related[]): ReadonlySet<Label> {
  const seen = new Map<Label, Set<Line>>();
  for (const { spot, relations } of related) {
    for (const { label } of relations) {
      if (label.kind !== 'date' || label.line === spot.line) continue;
      seen.set(label, (seen.get(label) ?? new Set()).add(spot.line));
    }
  }
  return new Set([...seen].filter(([, lines]) => lines.size > 1).map(([label]) => label));
}

/** `wordt op 15-03-2026 automatisch van uw rekening afgeschreven`: what it is stands behind the day. */
const collected =
  /^[^\t]{0,60}?(?<!\p{L})(?:afgeschreven|af van|ge[iï]ncasseerd|incasseren|afgeboekt|abgebucht|eingezogen|debited|collected)/iu;

/** `Wij incasseren € 121,00 op 28 april 2026`, `Wij schrijven op 9 mei 2026 af`. */
const collecting =
  /(?<!\p{L})(?:incasseren|schrijven|boeken|innen|collect|debit|buchen|ziehen)(?!\p{L})[^\t]{0,40} (?:op|rond|omstreeks|per|on|am|um den)(?: of (?:rond|omstreeks))?\s*$/iu;

function isCollected({ line, start, end }: Spot<FoundDate>): boolean {
  return collected.test(line.text.slice(end)) || collecting.test(line.text.slice(0, start));
}

/** Without a day of its own an invoice often has that of the delivery: at least a suggestion. */
function ofDelivery(related: readonly Related[]): Candidate<string>[] {
  return related.flatMap(({ spot, relations }) => {
    const label = relations.find(({ label: { kind } }) => kind === 'otherDate')?.label;
    if (!label || !/liefer|leistung|lever|delivery|supply/i.test(label.text)) return [];
    return [candidateAt(spot, spot.value.day, 0.42, [`label:${label.text}`])];
  });
}

/** With no better day, that of sending or the like is worth a suggestion; never that of paying, or of a period. */
function ofAnything(related: readonly Related[]): Candidate<string>[] {
  const usable = related.filter(
    ({ spot, relations }) =>
      spot.line.page === 1 && relations[0]?.label.kind === 'otherDate' && spot.box[1] < 0.6,
  );
  return usable.map(({ spot, relations }) => {
    const label = relations[0]?.label.text ?? '';
    // An invoice leaves on its day; an order or a delivery only lies near it.
    const score = /verz|versand|sent|print|dispatch|envoi|exp[ée]d/i.test(label) ? 0.26 : 0.2;
    return candidateAt(spot, spot.value.day, score, [`label:${label}`]);
  });
}

/** `zur Rechnung 2025-8812 vom 3. Dezember`, `Auftrag AB-82575 vom 18.07.2024`: the day of an earlier document. */
function isEarlier({ line, start }: Spot<FoundDate>): boolean {
  return /(?<!\p{L})(?:auftrag|bestellung|lieferschein|angebot|vertrag|order|bestelling|offerte|opdracht|pakbon|contract|quotation)\p{L}*[.:]? [^\t]{0,25} (?:vom|van|d\.?d\.?|of|dated) ?$|(?<!\p{L})(?:zur?|betreft|betr\.?|inzake|correctie (?:van|op)|for|to) (?:\p{L}+ )?\p{L}*(?:rechnung|factuur|nota|invoice)(?:nummer|nr\.?)? [^\t]{0,30}$/iu.test(
    line.text.slice(0, start),
  );
}

/** `01-01-2025 t/m 31-01-2025`: neither end is the day of the invoice. */
function isInPeriod(spot: Spot<FoundDate>, all: readonly Spot<FoundDate>[]): boolean {
  return all.some((other) => {
    if (other.line !== spot.line || other === spot) return false;
    const [from, to] = other.start < spot.start ? [other, spot] : [spot, other];
    return /^\s*(?:t\/m|tot(?: en met)?|-|–|bis(?: zum)?|until|to|through|\/)\s*$/i.test(
      spot.line.text.slice(from.end, to.start),
    );
  });
}

function reasonOf(relations: readonly Relation[], kind: 'date' | 'dueDate'): string {
  return `label:${relations.find(({ label }) => label.kind === kind)?.label.text ?? 'incasso'}`;
}

const creditTitle = /^\P{L}*\p{L}{0,16}(?:credit|gutschrift|storno|korrektur|avoir|note de cr[ée]dit)/iu;
const title = /^\P{L}*\p{L}{0,16}(?:factuur|invoice|rechnung|nota|facture)(?!\p{L})/iu;

/** `Onderwerp: werkzaamheden 28-2-2026` is about the work; a subject that names an invoice may hold its day. */
const subject =
  /^(?:onderwerp|betreft|betr\.|inzake|subject|re:|betreff|objet|concerne)(?!.*(?:factuur|nota|invoice|rechnung|facture))/iu;

/** How likely a day that no label claims is the invoice's. */
function scoreWithoutLabel(
  spot: Spot<FoundDate>,
  relations: readonly Relation[],
  isCreditNote: boolean,
): number {
  return placeScore(spot, relations, isCreditNote) * Math.max(0.1, 1 - rivalScore(relations, 'date'));
}

function placeScore(spot: Spot<FoundDate>, relations: readonly Relation[], isCreditNote: boolean): number {
  const isInText = isProse(spot);
  // `Factuur 2024-001, 12 maart 2025`: the date in a title is that of the document. On a credit note
  // `Factuur 2024-001 (12 maart 2025)` is the invoice that it takes back.
  const isTitle =
    spot.line.page === 1 && !isInText && (isCreditNote ? creditTitle : title).test(spot.line.text);
  const score = isTitle ? titleScore(spot, relations) : plainScore(spot, isInText);
  if (isAfterPlace(spot)) return Math.max(0.68, score);
  return !isTitle && hasUnknownLabel(spot, relations) ? score * 0.55 : score;
}

/** `Rechnung Nr. 12 vom 3. März`: number and day of one title. */
function titleScore({ line }: Spot<FoundDate>, relations: readonly Relation[]): number {
  return relations.some(({ label }) => label.kind === 'number' && label.line === line) ? 0.72 : 0.58;
}

function plainScore({ line, box }: Spot<FoundDate>, isInText: boolean): number {
  if (line.page > 1 || isInText) return 0.15;
  return box[1] < 0.45 ? 0.42 : 0.22;
}

function isProse({ line, start, end }: Spot<FoundDate>): boolean {
  const cell = cellAt(line, start, end);
  return (cell?.words.length ?? 0) > 8 || subject.test(cell?.text ?? '');
}

/** A letter's `Zwolle, 3 maart 2025`. */
function isAfterPlace(spot: Spot<FoundDate>): boolean {
  const before = beforeInCell(spot.line, spot.start);
  return /^[\p{L}][\p{L} .'’-]{2,30},?\s*$/u.test(before) && /,\s*(?:(?:de|den|le|am|the)\s)?$/u.test(before);
}

/** `Cursusdata  6 september 2026`: a label that is not known rather names something else. */
function hasUnknownLabel(spot: Spot<FoundDate>, relations: readonly Relation[]): boolean {
  const [left = ''] = spot.line.text.slice(0, spot.start).split('\t').slice(-2, -1);
  return (
    /^(?:\d{1,2} \p{L}{3,9}\.? (?:en|und|and|et|[-–]) )?$/u.test(beforeInCell(spot.line, spot.start)) &&
    relations.length === 0 &&
    /^\p{L}[\p{L} .-]{2,24}:?$/u.test(left)
  );
}

/** A due date that lies a usual or printed term after the date speaks for both. */
function confirmed(
  date: Candidate<string>,
  due: Candidate<string> | undefined,
  terms: readonly number[],
): Candidate<string> {
  if (!due) return date;
  const days = daysBetween(date.value, due.value);
  if (!terms.includes(days) || days === 0) return date;
  return {
    ...date,
    confidence: round(Math.min(0.98, date.confidence + 0.06)),
    reasons: [...date.reasons, `days-before-due:${days}`],
  };
}

/**
 * The terms in days that the text names: `binnen 30 dagen`, `14 days net`. In a line of the invoice, `Huur steiger, 14
 * dagen  450,00`, days are what was delivered; so they are where nothing around them speaks of paying.
 */
export function paymentTerms(text: DocumentText): number[] {
  const lines = text.lines.map((line) => line.text.toLowerCase());
  const terms = lines.flatMap((line, at) =>
    [...line.matchAll(/(?<![\d.,])(\d{1,2})\s?(?:dagen|dgn|days|tagen?)(?!\p{L})/gu)].flatMap((match) => {
      const around = `${lines[at - 1] ?? ''} ${line} ${lines[at + 1] ?? ''}`;
      const isOwn = paying.test(line) || (paying.test(around) && !hasAmount.test(line));
      return isOwn ? [Number(match[1])] : [];
    }),
  );
  return [...new Set(terms.filter((days) => days > 0))];
}

const paying =
  /(?<!\p{L})(?:beta(?:al|l|ling)\p{L}*|voldoen|voldaan|overmaken|over te maken|binnen|termijn|netto|net|pay\p{L}*|due|within|zahl\p{L}*|innerhalb|paiement|payer|vervalt|incasso)(?!\p{L})/u;
const hasAmount = /\d[.,]\d{2}(?!\d)/;

/** `Betaling binnen 14 dagen`: that the days are those of paying, said on one line and not of a complaint or a return. */
function isOfPaying(days: number, { lines }: DocumentText): boolean {
  return lines.some(({ text }) => {
    const line = text.toLowerCase();
    const isTerm = new RegExp(String.raw`(?<![\d.,])${days}\s?(?:dagen|dgn|days|tagen?)(?!\p{L})`, 'u').test(
      line,
    );
    return isTerm && toPay.test(line) && !ofOthers.test(line);
  });
}

const toPay =
  /(?<!\p{L})(?:beta(?:al|l|ling)\p{L}*|voldoen|overmaken|over te maken|netto|net|pay\p{L}*|zahl\p{L}*|paiement|payer|règlement)(?!\p{L})/u;
const ofOthers =
  /recl[ae]m|klacht|bezwaar|retour|garantie|complain|return|beanstand|aanmaning|rente|skonto|korting|discount/u;

/** The day that the one term of the text gives: as sure as the invoice's own day where the term is one of paying. */
function promised(
  date: Candidate<string> | undefined,
  terms: readonly number[],
  text: DocumentText,
): Candidate<string>[] {
  const [days, ...others] = terms;
  if (!date || days === undefined || others.length > 0) return [];
  const due = addDays(date.value, days);
  const share = isOfPaying(days, text) ? 0.95 : 0.6;
  return [computed(due, `${days} dagen`, date.confidence * share, [`days-after-date:${days}`])];
}
