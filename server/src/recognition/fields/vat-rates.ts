import type { Candidate, RecognisedVatRate } from '../recognised.ts';
import { isAtRate } from './arithmetic.ts';
import type { DocumentText } from '../text/page-text.ts';

/** The sums of a document, without signs. */
interface Sums {
  readonly excl: Candidate<number> | undefined;
  readonly vat: Candidate<number> | undefined;
}

type Place = Pick<RecognisedVatRate, 'page' | 'box'>;

/** A printed amount that may be the VAT of a rate; cents without sign. */
interface Row extends Place {
  readonly rate: number;
  readonly base: number | null;
  readonly vat: number;
}

/** Rates beyond these, or rows of one rate, are no summary of VAT. */
const maxRates = 5;
const maxRowsOfRate = 8;
/** No country asks more. */
const maxPercent = 27;

/** Where every base is printed, and they come to the amount without VAT. */
const sureByBases = 0.97;
/** Where only the VAT of the rates comes to the VAT of the document. */
const sureByVat = 0.9;
/** Where no rate is printed, and the sums leave one. */
const sureBySums = 0.85;

/**
 * VAT by rate: one printed row for each rate, which together come to the VAT that was found; without such rows the one
 * Dutch rate that the sums leave. Amounts without sign.
 */
export function findVatRates(text: DocumentText, { excl, vat }: Sums): RecognisedVatRate[] {
  if (!vat || vat.value === 0) return [];
  const byRate = Map.groupBy(rowsOf(text), ({ rate }) => rate);
  const choices = [...byRate.values()].map((rows) => distinct(rows).slice(-maxRowsOfRate));
  const chosen = choices.length > maxRates ? undefined : bestOf(choices, vat.value, excl?.value);
  if (chosen) return chosen.map((row) => recognised(row, chosen, excl?.value));
  return excl ? byArithmetic(excl, vat) : [];
}

/** The same amounts with this sign, as on a credit note. */
export function signedRate(one: RecognisedVatRate, sign: number): RecognisedVatRate {
  const { baseInCents, vatInCents } = one;
  return {
    ...one,
    baseInCents: baseInCents === null ? null : baseInCents * sign || 0,
    vatInCents: vatInCents * sign || 0,
  };
}

const percents = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?)\s?%/gu;
/** `7` in a cell of its own, below a head such as `Steuersatz [%]`. */
const bareRates = /(?<=^|\t) *(\d{1,2}) *(?=\t|$)/gu;
const namesVat =
  /(?<!\p{L})(?:btw|b\.t\.w\.|vat|mwst|ust|tva|omzetbelasting|umsatzsteuer|mehrwertsteuer|hoog|laag)(?!\p{L})/iu;

/** Every pair of base and VAT on a line with a rate, and the amounts of a line that names VAT and a rate. */
function rowsOf({ lines, amounts }: DocumentText): Row[] {
  return lines.flatMap((line) => {
    const named = [...new Set([...line.text.matchAll(percents)].map(([, percent]) => rateOf(percent)))];
    const isOfVat = namesVat.test(line.text);
    const bare = isOfVat ? [...line.text.matchAll(bareRates)].map(([, percent]) => rateOf(percent)) : [];
    const rates = named.length > 0 ? named : bare;
    const printed = amounts.filter((spot) => spot.line === line && spot.value.isExact);
    return rates
      .filter((rate) => rate <= maxPercent * 100)
      .flatMap((rate) =>
        printed.flatMap((spot): Row[] => {
          const vat = Math.abs(spot.value.cents);
          const place = { page: line.page, box: spot.box };
          const bases = printed.filter((other) => other !== spot && isTaxOf(other.value.cents, rate, vat));
          const pairs = bases.map((base) => ({ rate, base: Math.abs(base.value.cents), vat, ...place }));
          const isAlone = pairs.length === 0 && named.length === 1 && rate > 0 && isOfVat;
          return isAlone ? [{ rate, base: null, vat, ...place }] : pairs;
        }),
      );
  });
}

function rateOf(percent: string | undefined): number {
  return Math.round(Number((percent ?? '').replace(',', '.')) * 100);
}

function isTaxOf(base: number, rate: number, vat: number): boolean {
  return base !== 0 && isAtRate(Math.abs(base), vat, [rate / 10_000]);
}

// A summary that is printed twice is one.
function distinct(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [`${row.base} ${row.vat}`, row])).values()];
}

/** At most one row of each rate, so that their VAT is that of the document: with all bases, and with most of them. */
function bestOf(
  choices: readonly (readonly Row[])[],
  vat: number,
  excl: number | undefined,
): readonly Row[] | undefined {
  const all = choices.reduce<{ readonly rows: readonly Row[]; readonly vat: number }[]>(
    (found, rows) =>
      found
        .flatMap((some) => [
          some,
          ...rows.map((row) => ({ rows: [...some.rows, row], vat: some.vat + row.vat })),
        ])
        // More than all of it never fits again.
        .filter((some) => some.vat <= vat),
    [{ rows: [], vat: 0 }],
  );
  const fitting = all.filter((some) => some.rows.length > 0 && some.vat === vat).map(({ rows }) => rows);
  const score = (rows: readonly Row[]): number =>
    (sumOfBases(rows) === excl ? 100 : 0) +
    rows.filter(({ base }) => base !== null).length * 10 -
    rows.length;
  return fitting.toSorted((one, other) => score(other) - score(one))[0];
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, one) => total + one, 0);
}

function sumOfBases(rows: readonly Row[]): number | undefined {
  const bases = rows.flatMap(({ base }) => base ?? []);
  return bases.length === rows.length ? sum(bases) : undefined;
}

function recognised(row: Row, rows: readonly Row[], excl: number | undefined): RecognisedVatRate {
  const { rate, vat, page, box } = row;
  const isWhole = excl !== undefined && sumOfBases(rows) === excl;
  const confidence = isWhole ? sureByBases : sureByVat;
  return {
    rate,
    baseInCents: row.base ?? impliedBase(row, rows, excl),
    vatInCents: vat,
    confidence,
    page,
    box,
  };
}

/** What the other rates leave of the amount without VAT, where that is what the VAT is over. */
function impliedBase(row: Row, rows: readonly Row[], excl: number | undefined): number | null {
  if (excl === undefined) return null;
  const others = rows.filter((other) => other !== row).map(({ base, ...other }) => base ?? fullBase(other));
  const rest = excl - sum(others);
  return isTaxOf(rest, row.rate, row.vat) ? rest : null;
}

/** What a rate makes this VAT of, to the cent as far as the VAT tells. */
function fullBase({ rate, vat }: Pick<Row, 'rate' | 'vat'>): number {
  return rate === 0 ? 0 : Math.round((vat * 10_000) / rate);
}

const dutchRates = [2100, 900];

function byArithmetic(excl: Candidate<number>, vat: Candidate<number>): RecognisedVatRate[] {
  const rate = dutchRates.find((one) => isTaxOf(excl.value, one, vat.value));
  if (rate === undefined) return [];
  const { page, box } = vat;
  return [{ rate, baseInCents: excl.value, vatInCents: vat.value, confidence: sureBySums, page, box }];
}
