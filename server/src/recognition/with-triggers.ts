import { signedRate } from './fields/vat-rates.ts';
import { round } from './text/page-text.ts';
import { plainName } from './fields/parties.ts';
import type { Box, Candidate, CreditorCandidate, Extraction, TriggerUse } from './recognised.ts';

/** A value that a trigger found, with its place. */
export interface TriggerValue<Value> {
  readonly value: Value;
  readonly raw: string;
  readonly page: number | null;
  readonly box: Box | null;
}

/** What a trigger found in a document. */
export interface TriggerFound {
  readonly id: string;
  readonly number?: TriggerValue<string>;
  readonly date?: TriggerValue<string>;
  readonly total?: TriggerValue<number>;
  /** The fields that it has patterns for. */
  readonly asked: readonly ('number' | 'date' | 'total')[];
  readonly isCredit: boolean;
  /** It says by itself what a credit note is; taken as so when absent. */
  readonly knowsCredit?: boolean;
  /** The supplier's name and the currency, where it says so; else empty. */
  readonly creditor: string;
  readonly currency: string;
  /** How often it was right so far, 0..1; a half for a new one. */
  readonly trust: number;
}

/** What the triggers of a company make of a document. */
export interface TriggersRead {
  readonly found: TriggerFound | null;
  readonly tied: readonly string[];
  /** None read it, and there are some that ask for OCR text which was not made yet. */
  readonly wantsOcr: boolean;
}

/** Under this a value makes no invoice; a trigger's value always does (§D8). */
const minKept = 0.36;
/** A trigger that asks for a field and does not find it: what labels suggest is a suggestion only (§D8). */
const maxSuggested = 0.34;

/** General extraction with what triggers found before it: agreement raises the confidence, a conflict lowers it. */
export function mergeTriggerResults(
  general: Extraction,
  { found, tied }: TriggersRead,
): Extraction & { trigger?: TriggerUse } {
  if (!found) {
    if (tied.length === 0) return general;
    // Two that fit equally well: a person decides (§D7).
    return { ...general, trigger: { id: null, tied } };
  }
  // A trigger that says nothing of credit notes leaves that to the title.
  const byTitle = general.creditNote && !(found.knowsCredit ?? true);
  const creditNote = found.asked.includes('total')
    ? found.isCredit || (found.total?.value ?? 0) < 0 || byTitle
    : found.isCredit || general.creditNote;
  const total = found.total && { ...found.total, value: (creditNote ? -1 : 1) * Math.abs(found.total.value) };
  const signed = creditNote === general.creditNote ? general : negated(general);
  const { fields } = signed;
  return {
    ...signed,
    creditNote,
    trigger: { id: found.id, tied: [] },
    fields: {
      ...fields,
      number: saysNumber(found)
        ? preferTriggerValue(found, 'number', found.number, fields.number)
        : fields.number,
      date: preferTriggerValue(found, 'date', found.date, fields.date),
      total: preferTriggerValue(found, 'total', total, fields.total),
      creditor: creditorOf(found, fields.creditor),
      currency: currencyOf(found, fields.currency),
    },
  };
}

/** A template that gives `#` for every document says nothing of the number. */
function saysNumber({ number }: TriggerFound): boolean {
  return number === undefined || /\d/.test(number.value);
}

/** The other sign for every amount: a trigger knows better whether it is a credit note. */
function negated({ fields, lines, vatRates, ...rest }: Extraction): Extraction {
  const flip = (candidates: readonly Candidate<number>[]) =>
    candidates.map((candidate) => ({ ...candidate, value: -candidate.value }));
  const { total, excl, vat } = fields;
  return {
    ...rest,
    fields: { ...fields, total: flip(total), excl: flip(excl), vat: flip(vat) },
    lines: lines.map((line) => ({
      ...line,
      amountInCents: line.amountInCents === null ? null : -line.amountInCents,
    })),
    vatRates: vatRates.map((one) => signedRate(one, -1)),
  };
}

function preferTriggerValue<Value extends string | number>(
  found: TriggerFound,
  name: 'number' | 'date' | 'total',
  value: TriggerValue<Value> | undefined,
  candidates: readonly Candidate<Value>[],
): readonly Candidate<Value>[] {
  if (!found.asked.includes(name)) return candidates;
  if (!value)
    return candidates.map((candidate) => ({
      ...candidate,
      confidence: Math.min(maxSuggested, candidate.confidence),
    }));
  const [best] = candidates;
  const same = candidates.find((candidate) => isSame(candidate.value, value.value));
  const agrees = same !== undefined && same === best;
  const mine: Candidate<Value> = {
    ...value,
    confidence: round(
      Math.min(0.99, Math.max(minKept, combinedConfidence(found.trust, best?.confidence ?? 0, agrees))),
    ),
    method: 'trigger',
    reasons: [`trigger:${found.id}`, ...(agrees ? ['agrees'] : [])],
  };
  return [mine, ...candidates.filter((candidate) => candidate !== same)].slice(0, 5);
}

function combinedConfidence(trust: number, general: number, agrees: boolean): number {
  if (agrees) return 1 - (1 - trust) * (1 - general);
  return general > 0.8 ? trust * (1 - general * 0.4) : trust;
}

function isSame(a: string | number, b: string | number): boolean {
  return String(a).replaceAll(/\s/g, '').toLowerCase() === String(b).replaceAll(/\s/g, '').toLowerCase();
}

function creditorOf(found: TriggerFound, candidates: readonly CreditorCandidate[]): CreditorCandidate[] {
  if (found.creditor === '') return [...candidates];
  const same = candidates.find(({ value }) => plainName(value) === plainName(found.creditor));
  const named: CreditorCandidate = {
    value: found.creditor,
    raw: same?.raw ?? '',
    page: same?.page ?? null,
    box: same?.box ?? null,
    knownId: same?.knownId ?? null,
    confidence: round(Math.min(0.99, 1 - (1 - Math.max(0.9, found.trust)) * (same ? 0.3 : 1))),
    method: 'trigger',
    reasons: [`trigger:${found.id}`],
  };
  return [named, ...candidates.filter((candidate) => candidate !== same)].slice(0, 5);
}

function currencyOf(found: TriggerFound, candidates: readonly Candidate<string>[]): Candidate<string>[] {
  if (found.currency === '') return [...candidates];
  const named: Candidate<string> = {
    value: found.currency,
    raw: '',
    page: null,
    box: null,
    confidence: 0.98,
    method: 'trigger',
    reasons: [`trigger:${found.id}`],
  };
  return [named, ...candidates.filter(({ value }) => value !== found.currency)].slice(0, 5);
}
