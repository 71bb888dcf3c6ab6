import { bareCode, isIban } from '#contract/identifiers.ts';
import type { VatKind } from '#contract/invoicing/booking-rules.ts';
import { parseAmount } from '#contract/money.ts';
import { type Around, XafProblem, type XafRecord } from './read-xaf.ts';

/** The numbers that an administration is known by. */
export interface Identity {
  readonly kvkNumber: string;
  readonly vatId: string;
}

/** A creditor as an audit file names it. */
export interface XafCreditor {
  readonly number: string;
  readonly name: string;
  readonly kvk: string | null;
  readonly vatId: string | null;
  readonly ibans: readonly string[];
}

/** A line of a purchase booking, as evidence for proposals. */
export interface XafBooking {
  readonly key: string;
  readonly creditorNumber: string;
  readonly invoiceNumber: string;
  readonly bookedOn: string;
  readonly account: string;
  readonly costcenter: string;
  readonly vatCode: string;
  readonly cents: number;
  readonly description: string;
}

/** A VAT code, with the rate that its bookings have most often. */
export interface XafVatCode {
  readonly code: string;
  readonly name: string;
  readonly claimAccount: string;
  readonly payAccount: string;
  readonly rate: number;
  readonly kind: VatKind;
  readonly isOpen: boolean;
}

interface Named {
  readonly number: string;
  readonly name: string;
}

interface Codes {
  readonly code: string;
  readonly name: string;
  readonly claimAccount: string;
  readonly payAccount: string;
}

/** Whether a file belongs to an administration; throws what is wrong. */
export function assertSameCompany(
  { companyIdent = '', taxRegIdent = '' }: Readonly<Record<string, string>>,
  own: Identity,
): void {
  if (own.kvkNumber === '' && own.vatId === '') throw new XafProblem('no-number');
  const kvk = /^\d{8}$/.exec(bareCode(companyIdent))?.[0];
  const vat = /\d{9}/.exec(bareCode(taxRegIdent))?.[0];
  const ownVat = /\d{9}/.exec(own.vatId)?.[0];
  if (kvk !== undefined && own.kvkNumber !== '' && kvk !== own.kvkNumber)
    throw new XafProblem('other-company', kvk);
  if (vat !== undefined && ownVat !== undefined && vat !== ownVat)
    throw new XafProblem('other-company', taxRegIdent);
  const isCompared =
    (kvk !== undefined && own.kvkNumber !== '') || (vat !== undefined && ownVat !== undefined);
  if (!isCompared) throw new XafProblem('no-number');
}

const isPurchase = (journal: Readonly<Record<string, string>>) => journal['jrnTp'] === 'P';

/** Gathers what an audit file says of the books, while it is read; purchase bookings are given away as they come. */
export class XafBooks {
  readonly accounts = new Map<string, Named & { readonly isBalance: boolean }>();
  readonly costcenters = new Map<string, Named>();
  readonly costUnits = new Map<string, Named>();
  readonly journals: (Named & { readonly isPurchase: boolean })[] = [];
  readonly periods: {
    readonly year: number;
    readonly period: number;
    readonly from: string;
    readonly until: string;
  }[] = [];
  readonly creditors: XafCreditor[] = [];
  /** How often each account stands on the creditor's line. */
  readonly controls = new Map<string, number>();
  /** Purchase bookings that were not taken yet. */
  bookings: XafBooking[] = [];

  readonly #own: Identity;
  readonly #codes: Codes[] = [];
  readonly #rates = new Map<string, Map<number, number>>();
  readonly #usedInPurchases = new Set<string>();
  readonly #suppliers = new Set<string>();
  readonly #basics = new Map<string, string>();
  readonly #vatAccounts = new Set<string>();
  #year = '';
  #isChecked = false;
  #lines = 0;
  #debit = 0;
  #credit = 0;

  constructor(own: Identity) {
    this.#own = own;
  }

  /** The company is known as soon as its first list begins. */
  start(name: string, around: Around): void {
    const company = around.find((record) => record.name === 'company');
    if (
      this.#isChecked ||
      !company ||
      !/^(?:customersSuppliers|generalLedger|vatCodes|transactions)$/.test(name)
    )
      return;
    assertSameCompany(company.fields, this.#own);
    this.#isChecked = true;
  }

  take({ name, fields, children }: XafRecord, around: Around): void {
    switch (name) {
      case 'header':
        this.#year = /\d{4}/.exec(fields['fiscalYear'] ?? '')?.[0] ?? (fields['startDate'] ?? '').slice(0, 4);
        return;
      case 'ledgerAccount':
        this.accounts.set(need(fields['accID']), {
          number: need(fields['accID']),
          name: fields['accDesc'] ?? '',
          isBalance: fields['accTp'] === 'B',
        });
        return;
      case 'basic':
        this.#basics.set(need(fields['basicID']), fields['basicDesc'] ?? '');
        return;
      case 'customerSupplier':
        this.#takeCreditor(fields, children);
        return;
      case 'vatCode':
        this.#takeCode(fields);
        return;
      case 'period':
        this.#takePeriod(fields);
        return;
      case 'transaction':
        this.#takeTransaction({ fields, children }, around.at(-1)?.fields ?? {});
        return;
      case 'journal':
        this.journals.push({
          number: need(fields['jrnID']),
          name: fields['desc'] ?? '',
          isPurchase: isPurchase(fields),
        });
        return;
      case 'transactions':
        this.#assertTotals(fields);
        return;
      default:
    }
  }

  /** The VAT codes with the rates of their bookings; 3.2 carries none itself. */
  vatCodes(): XafVatCode[] {
    return this.#codes.map((code) => {
      const counted = [...(this.#rates.get(code.code) ?? [])].toSorted(
        ([, one], [, other]) => other - one,
      )[0];
      const rate = counted?.[0] ?? rateInName(code.name);
      // A code that only sales have is not proposed for purchases.
      const isOpen = this.#usedInPurchases.has(code.code) || !this.#rates.has(code.code);
      return { ...code, rate, kind: kindOf(code.name, rate), isOpen };
    });
  }

  #takeCreditor(fields: XafRecord['fields'], children: readonly XafRecord[]): void {
    const kind = fields['custSupTp'] ?? '';
    if (kind === 'C') return;
    const number = need(fields['custSupID']);
    this.#suppliers.add(number);
    const kvk = bareCode(fields['commerceNr'] ?? '');
    const vatId = bareCode(fields['taxRegIdent'] ?? '');
    const ibans = children
      .map((account) => bareCode(account.fields['bankAccNr'] ?? ''))
      .filter((iban) => isIban(iban));
    this.creditors.push({
      number,
      name: fields['custSupName'] ?? '',
      kvk: /^\d{8}$/.test(kvk) ? kvk : null,
      vatId: /^[A-Z]{2}\w+$/.test(vatId) ? vatId : null,
      ibans: [...new Set(ibans)],
    });
  }

  #takeCode(fields: XafRecord['fields']): void {
    const claimAccount = fields['vatToClaimAccID'] ?? '';
    const payAccount = fields['vatToPayAccID'] ?? '';
    for (const account of [claimAccount, payAccount]) if (account !== '') this.#vatAccounts.add(account);
    this.#codes.push({
      code: need(fields['vatID']),
      name: fields['vatDesc'] ?? '',
      claimAccount,
      payAccount,
    });
  }

  #takePeriod(fields: XafRecord['fields']): void {
    const [period, from = '', until = ''] = [
      Number(fields['periodNumber']),
      fields['startDatePeriod'],
      fields['endDatePeriod'],
    ];
    if (!Number.isInteger(period) || !isDay(from) || !isDay(until)) throw new XafProblem('damaged');
    // Opening and closing are no periods that purchases are booked in.
    if (period >= 1 && period <= 13) this.periods.push({ year: Number(this.#year), period, from, until });
  }

  #takeTransaction(
    { fields, children }: Pick<XafRecord, 'fields' | 'children'>,
    journal: XafRecord['fields'],
  ): void {
    const lines = children.map((line) => ({ ...line, cents: this.#count(line.fields) }));
    const isSupplierLine = ({ fields: line }: XafRecord) => this.#suppliers.has(line['custSupID'] ?? '');
    const isBooked =
      isPurchase(journal) || (journal['jrnTp'] === undefined && lines.some((line) => isSupplierLine(line)));
    for (const { children: vats } of lines) for (const vat of vats) this.#takeRate(vat.fields, isBooked);
    if (!isBooked) return;
    const day = fields['trDt'] ?? '';
    if (!isDay(day)) throw new XafProblem('damaged');
    const control = lines.find((line) => this.#isControl(line, journal));
    if (control) {
      const account = control.fields['accID'] ?? '';
      this.controls.set(account, (this.controls.get(account) ?? 0) + 1);
    }
    const creditor =
      control?.fields['custSupID'] ?? lines.find((line) => isSupplierLine(line))?.fields['custSupID'] ?? '';
    const reference = control ?? lines[0];
    for (const line of lines) {
      const account = need(line.fields['accID']);
      if (line === control || this.#vatAccounts.has(account)) continue;
      this.#noteCosts(line.fields);
      this.bookings.push({
        key: [this.#year, journal['jrnID'], fields['nr'], line.fields['nr']].join('/').slice(0, 200),
        creditorNumber: creditor,
        invoiceNumber: reference?.fields['invRef'] ?? reference?.fields['docRef'] ?? '',
        bookedOn: day,
        account,
        costcenter: line.fields['costID'] ?? '',
        vatCode: line.children[0]?.fields['vatID'] ?? '',
        cents: line.cents,
        description: line.fields['desc'] ?? fields['desc'] ?? '',
      });
    }
  }

  // The creditor's line: on the journal's own account, else the one on the balance that names a supplier.
  #isControl({ fields }: XafRecord, journal: XafRecord['fields']): boolean {
    const account = fields['accID'] ?? '';
    const offset = journal['offsetAccID'] ?? '';
    if (offset !== '') return account === offset;
    return (
      (fields['custSupID'] ?? '') !== '' &&
      this.accounts.get(account)?.isBalance === true &&
      !this.#vatAccounts.has(account)
    );
  }

  #noteCosts(fields: XafRecord['fields']): void {
    for (const [field, into] of [
      ['costID', this.costcenters],
      ['prodID', this.costUnits],
    ] as const) {
      const number = fields[field] ?? '';
      if (number !== '' && !into.has(number))
        into.set(number, { number, name: this.#basics.get(number) ?? '' });
    }
  }

  #takeRate(fields: XafRecord['fields'], isOfPurchase: boolean): void {
    const code = fields['vatID'] ?? '';
    const rate = Math.round(Number(fields['vatPerc']) * 100);
    if (!Number.isFinite(rate)) throw new XafProblem('damaged');
    const rates = this.#rates.get(code) ?? new Map<number, number>();
    rates.set(rate, (rates.get(rate) ?? 0) + 1);
    this.#rates.set(code, rates);
    if (isOfPurchase) this.#usedInPurchases.add(code);
  }

  #count(fields: XafRecord['fields']): number {
    const cents = parseAmount(fields['amnt'] ?? '');
    if (cents === undefined) throw new XafProblem('damaged');
    const isCredit = fields['amntTp'] === 'C';
    this.#lines += 1;
    if (isCredit) this.#credit += cents;
    else this.#debit += cents;
    return isCredit ? -cents : cents;
  }

  // A file of which a part is missing says so itself.
  #assertTotals(fields: XafRecord['fields']): void {
    const isWhole =
      Number(fields['linesCount']) === this.#lines &&
      parseAmount(fields['totalDebit'] ?? '') === this.#debit &&
      parseAmount(fields['totalCredit'] ?? '') === this.#credit;
    if (!isWhole) throw new XafProblem('damaged');
  }
}

function need(text: string | undefined): string {
  if (text === undefined || text === '' || text.length > 40) throw new XafProblem('damaged');
  return text;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

function rateInName(name: string): number {
  const percentage = /(\d{1,2}(?:[.,]\d{1,2})?)\s*%/.exec(name)?.[1];
  return percentage === undefined ? 0 : Math.round(Number(percentage.replace(',', '.')) * 100);
}

function kindOf(name: string, rate: number): VatKind {
  if (/verleg|reverse/i.test(name)) return 'reversed';
  if (/\b(?:icv|ivw|eu|ic)\b|binnen de eu|intracommunaut/i.test(name)) return 'eu';
  if (/invoer|import|buiten de eu/i.test(name)) return 'import';
  return rate === 0 ? 'none' : 'normal';
}
