import { calibrate } from './calibration/calibration.ts';
import type { FoundCode } from './text/identifiers.ts';
import { passesVatCheck } from './text/identifiers.ts';
import { type KnownParties, bestNames, ownCodes, scoreCreditors } from './fields/creditor.ts';
import { accountsOn } from './fields/accounts.ts';
import { addressedToOther } from './fields/addressed-to.ts';
import { findCodes } from './fields/codes.ts';
import { findCurrency } from './fields/currency.ts';
import { findDays } from './fields/days.ts';
import { findNumbers } from './fields/numbers.ts';
import { isOtherPaper, slipsInFront, withoutOpenItems } from './text/other-papers.ts';
import { type DocumentText, readText, round } from './text/page-text.ts';
import { type Codes, matchOf, plainName } from './fields/parties.ts';
import type { Candidate, CreditorCandidate, Extraction, RecognisedLine } from './recognised.ts';
import type { Spot } from './labels/relations.ts';
import { findOrderFields } from './fields/order-fields.ts';
import { findReferences } from './fields/references.ts';
import { findSums } from './fields/sums.ts';
import { findLines } from './fields/table-lines.ts';
import { findVatRates, signedRate } from './fields/vat-rates.ts';
import type { Line } from './text/words.ts';

/** Reads an invoice from its lines of text, in Dutch, English and German, without knowing its supplier. */
export function extractFields(lines: readonly Line[], parties: KnownParties): Extraction {
  return calibrate(scoreFields(lines, parties), lines);
}

/** The same with the scores of the rules, before they are made probabilities: for fitting. */
export function scoreFields(all: readonly Line[], parties: KnownParties): Extraction {
  const before = slipsInFront(all);
  if (before === 0) return scoreWithoutAppendices(withoutOpenItems(all), parties);
  const lines = all
    .filter(({ page }) => page > before)
    .map((line) => ({ ...line, page: line.page - before }));
  return onPages(scoreLines(withoutOpenItems(lines), parties), before);
}

/** Hours and deliveries behind an invoice have days and totals of their own; they count only where it has none. */
function scoreWithoutAppendices(all: readonly Line[], parties: KnownParties): Extraction {
  const [first, ...later] = [...new Set(all.map(({ page }) => page))];
  const others = later.filter(
    (page) => page !== first && isOtherPaper(all.filter((line) => line.page === page)),
  );
  if (others.length > 0) {
    const found = scoreLines(
      all.filter(({ page }) => !others.includes(page)),
      parties,
    );
    const { number, date, total } = found.fields;
    const isComplete = [number, total].every(([best]) => best && best.confidence >= minComplete);
    if (isComplete && date.length > 0) return found;
  }
  return scoreLines(all, parties);
}

/** From this a value is a finding of its own, with or without an appendix. */
const minComplete = 0.35;

/** Pages as the file counts them, where some in front were left out. */
function onPages({ fields, lines, vatRates, ...rest }: Extraction, before: number): Extraction {
  const moved = <Kind extends { readonly page: number | null }>(list: readonly Kind[]): Kind[] =>
    list.map((one) => ({ ...one, page: one.page === null ? null : one.page + before }));
  return {
    ...rest,
    lines: moved(lines),
    vatRates: moved(vatRates),
    fields: {
      number: moved(fields.number),
      date: moved(fields.date),
      dueDate: moved(fields.dueDate),
      total: moved(fields.total),
      excl: moved(fields.excl),
      vat: moved(fields.vat),
      currency: moved(fields.currency),
      creditor: moved(fields.creditor),
      kvk: moved(fields.kvk),
      vatId: moved(fields.vatId),
      iban: moved(fields.iban),
      gAccount: moved(fields.gAccount),
      paymentReference: moved(fields.paymentReference),
      orderNumber: moved(fields.orderNumber),
      customerNumber: moved(fields.customerNumber),
      deliveryDate: moved(fields.deliveryDate),
      periodFrom: moved(fields.periodFrom),
      periodTo: moved(fields.periodTo),
      paymentTerm: moved(fields.paymentTerm),
    },
  };
}

function scoreLines(lines: readonly Line[], parties: KnownParties): Extraction {
  const text = readText(lines);
  const codes = codesOf(text);
  const receivers = receiversOf(text);
  const vatIds = text.vatIds.filter(({ value }) => !receivers.has(value.value));
  const own = ownCodes(parties);
  const accounts = accountsOn(text);
  const sums = findSums(text);
  const creditNote = isCreditNote(text) || sums.isNegative;
  const number = findNumbers(text, creditNote);
  const sign = creditNote ? -1 : 1;
  const creditor = bestNames(scoreCreditors(text, codesOf({ ...text, vatIds }), parties, receivers));
  const buyers = findBuyers(text, codes, parties);
  const trust = !creditNote && isPerhapsCredit(text) ? 0.75 : 1;
  return {
    fields: {
      number,
      ...findDays(text, creditNote, number[0]),
      total: sums.total.map((candidate) => doubted(signed(candidate, sign), trust)),
      excl: sums.excl.map((candidate) => signed(candidate, sign)),
      vat: sums.vat.map((candidate) => signed(candidate, sign)),
      currency: findCurrency(text),
      creditor,
      kvk: findCodes(text.kvks, text, own, 'kvk', () => 0.9),
      vatId: findCodes(vatIds, text, own, 'vat-id', (value) => (passesVatCheck(value) ? 0.95 : 0.8)),
      iban: findCodes(accounts.own, text, own, 'iban', () => 0.95),
      gAccount: findCodes(accounts.blocked, text, own, 'iban', () => 0.95),
      paymentReference: findReferences(text),
      ...findOrderFields(text),
    },
    lines: findLines(text, { excl: sums.excl[0]?.value, total: sums.total[0]?.value }).map((line) =>
      signedLine(line, sign),
    ),
    vatRates: findVatRates(text, { excl: sums.excl[0], vat: sums.vat[0] }).map((one) =>
      signedRate(one, sign),
    ),
    creditNote,
    buyers,
    addressedTo: buyers.length > 0 ? null : addressedToOther(text, parties.excluded, creditor[0]?.value),
    warnings: [],
  };
}

/** Every name with the clues for and against it as the creditor's, best first: why one was not chosen. */
export function explainCreditor(lines: readonly Line[], parties: KnownParties): CreditorCandidate[] {
  const text = readText(lines);
  const receivers = receiversOf(text);
  const vatIds = text.vatIds.filter(({ value }) => !receivers.has(value.value));
  return scoreCreditors(text, codesOf({ ...text, vatIds }), parties, receivers);
}

/** VAT ids named as the customer's once: they are the customer's wherever they stand. */
function receiversOf({ vatIds }: DocumentText): ReadonlySet<string> {
  return new Set(
    vatIds
      .filter(({ line, start }) => isReceivers.test(line.text.slice(0, start)))
      .map(({ value }) => value.value),
  );
}

/** `Btw verlegd naar NL…`, `Uw btw-nummer: NL…`: words before the customer's VAT id, never the supplier's. */
const isReceivers =
  /(?:verlegd (?:naar|aan)(?: [^\t]{3,60}?,?(?= btw| vat))?|reverse[ -]charged? (?:to|on)|(?<!\p{L})(?:uw|your|ihre) (?:btw|vat|ust)[\p{L} .-]{0,20}|(?:btw|vat)[ -]?(?:id|nr|nummer|number|no)?\.? (?:van )?(?:de )?(?:klant|afnemer|customer|client))(?: (?:btw|vat)[\p{L} .-]{0,12})?[\s:.-]*$/iu;

function codesOf(text: Pick<DocumentText, 'kvks' | 'vatIds' | 'ibans'>): Codes {
  const values = (spots: readonly Spot<FoundCode>[]): Set<string> =>
    new Set(spots.map(({ value }) => value.value));
  return { kvks: values(text.kvks), vatIds: values(text.vatIds), ibans: values(text.ibans) };
}

function findBuyers(text: DocumentText, codes: Codes, { excluded }: KnownParties): string[] {
  const plain = plainName(text.lower);
  const found = excluded.flatMap((identity) => {
    const reason = matchOf(identity, codes, plain);
    return reason === null ? [] : [{ id: identity.id, byName: reason.startsWith('name:') }];
  });
  return found.toSorted((a, b) => Number(a.byName) - Number(b.byName)).map(({ id }) => id);
}

const creditTitle =
  /(?:^|\n)[^\n]{0,40}?(?<!\p{L})(?:credit[\s-]?(?:nota|factuur|note|memo|invoice)|creditering|note de cr[ée]dit|facture d.avoir|avoir|stornorechnung|rechnungs-?korrektur|storno)(?!\p{L})/u;

// In German the buyer's own bill is a `Gutschrift` too; one that takes something back says what.
const returned =
  /(?:storno|r[üu]cksendung|retoure|erstatt|korrektur|reklamation|zu (?:ihrer |unserer |der )?rechnung|gutschriftsbetrag|(?:^|\n)(?:(?:ursprungs|original)[ -]?|urspr[üu]ngliche )?rechnung(?:s-?nr\.?)?:? [\p{L}\d/.-]*\d)/u;

/** `Verrekend met creditnota 2026-0031`: another document is meant. */
const settles = /verreken|in mindering|openstaand|saldo|applied|abz[üu]gl|d[ée]du(?:ction|it)|less:? /u;

/** A title or a label near the top says so; a mention in the conditions below does not. */
function isCreditNote(text: DocumentText): boolean {
  const top = text.lines
    .filter(({ page, box }) => page === 1 && box[1] < 0.5)
    .map((line) => line.text.toLowerCase())
    .filter((line) => !settles.test(line));
  return (
    creditTitle.test(top.join('\n')) ||
    (/(?:^|\n)[^\n]{0,20}gutschrift(?!en)/u.test(top.join('\n')) && returned.test(text.lower)) ||
    /(?:te ontvangen|credit(?:bedrag)?|tegoed)(?!\p{L})[^\n]{0,12}(?<![\p{L}\d])-\s?€?\s?\d/u.test(text.lower)
  );
}

/** The head mentions a credit, but does not prove one: then the sign of the total is uncertain. */
function isPerhapsCredit(text: DocumentText): boolean {
  return text.lines.some(
    ({ page, box, text: words }) =>
      page === 1 &&
      box[1] < 0.5 &&
      /(?<!\p{L})(?:credit|gutschrift|storno|avoir)(?!s?\s?(?:card|kaart|karte|[a-z]{2}\s?[a-z]{3}))/iu.test(
        words,
      ),
  );
}

function doubted(candidate: Candidate<number>, trust: number): Candidate<number> {
  return trust === 1 ? candidate : { ...candidate, confidence: round(candidate.confidence * trust) };
}

/** A total is negative on a credit note, with or without a minus in print. */
function signed(candidate: Candidate<number>, sign: number): Candidate<number> {
  return { ...candidate, value: candidate.value * sign };
}

function signedLine(line: RecognisedLine, sign: number): RecognisedLine {
  const amount = line.amountInCents;
  return amount === null || sign > 0 ? line : { ...line, amountInCents: -Math.abs(amount) };
}
