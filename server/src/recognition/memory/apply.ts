import type { Candidate, Extraction, RecognisedFields } from '../recognised.ts';
import { daysBetween } from '../text/dates.ts';
import type { Spot } from '../labels/relations.ts';
import { readTyped, round } from '../text/page-text.ts';
import { type Line, wordsAt } from '../text/words.ts';
import { type Anchor, anchorOf, fitOf } from './anchor.ts';
import { type Example, type FieldExample, isSameValue, layoutWords, likeness } from './example.ts';
import { type PlacedField, placedFields, sortOf, spotsOf } from './spots.ts';

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

/**
 * Reads a document by what its supplier's confirmed ones taught, in competition with the general rules: agreement raises
 * the confidence, a conflict lowers it. The newest example comes first.
 */
export function withMemory(
  general: Extraction,
  lines: readonly Line[],
  examples: readonly Example[],
): Extraction {
  const words = layoutWords(lines);
  const own = examples
    .filter((example) => likeness(example.words, words) >= sameLayout)
    .slice(0, maxExamples);
  if (own.length === 0) return examples.length === 0 ? general : asNewLayout(general);
  const placed = placer(lines);
  const sign = general.creditNote ? -1 : 1;
  const fields: Partial<Record<PlacedField, readonly Candidate<string | number>[]>> = {};
  for (const field of placedFields) {
    const known = own.flatMap((example) => example.fields[field] ?? []);
    if (known.length === 0) continue;
    const vote = voteOn(known, placed(field));
    fields[field] = decide(field, general.fields[field], vote, known, sign);
  }
  const found = { ...general.fields, ...fields };
  return { ...general, fields: { ...found, ...constants(found, own) } };
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
    dueDate: isUsualTerm ? raised(dueDate, `usual-term:${term}`) : dueDate,
  };
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
      .map(({ spot, own }) => ({ spot, fit: fitOf(spot, anchor, own) }))
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

function decide(
  field: PlacedField,
  candidates: readonly Candidate<string | number>[],
  vote: Vote | null,
  known: readonly FieldExample[],
  sign: number,
): readonly Candidate<string | number>[] {
  const [best, ...others] = candidates;
  if (!vote) {
    // It stood somewhere on each of them, and stands there no more.
    const isMissed =
      known.filter(({ anchor }) => anchor !== null).length === known.length && known.length > 1;
    return best && isMissed
      ? [{ ...best, confidence: Math.min(best.confidence, maxInConflict) }, ...others]
      : candidates;
  }
  const mine = candidateOf(field, vote, sign);
  const same = candidates.find((one) => isSameValue(String(one.value), String(mine.value)));
  const rest = candidates.filter((one) => one !== same);
  if (!best || same === best) {
    const together = 1 - (1 - (same?.confidence ?? 0)) * (1 - mine.confidence);
    const limit = limitOf(vote, same?.confidence ?? 0);
    const confidence = round(
      Math.max(vote.against > 0 ? 0 : (same?.confidence ?? 0), Math.min(limit, together)),
    );
    const reasons = [...mine.reasons, ...(same?.reasons ?? [])].slice(0, 5);
    return [
      { ...mine, ...(same ? { raw: same.raw, page: same.page, box: same.box } : {}), confidence, reasons },
      ...rest,
    ];
  }
  // Where the rules are this sure they were right more often than a person is who corrects once.
  const isOverruled = best.confidence < maxOverruled || vote.agree > 1;
  const isStronger = vote.wasMisread ? isOverruled : mine.confidence > best.confidence;
  if (!isStronger || vote.agree <= vote.against)
    return [
      { ...best, confidence: Math.min(best.confidence, maxInConflict) },
      mine,
      ...rest.filter((one) => one !== best),
    ].slice(0, 5);
  const isSettled = vote.wasMisread && vote.agree > 1 && vote.against === 0;
  const confidence = isSettled ? mine.confidence : Math.min(mine.confidence, maxInConflict);
  const doubted = candidates.map((one) => ({
    ...one,
    confidence: round(Math.min(one.confidence, 1 - confidence)),
  }));
  return [{ ...mine, confidence }, ...doubted.filter((_, at) => candidates[at] !== same)].slice(0, 5);
}

/** What rules and memory agree on is no surer than one confirmation makes it, where the rules had doubts of their own. */
function limitOf({ agree, against }: Vote, general: number): number {
  if (against > 0 || (agree === 1 && general < 0.9)) return 0.94;
  return agree === 1 ? 0.97 : maxTrusted;
}

function candidateOf(field: PlacedField, vote: Vote, sign: number): Candidate<string | number> {
  const { spot, agree, against, fit } = vote;
  const isAmount = field === 'total' || field === 'excl' || field === 'vat';
  const reading = Math.min(
    1,
    ...wordsAt(spot.line, spot.start, spot.end).map(({ confidence }) => confidence),
  );
  const share = agree / (agree + against);
  const trust = (agree + 2) / (agree + 2.2 + against * 2);
  return {
    value: isAmount ? sign * Math.abs(Number(spot.value)) : spot.value,
    raw: spot.raw,
    page: spot.line.page,
    box: spot.box,
    confidence: round(
      Math.min(0.98, Math.max(0.36, share * trust * (0.4 + 0.6 * fit) * (0.8 + 0.2 * reading))),
    ),
    method: 'heuristic',
    reasons: [`memory:${agree}`],
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
