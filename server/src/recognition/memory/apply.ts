import { withImplied } from '../calibration/calibration.ts';
import type { Candidate, Extraction, RecognisedFields } from '../recognised.ts';
import { daysBetween } from '../text/dates.ts';
import type { Spot } from '../labels/relations.ts';
import { readTyped, round } from '../text/page-text.ts';
import { type Line, wordsAt } from '../text/words.ts';
import { type Anchor, anchorOf, fitOf } from './anchor.ts';
import { type Example, type FieldExample, isSameValue, layoutWords, likeness } from './example.ts';
import { type PlacedField, sortOf, spotsOf } from './spots.ts';

/** From this a page is of a layout that was seen before. */
const sameLayout = 0.5;
/** From this a spot is the place of an example. */
const minFit = 0.62;
/** So many of the newest examples decide. */
const maxExamples = 12;

/** A place that examples of a supplier name. */
interface Vote {
  readonly spot: Spot<string>;
  /** How many examples name it, and how many another place. */
  readonly agree: number;
  readonly against: number;
  readonly fit: number;
  /** Whether the general rules were wrong on one of those that agree. */
  readonly wasMisread: boolean;
}

/** What speaks for a value: the company's own memory, or a layout that others shared. */
type Source = 'memory' | 'shared-layout';

/** Whether a reason says that a value was found where memory or a shared layout has it. */
export function isFromMemory(reason: string): boolean {
  return reason.startsWith('memory:') || reason === 'shared-layout';
}

/** Examples of the layout that these lines have. */
export function ofLayout(lines: readonly Line[], examples: readonly Example[]): readonly Example[] {
  if (examples.length === 0) return [];
  const words = layoutWords(lines);
  return examples.filter((example) => likeness(example.words, words) >= sameLayout).slice(0, maxExamples);
}

/**
 * Reads a document by what its supplier's confirmed ones taught, in competition with the general rules: agreement raises
 * the confidence, a conflict lowers it. The newest example comes first. Where none has the document's layout, a layout
 * that was shared with all companies does.
 */
export function withMemory(
  general: Extraction,
  lines: readonly Line[],
  examples: readonly Example[],
  shared: readonly Example[] = [],
): Extraction {
  const own = ofLayout(lines, examples);
  if (own.length > 0) return byExamples(general, lines, own, 'memory');
  const others = ofLayout(lines, shared);
  if (others.length > 0) return byExamples(general, lines, others, 'shared-layout');
  return examples.length === 0 ? general : asNewLayout(general);
}

function byExamples(
  general: Extraction,
  lines: readonly Line[],
  own: readonly Example[],
  source: Source,
): Extraction {
  const placed = placer(lines);
  const decided = <Value extends string | number>(
    field: PlacedField,
    candidates: readonly Candidate<Value>[],
    valueOf: (stored: string) => Value,
  ): readonly Candidate<Value>[] => {
    const known = own.flatMap((example) => example.fields[field] ?? []);
    if (known.length === 0) return candidates;
    const vote = voteOn(known, placed(field));
    return vote ? decide(candidates, vote, candidateOf(vote, source, valueOf)) : missed(candidates, known);
  };
  const sign = general.creditNote ? -1 : 1;
  const text = (
    field: 'number' | 'date' | 'dueDate' | 'kvk' | 'vatId' | 'iban' | 'gAccount' | 'paymentReference',
  ) => decided(field, general.fields[field], (stored) => stored);
  const amount = (field: 'total' | 'excl' | 'vat') =>
    decided(field, general.fields[field], (stored) => sign * Math.abs(Number(stored)));
  const fields = {
    ...general.fields,
    number: text('number'),
    date: text('date'),
    dueDate: text('dueDate'),
    total: amount('total'),
    excl: amount('excl'),
    vat: amount('vat'),
    kvk: text('kvk'),
    vatId: text('vatId'),
    iban: text('iban'),
    gAccount: text('gAccount'),
    paymentReference: text('paymentReference'),
  };
  return { ...general, fields: withImplied({ ...fields, ...constants(fields, own) }) };
}

/** What does not change from one document to the next speaks for a value that is on this one; it never is one. */
function constants(
  { currency, date, dueDate }: RecognisedFields,
  examples: readonly Example[],
): Pick<RecognisedFields, 'currency' | 'dueDate'> {
  const usual = sameOfAll(examples.map((example) => example.currency));
  const term = sameOfAll(examples.map((example) => example.term));
  const [day, due] = [date[0]?.value, dueDate[0]?.value];
  const isUsualTerm =
    day !== undefined && due !== undefined && term !== null && daysBetween(day, due) === term;
  return {
    currency: currency[0]?.value === usual ? raised(currency, `memory:${examples.length}`) : currency,
    dueDate: isUsualTerm ? withTerm(raised(dueDate, `usual-term:${term}`), date[0]) : dueDate,
  };
}

/** From here a day that the printed term gives was no mere suggestion. */
const minPromised = 0.9;
const maxWithTerm = 0.98;

/** A day worked out by the term that is printed and usual is as sure as the invoice's own day. */
function withTerm(
  [due, ...others]: readonly Candidate<string>[],
  date: Candidate<string> | undefined,
): readonly Candidate<string>[] {
  if (!due) return others;
  const isPromised =
    due.confidence >= minPromised && due.reasons.some((reason) => reason.startsWith('days-after-date:'));
  if (!date || !isPromised) return [due, ...others];
  return [
    { ...due, confidence: Math.max(due.confidence, Math.min(maxWithTerm, date.confidence)) },
    ...others,
  ];
}

function sameOfAll<Value>(values: readonly (Value | null)[]): Value | null {
  const [first = null] = values;
  return values.every((value) => value === first) ? first : null;
}

const maxTrusted = 0.99;

function raised(candidates: readonly Candidate<string>[], reason: string): readonly Candidate<string>[] {
  const [best, ...others] = candidates;
  if (!best) return candidates;
  const confidence = round(Math.min(maxTrusted, Math.max(best.confidence, 1 - (1 - best.confidence) / 2)));
  return [{ ...best, confidence, reasons: [...new Set([reason, ...best.reasons])].slice(0, 5) }, ...others];
}

/** A spot with the anchor that it would have. */
interface Placed {
  readonly spot: Spot<string>;
  readonly own: Anchor;
}

/** The spots of a field with their anchors, found once for all fields of a sort. */
function placer(lines: readonly Line[]): (field: PlacedField) => readonly Placed[] {
  const text = readTyped(lines);
  const bySort = new Map<string, readonly Placed[]>();
  return (field) => {
    const found = bySort.get(sortOf[field]);
    if (found) return found;
    const spots = spotsOf(field, text);
    const placed = spots.map((spot) => ({ spot, own: anchorOf(spot, spots, lines) }));
    bySort.set(sortOf[field], placed);
    return placed;
  };
}

function voteOn(known: readonly FieldExample[], placed: readonly Placed[]): Vote | null {
  const votes = known.flatMap(({ anchor, wasRead }) => {
    if (!anchor) return [];
    const fits = placed
      .map(({ spot, own }) => ({ spot, fit: fitOf(own, anchor) }))
      .toSorted((a, b) => b.fit - a.fit);
    const [best] = fits;
    if (!best || best.fit < minFit) return [];
    const rival = fits.find(({ spot }) => !isSameValue(spot.value, best.spot.value));
    return [{ ...best, margin: best.fit - (rival?.fit ?? 0), wasRead }];
  });
  const groups = Map.groupBy(votes, ({ spot }) => spot.value);
  // Of two that are named equally often the newer counts, which comes first.
  const [most] = [...groups.values()].toSorted((a, b) => b.length - a.length);
  const [first] = most ?? [];
  if (!most || !first) return null;
  return {
    spot: first.spot,
    agree: most.length,
    against: votes.length - most.length,
    fit: Math.max(...most.map(({ fit, margin }) => Math.min(fit, 0.6 + margin * 2))),
    wasMisread: most.some(({ wasRead }) => !wasRead),
  };
}

/** From this confidence on one correction alone does not put another place before what the rules read. */
const maxOverruled = 0.95;
/** Nobody needs to look from 90 % on: a conflict stays below. */
const maxInConflict = 0.89;

/** It stood somewhere on each of them, and stands there no more: then somebody looks. */
function missed<Value extends string | number>(
  candidates: readonly Candidate<Value>[],
  known: readonly FieldExample[],
): readonly Candidate<Value>[] {
  const [best, ...others] = candidates;
  const isMissed = known.length > 1 && known.every(({ anchor }) => anchor !== null);
  if (!best || !isMissed) return candidates;
  return [{ ...best, confidence: Math.min(best.confidence, maxInConflict) }, ...others];
}

function decide<Value extends string | number>(
  candidates: readonly Candidate<Value>[],
  vote: Vote,
  mine: Candidate<Value>,
): readonly Candidate<Value>[] {
  const [best] = candidates;
  const same = candidates.find((one) => isSameValue(String(one.value), String(mine.value)));
  const rest = candidates.filter((one) => one !== same);
  if (!best || same === best) return [agreed(vote, mine, same), ...rest];
  // Where the rules are this sure they were right more often than a person is who corrects once.
  const isOverruled = best.confidence < maxOverruled || vote.agree > 1;
  const isStronger = vote.wasMisread ? isOverruled : mine.confidence > best.confidence;
  if (!isStronger || vote.agree <= vote.against) {
    const doubted = { ...best, confidence: Math.min(best.confidence, maxInConflict) };
    return [doubted, mine, ...rest.filter((one) => one !== best)].slice(0, 5);
  }
  const isSettled = vote.wasMisread && vote.agree > 1 && vote.against === 0;
  const confidence = isSettled ? mine.confidence : Math.min(mine.confidence, maxInConflict);
  const others = rest.map((one) => ({
    ...one,
    confidence: round(Math.min(one.confidence, 1 - confidence)),
  }));
  return [{ ...mine, confidence }, ...others].slice(0, 5);
}

/** What memory and the general rules both read; the rules may have read nothing. */
function agreed<Value>(
  vote: Vote,
  mine: Candidate<Value>,
  same: Candidate<Value> | undefined,
): Candidate<Value> {
  if (!same) return { ...mine, confidence: Math.min(mine.confidence, limitOf(vote, 0)) };
  const together = Math.min(
    limitOf(vote, same.confidence),
    1 - (1 - same.confidence) * (1 - mine.confidence),
  );
  // Contradicting examples never raise what the rules say.
  const confidence =
    vote.against > 0 ? Math.min(same.confidence, together) : Math.max(same.confidence, together);
  return { ...same, confidence: round(confidence), reasons: [...mine.reasons, ...same.reasons].slice(0, 5) };
}

/** What rules and memory agree on is no surer than one confirmation makes it, where the rules had doubts of their own. */
function limitOf({ agree, against }: Vote, general: number): number {
  if (against > 0 || (agree === 1 && general < 0.9)) return 0.94;
  return agree === 1 ? 0.97 : maxTrusted;
}

function candidateOf<Value>(
  { spot, agree, against, fit }: Vote,
  source: Source,
  valueOf: (stored: string) => Value,
): Candidate<Value> {
  const words = wordsAt(spot.line, spot.start, spot.end);
  const reading = Math.min(1, ...words.map(({ confidence }) => confidence));
  const share = agree / (agree + against);
  const trust = (agree + 2) / (agree + 2.2 + against * 2);
  const confidence = share * trust * (0.4 + 0.6 * fit) * (0.8 + 0.2 * reading);
  return {
    value: valueOf(spot.value),
    raw: spot.raw,
    page: spot.line.page,
    box: spot.box,
    confidence: round(Math.min(0.98, Math.max(0.36, confidence))),
    method: 'heuristic',
    reasons: [source === 'memory' ? `memory:${agree}` : source],
  };
}

/** A supplier that changed its layout is read by the general rules alone, and somebody looks. */
function asNewLayout(general: Extraction): Extraction {
  const noted = <Kind extends Candidate<string | number>>(candidates: readonly Kind[]): Kind[] =>
    candidates.map((one, at) =>
      at === 0 ? { ...one, reasons: [...one.reasons, 'new-layout'].slice(-5) } : one,
    );
  return {
    ...general,
    fields: {
      ...general.fields,
      number: noted(general.fields.number),
      date: noted(general.fields.date),
      total: noted(general.fields.total),
    },
  };
}
