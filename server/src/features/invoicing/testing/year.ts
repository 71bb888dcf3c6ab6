import type { DocumentProperty } from '#contract/documents/properties.ts';
import type { TestApp, TestClient } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { upload } from '#server/features/documents/testing/upload.ts';
import type { PdfReader } from '#server/platform/pdf/pdf.ts';
import { randomFrom } from '#server/samples/random.ts';
import type { ExpectedValues } from '#server/samples/sample.ts';
import { partyOf } from '#server/samples/suppliers.ts';
import { type YearDocument, yearOfInvoices } from '#server/samples/year.ts';
import type { Work } from './work.ts';

const buyer = partyOf('Vastgoedbeheer Eemstede B.V.', 'Amersfoort');
const rights = [
  'fmmodule.documents.create.company',
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.update.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.bankaccounts.confirm.company',
  'fmmodule.bankaccounts.read.company',
  'fmmodule.invoicerecognitiondata.update.company',
  'fmmodule.touchlessrules.create.company',
  'fmmodule.touchlessrules.update.company',
];

/** How a year goes. */
export interface YearSettings {
  readonly seed: number;
  readonly suppliers: number;
  readonly documents: number;
  /** The share of documents in which the clerk is wrong about one value. */
  readonly mistakes: number;
  readonly onDocument?: (count: number) => void;
}

/** What became of one document. */
interface Outcome {
  readonly month: number;
  readonly form: YearDocument['form'];
  readonly isTouchless: boolean;
  readonly isUnvalidated: boolean;
  /** Why a person was needed; `unknown` for a document that no invoice was made of. */
  readonly stop: string;
  /** Values that a rule passed although the document says otherwise. */
  readonly wrong: readonly string[];
  readonly valueCount: number;
}

/** What a year gave. */
export interface YearResult {
  readonly outcomes: readonly Outcome[];
  readonly months: readonly MonthResult[];
  readonly valuesPassed: number;
  readonly wrongPassed: readonly string[];
  readonly stops: ReadonlyMap<string, number>;
  readonly samples: { readonly checked: number; readonly wrong: number };
}

/** One month in numbers. */
interface MonthResult {
  readonly month: number;
  readonly documents: number;
  readonly touchless: number;
  readonly unvalidated: number;
}

/**
 * A year of one company from its first invoice on: a clerk corrects by the truth, books and lets approve, and is wrong now
 * and then; the rules need one confirmed invoice. Through the routes, with the real readers.
 */
export async function simulateYear(
  world: TestApp,
  clock: { set(now: Date): void },
  tools: { readonly work: Work; readonly pdf: PdfReader },
  settings: YearSettings,
): Promise<YearResult> {
  const from = '2026-01-01';
  const clerk = await world.asUser({ may: rights });
  const second = await world.asUser({ companyId: clerk.companyId, may: rights });
  await buildAdministration(world.db, clerk.companyId, buyer.name);
  clock.set(new Date(`${from}T08:00:00Z`));
  await switchRulesOn(clerk, second);
  const random = randomFrom(settings.seed + 1);
  const documents = yearOfInvoices({ ...settings, from, buyer });
  const outcomes: Outcome[] = [];
  const samples = { checked: 0, wrong: 0 };
  for (const [index, document] of documents.entries()) {
    // One second after the other, so that what came in first is first.
    clock.set(new Date(Date.parse(`${document.day}T09:00:00Z`) + index * 1000));
    const year = new Year(world, clerk, second, tools);
    const isMistaken = random.chance(settings.mistakes);
    outcomes.push(await year.take(document, isMistaken, samples));
    settings.onDocument?.(index + 1);
  }
  return { outcomes, samples, ...countsOf(outcomes) };
}

function countsOf(outcomes: readonly Outcome[]) {
  const byMonth = Map.groupBy(outcomes, ({ month }) => month);
  const months = [...byMonth].map(([month, of]) => ({
    month,
    documents: of.length,
    touchless: of.filter(({ isTouchless }) => isTouchless).length,
    unvalidated: of.filter(({ isUnvalidated }) => isUnvalidated).length,
  }));
  const stops = new Map(
    [...Map.groupBy(outcomes, ({ stop }) => stop)].map(([stop, of]) => [stop, of.length]),
  );
  return {
    months,
    stops,
    valuesPassed: outcomes.reduce((sum, { valueCount }) => sum + valueCount, 0),
    wrongPassed: outcomes.flatMap(({ wrong }) => wrong),
  };
}

async function switchRulesOn(maker: TestClient, second: TestClient): Promise<void> {
  const content = { confidence: 0.98, confirmed: 1, bookingShare: 0.9, upTo: 100_000_000 };
  for (const kind of ['validation', 'approval']) {
    const made = await maker.post('/api/fmmodule/touchless-rules', {
      kind,
      name: kind,
      content: { ...content, maxCount: 10_000, maxTotal: 10_000_000_000 },
    });
    await second.post(`/api/fmmodule/touchless-rules/${made.json().result.id}/switch`, { isOn: true });
  }
}

interface Line {
  readonly kind: string;
  readonly description: string;
  readonly ledger: { readonly number: string; readonly name: string };
}

class Year {
  readonly #world: TestApp;
  readonly #clerk: TestClient;
  readonly #second: TestClient;
  readonly #tools: { readonly work: Work; readonly pdf: PdfReader };

  constructor(
    world: TestApp,
    clerk: TestClient,
    second: TestClient,
    tools: { readonly work: Work; readonly pdf: PdfReader },
  ) {
    this.#world = world;
    this.#clerk = clerk;
    this.#second = second;
    this.#tools = tools;
  }

  async take(
    document: YearDocument,
    isMistaken: boolean,
    samples: { checked: number; wrong: number },
  ): Promise<Outcome> {
    const month = Number(document.day.slice(5, 7));
    const { form, expected } = document;
    const made = await this.#send(document);
    const nothing = { wrong: [], valueCount: 0, isTouchless: false, isUnvalidated: false };
    if (!made) return { month, form, stop: 'unknown', ...nothing };
    const url = `/api/fmmodule/invoices/${made.invoiceId}`;
    const decision = (await this.#clerk.get(`${url}/decision`)).json().result;
    const isUnvalidated = decision?.validatedBy !== null && decision !== null;
    const isTouchless = isUnvalidated && decision.approvedBy !== null;
    const wrong = isUnvalidated ? await this.#wrongValues(made.documentId, expected) : [];
    if (isUnvalidated && decision.isSample) {
      samples.checked += 1;
      if (wrong.length > 0) samples.wrong += 1;
      await this.#clerk.post(`${url}/check`, { wrong });
    }
    if (!isUnvalidated || (decision.isSample && wrong.length > 0))
      await this.#validate(made.documentId, expected, isMistaken);
    if (!isTouchless || (decision.isSample && wrong.length > 0)) await this.#book(made.invoiceId, expected);
    return {
      month,
      form,
      isTouchless,
      isUnvalidated,
      stop: isTouchless ? '' : (decision?.stoppedBy ?? 'off'),
      wrong: wrong.map((property) => `${property} of ${expected.number}, ${document.supplier}, ${form}`),
      valueCount: isUnvalidated ? checked.length : 0,
    };
  }

  async #send(document: YearDocument) {
    const bytes = await document.bytes(this.#tools.pdf);
    const ending = { xml: 'xml', pdf: 'pdf', scan: 'jpg' }[document.form];
    const [body, headers] = upload({ filename: `factuur.${ending}`, content: bytes });
    const reply = await this.#clerk.post('/api/fmmodule/documents', body, headers);
    const documentId: string = reply.json().result[0].id;
    await this.#tools.work.run();
    const found = await this.#world.db
      .selectFrom('documents')
      .where('id', '=', documentId)
      .select('invoice_id')
      .executeTakeFirst();
    return found?.invoice_id ? { documentId, invoiceId: found.invoice_id } : undefined;
  }

  async #valuesOf(documentId: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#world.db
      .selectFrom('document_fields')
      .where('document_id', '=', documentId)
      .where('rank', '=', 0)
      .select(['property', 'value'])
      .execute();
    return new Map(rows.map(({ property, value }) => [property, value]));
  }

  async #wrongValues(documentId: string, expected: ExpectedValues): Promise<CheckedValue[]> {
    const values = await this.#valuesOf(documentId);
    return checked.filter((property) => (values.get(property) ?? '') !== truthOf(property, expected));
  }

  /** Corrects by the truth and confirms; who is mistaken writes another number. */
  async #validate(documentId: string, expected: ExpectedValues, isMistaken: boolean): Promise<void> {
    const url = `/api/fmmodule/invoicerecognition/${documentId}`;
    for (const property of await this.#wrongValues(documentId, expected)) {
      const value = truthOf(property, expected);
      await this.#clerk.put(`${url}/properties/${property}`, { value, isStored: true });
    }
    if (isMistaken)
      await this.#clerk.put(`${url}/properties/number`, { value: `${expected.number.slice(0, -1)}X` });
    await this.#clerk.put(url, { isValidated: true, isCorrect: true });
  }

  /** Puts each cost line on the account of its kind of work, confirms a new account, and lets the second person approve. */
  async #book(invoiceId: string, expected: ExpectedValues): Promise<void> {
    const url = `/api/fmmodule/invoices/${invoiceId}`;
    const booking = (await this.#clerk.get(`${url}/booking`)).json().result;
    const lines: Line[] = booking?.lines ?? [];
    const account = accountOf(expected.creditor);
    if (lines.some(({ kind, ledger }) => kind === 'costs' && ledger.number !== account)) {
      const moved = lines
        .filter(({ kind }) => kind === 'costs')
        .map((line) => ({ ...line, ledger: { number: account, name: account } }));
      await this.#clerk.put(`${url}/booking`, { lines: moved });
    }
    await this.#second.post(`${url}/approve`, { approve: true });
  }
}

// What must not be wrong when nobody looks.
const checked = [
  'number',
  'date',
  'dueDate',
  'total',
  'excl',
  'vat',
  'iban',
  'creditor',
] as const satisfies readonly DocumentProperty[];
type CheckedValue = (typeof checked)[number];

function truthOf(property: CheckedValue, expected: ExpectedValues): string {
  switch (property) {
    case 'total':
      return String(expected.totalInCents);
    case 'excl':
      return String(expected.exclInCents);
    case 'vat':
      return String(expected.vatInCents);
    default:
      return expected[property] ?? '';
  }
}

/** Each supplier sells one kind of thing. */
function accountOf(creditor: string): string {
  const digits = [...creditor].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return String(4000 + (digits % 40) * 10);
}

/** The year in words, for the terminal. */
export function yearText({
  months,
  valuesPassed,
  wrongPassed,
  stops,
  samples,
  outcomes,
}: YearResult): string {
  const percent = (part: number, all: number) => `${((part / Math.max(1, all)) * 100).toFixed(1)} %`;
  const rows = months.map(
    ({ month, documents, touchless, unvalidated }) =>
      `${String(month).padStart(5)} ${String(documents).padStart(9)} ${percent(touchless, documents).padStart(11)} ${percent(unvalidated, documents).padStart(18)}`,
  );
  const forms = [...Map.groupBy(outcomes, ({ form }) => form)].map(
    ([form, of]) =>
      `${form}: ${of.length} documents, ${percent(of.filter(({ isTouchless }) => isTouchless).length, of.length)} touchless`,
  );
  return [
    'month documents   touchless without validation',
    ...rows,
    ...forms,
    `values passed by rules: ${valuesPassed}, wrong: ${wrongPassed.length} (${percent(wrongPassed.length, valuesPassed)})`,
    ...wrongPassed.map((line) => `  ${line}`),
    `samples checked: ${samples.checked}, wrong: ${samples.wrong}`,
    `stopped by: ${[...stops].map(([stop, count]) => `${stop === '' ? 'nothing' : stop} ${count}`).join(', ')}`,
  ].join('\n');
}
