import coefficients from './calibration.json' with { type: 'json' };
import type { Candidate, Extraction, RecognisedFields } from '../recognised.ts';
import type { Line } from '../text/words.ts';

/** The fields whose confidence is fitted; the others say what they always said. (decision 0123) */
export const calibratedFields = [
  'number',
  'date',
  'dueDate',
  'total',
  'excl',
  'vat',
  'creditor',
  'iban',
  'kvk',
  'vatId',
] as const;
/** One of them. */
export type CalibratedField = (typeof calibratedFields)[number];

type Weights = Readonly<Partial<Record<CalibratedField, readonly number[]>>>;

/** What the weights stand for, in their order. */
export const featureNames = [
  'one',
  'score',
  'margin',
  'rivals',
  'label',
  'support',
  'guess',
  'doubtful reading',
  'conflict',
] as const;

const supports =
  /^(?:sum|sum-untaxed|beside-number|known-creditor|days-before-due|kvk|vat-id|domain|near-contact|repeated)(?::|$)/;
const guesses =
  /^(?:near-the-top|number-shape|largest-amount|first-line|large-letters|days-after-date)(?::|$)/;

type Candidates = readonly Candidate<string | number>[];

/** The evidence for the first candidate of a field, as numbers of about 0..1; decision 0020 tells why these. */
export function featuresOf(
  field: CalibratedField,
  fields: RecognisedFields,
  lines: readonly Line[],
): number[] {
  const candidates: Candidates = fields[field];
  const [first, second] = candidates;
  if (!first) return featureNames.map(() => 0);
  const score = first.confidence;
  const rivals = candidates.slice(1).filter(({ confidence }) => confidence > score * 0.7).length;
  const has = (pattern: RegExp) => (first.reasons.some((reason) => pattern.test(reason)) ? 1 : 0);
  return [
    1,
    logit(score) / 4,
    Math.min(1, (score - (second?.confidence ?? 0)) / Math.max(score, 0.01)),
    Math.min(2, rivals) / 2,
    has(/^label:/),
    has(supports),
    has(guesses),
    1 - readingAt(first, lines),
    conflictOf(field, fields),
  ];
}

/** Other values of the document speak against this one: money that does not add up, a day to pay before the day itself. */
function conflictOf(field: CalibratedField, { total, excl, vat, date, dueDate }: RecognisedFields): number {
  if (field === 'total' || field === 'excl' || field === 'vat') {
    const [all, net, tax] = [total[0]?.value, excl[0]?.value, vat[0]?.value];
    if (all === undefined || net === undefined || tax === undefined) return 0.5;
    if (total[0]?.reasons.includes('sum-untaxed')) return 0;
    return Math.abs(Math.abs(all) - Math.abs(net) - Math.abs(tax)) <= 2 ? 0 : 1;
  }
  if (field === 'date' || field === 'dueDate') {
    const [day, due] = [date[0]?.value, dueDate[0]?.value];
    if (day === undefined || due === undefined) return 0.5;
    return day <= due ? 0 : 1;
  }
  return 0;
}

/** The lowest confidence of the words under a candidate; 1 for a text layer, and for what was computed. */
function readingAt({ page, box }: Candidate<string | number>, lines: readonly Line[]): number {
  if (page === null || box === null) return 1;
  let lowest = 1;
  for (const line of lines) {
    if (line.page !== page || line.box[3] < box[1] || line.box[1] > box[3]) continue;
    for (const word of line.cells.flatMap(({ words }) => words)) {
      const isUnder =
        word.box[0] < box[2] && word.box[2] > box[0] && word.box[1] < box[3] && word.box[3] > box[1];
      if (isUnder) lowest = Math.min(lowest, word.confidence);
    }
  }
  return lowest;
}

function logit(share: number): number {
  const clamped = Math.min(0.98, Math.max(0.02, share));
  return Math.log(clamped / (1 - clamped));
}

/** The probability that the weights give to these features. */
export function probability(weights: readonly number[], features: readonly number[]): number {
  const sum = features.reduce((total, feature, at) => total + feature * (weights[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Under this the rules call a value a suggestion, and no fit makes a finding of it. */
const minFinding = 0.35;

// Nothing found by labels and arithmetic is ever certain.
const maxTrusted = 0.99;
/**
 * A name that nobody confirmed may be the brand, a half of the firm's name or, in a scan, one without its accent:
 * only a known supplier is sure (decision 0053).
 */
const surestName = 0.94;

/** Under what is taken as sure: nobody passes over these unseen. */
const maxDoubted = 0.89;
/** A value that a label names, and that nothing but its distance from the label speaks against: near, and further off. */
const maxNear = 0.97;
const maxNamed = 0.94;
/** From these scores a label is close enough for that. */
const minNear = 0.65;
const minNamed = 0.5;
/** Amounts stay under it: where the rules doubt one, they doubt its sign or which of the totals it is. */
const amounts: readonly CalibratedField[] = ['total', 'excl', 'vat'];

/** The score from which the fit is taken at its word. */
const trusted = 0.8;

/**
 * How sure a value is. Layouts that nobody has drawn go wrong more often than ours where the rules themselves had
 * doubts: a low score is never lifted to 95 %, and to less the lower it is and where no label spoke
 * (decisions 0088, 0094).
 */
export function confidenceFrom(
  field: CalibratedField,
  weights: readonly number[],
  features: readonly number[],
): number {
  const score = 1 / (1 + Math.exp(-4 * (features[1] ?? 0)));
  return Math.min(
    score >= trusted ? maxTrusted : limitOf(field, features, score),
    probability(weights, features),
  );
}

function limitOf(field: CalibratedField, features: readonly number[], score: number): number {
  const has = (name: (typeof featureNames)[number]): boolean => features[featureNames.indexOf(name)] === 1;
  // Under a vague label or none, a number may be any number of the paper.
  if (has('guess')) return Math.min(maxDoubted, (field === 'number' ? 0.28 : 0.4) + 0.75 * score);
  if (has('label') && score >= minNamed && !amounts.includes(field))
    return score >= minNear ? maxNear : maxNamed;
  return Math.min(maxDoubted, field === 'number' ? 0.45 + 0.62 * score : 0.75 + 0.25 * score);
}

/** Confidence as the share of such values that is right, fitted on documents of other layouts. */
export function calibrate(
  extraction: Extraction,
  lines: readonly Line[],
  weights: Weights = coefficients,
): Extraction {
  const { fields } = extraction;
  const calibrated = <Kind extends Candidate<string | number>>(
    field: CalibratedField,
    candidates: readonly Kind[],
  ): Kind[] => {
    const own = weights[field];
    const [first, ...others] = candidates;
    if (!own || !first) return [...candidates];
    const limit = field === 'creditor' && !fields.creditor[0]?.knownId ? surestName : 1;
    const fitted = Math.min(limit, confidenceFrom(field, own, featuresOf(field, fields, lines)));
    // A value that the rules only suggest stays a suggestion, but no invoice rests on a day to pay by that has a label.
    const isNamedDueDay = field === 'dueDate' && first.reasons.some((reason) => reason.startsWith('label:'));
    const isSuggestion = first.confidence < minFinding && !isNamedDueDay;
    const confidence = isSuggestion ? Math.min(fitted, minFinding - 0.01) : fitted;
    const rest = others.map((other) => ({
      ...other,
      confidence: round(Math.min(other.confidence, confidence, 1 - confidence)),
    }));
    return [{ ...first, confidence: round(confidence) }, ...rest];
  };
  const date = calibrated('date', fields.date);
  return {
    ...extraction,
    fields: withImplied({
      ...fields,
      number: calibrated('number', fields.number),
      date,
      dueDate: promisedBy(fields, date[0]) ?? calibrated('dueDate', fields.dueDate),
      total: calibrated('total', fields.total),
      excl: calibrated('excl', fields.excl),
      vat: calibrated('vat', fields.vat),
      creditor: calibrated('creditor', fields.creditor),
      iban: calibrated('iban', fields.iban),
      kvk: calibrated('kvk', fields.kvk),
      vatId: calibrated('vatId', fields.vatId),
    }),
  };
}

/** From this share of its date's score on a day to pay by rests on a term of paying, and on nothing but that day. */
const minShare = 0.9;
/** A term may be agreed otherwise than printed. */
const maxPromised = 0.96;

/** A day that the printed term gives is wrong where the invoice's own day is (decision 0166). */
function promisedBy(
  { date: [day], dueDate: [due] }: RecognisedFields,
  date: Candidate<string> | undefined,
): Candidate<string>[] | undefined {
  const isPromised = due?.reasons.some((reason) => reason.startsWith('days-after-date:'));
  if (!due || !day || !date || !isPromised || due.confidence < day.confidence * minShare) return undefined;
  return [{ ...due, confidence: round(Math.min(maxPromised, date.confidence)) }];
}

/**
 * Net amount and VAT that are the total together: each is as sure as the other two, since it is what is left. The total
 * is not raised by them.
 */
export function withImplied(fields: RecognisedFields): RecognisedFields {
  const [total, excl, vat] = [fields.total[0], fields.excl[0], fields.vat[0]];
  const isSum = total && excl && vat && [excl, vat].every(({ reasons }) => reasons.includes('sum'));
  if (!isSum || excl.value + vat.value !== total.value) return fields;
  const raised = (one: Candidate<number>, other: Candidate<number>): Candidate<number> => ({
    ...one,
    confidence: Math.max(one.confidence, Math.min(total.confidence, other.confidence)),
  });
  return {
    ...fields,
    excl: [raised(excl, vat), ...fields.excl.slice(1)],
    vat: [raised(vat, excl), ...fields.vat.slice(1)],
  };
}

function round(confidence: number): number {
  return Math.round(confidence * 1000) / 1000;
}
