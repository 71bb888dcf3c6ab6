import { isBlockedAccount } from '../fields/accounts.ts';
import { bareCode } from '../fields/parties.ts';
import { decimalToCents } from '../text/amounts.ts';
import { parseIsoDay } from '../text/dates.ts';
import { isIban } from '../text/identifiers.ts';
import type { XmlElement } from './xml-tree.ts';

/** What UBL and CII both say, before it becomes fields. Amounts as printed: positive on a credit note. */
export interface XmlInvoice {
  readonly number: string | null;
  /** ISO day. */
  readonly date: string | null;
  readonly dueDate: string | null;
  readonly currency: string | null;
  readonly totalInCents: number | null;
  readonly exclInCents: number | null;
  readonly vatInCents: number | null;
  readonly sums: XmlSums;
  readonly seller: XmlParty;
  readonly buyer: XmlParty;
  /** Who is paid, where that is not the seller. */
  readonly payee: string | null;
  readonly iban: string | null;
  /** The supplier's blocked account (G-rekening). */
  readonly gAccount: string | null;
  readonly paymentReference: string | null;
  /** The supplier collects it: payment means 49 or 59 of UNTDID 4461. */
  readonly isDirectDebit: boolean;
  /** What the buyer knows it by: their order, their reference, the invoice that is credited. */
  readonly references: XmlReferences;
  /** Payment terms first, then notes. */
  readonly notes: readonly string[];
  readonly isCreditNote: boolean;
  readonly lines: readonly XmlLine[];
  readonly taxes: readonly XmlTax[];
  /** Costs, and discounts below zero, on the invoice as a whole. */
  readonly extras: readonly XmlExtra[];
  readonly attachments: readonly XmlAttachment[];
  /** Names of files that it refers to, whether they lie in it or not. */
  readonly fileNames: readonly string[];
}

export interface XmlSums {
  readonly prepaidInCents: number | null;
  readonly roundingInCents: number | null;
  readonly payableInCents: number | null;
}

export interface XmlReferences {
  readonly order: string | null;
  readonly buyer: string | null;
  readonly contract: string | null;
  readonly invoice: string | null;
  /** ISO days. */
  readonly period: readonly [from: string | null, until: string | null];
  readonly delivery: string | null;
}

export interface XmlParty {
  /** The registered name first, then the trading name where it differs. */
  readonly names: readonly string[];
  readonly kvk: string | null;
  readonly vatId: string | null;
  /** Street, postcode and city, country. */
  readonly address: readonly string[];
  readonly place: XmlPlace;
}

/** An address by its parts; empty where the document does not say. */
export interface XmlPlace {
  readonly street: string;
  readonly zipCode: string;
  readonly city: string;
  /** ISO 3166-1. */
  readonly country: string;
}

export interface XmlLine {
  readonly description: string;
  readonly quantity: number | null;
  readonly unitPriceInCents: number | null;
  /** As it is written, for a price of less than a cent; of one piece. */
  readonly unitPrice: number | null;
  readonly amountInCents: number | null;
  readonly vatPercent: number | null;
}

/** One rate of VAT: what it is over, what it comes to, and why where there is none. */
export interface XmlTax {
  /** Of UNCL 5305. */
  readonly category: string | null;
  readonly percent: number | null;
  readonly baseInCents: number | null;
  readonly vatInCents: number | null;
  readonly reason: string | null;
}

export interface XmlExtra {
  readonly reason: string | null;
  readonly amountInCents: number;
}

/** A file inside the XML. */
export interface XmlAttachment {
  readonly name: string | null;
  readonly base64: string;
}

const creditTypes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']);

/** Whether a type of UNCL 1001 takes money back. */
export function isCreditType(type: string | null | undefined): boolean {
  return creditTypes.has(type ?? '');
}

/** Whether a code of UNTDID 4461 says that the supplier collects: direct debit, or SEPA direct debit. */
export function isDirectDebitCode(code: string | null | undefined): boolean {
  return code === '49' || code === '59';
}

/** Cents at a path; null where there is no amount. */
export function centsAt(element: XmlElement | undefined, path: string): number | null {
  const text = element?.value(path);
  return text ? decimalToCents(text) : null;
}

/** A number at a path; null where there is none. */
export function numberAt(element: XmlElement | undefined, path: string): number | null {
  const text = element?.value(path);
  if (!text) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** The ISO day at a path; null where there is none. */
export function dayAt(element: XmlElement | undefined, path: string): string | null {
  return parseIsoDay(element?.value(path) ?? '');
}

/** The text at a path in the first element that has one. */
export function firstAt(elements: readonly XmlElement[], path: string): string | null {
  return elements.map((element) => element.value(path)).find((value) => value !== null) ?? null;
}

/** The first IBAN among accounts, and the first one whose name says that it is blocked. */
export function accountsAt(
  accounts: readonly XmlElement[],
  paths: { readonly iban: string; readonly name: string },
): Pick<XmlInvoice, 'iban' | 'gAccount'> {
  const found = accounts
    .map((account) => ({
      iban: bareCode(account.value(paths.iban) ?? ''),
      name: account.value(paths.name) ?? '',
    }))
    .filter(({ iban }) => isIban(iban));
  const blocked = found.find(({ name }) => isBlockedAccount(name));
  return {
    iban: found.find(({ iban }) => iban !== blocked?.iban)?.iban ?? null,
    gAccount: blocked?.iban ?? null,
  };
}

/** The price of one piece, from a price `per` so many. */
export function unitPriceOf(
  price: number | null,
  per: number | null,
): Pick<XmlLine, 'unitPrice' | 'unitPriceInCents'> {
  const unitPrice = price === null ? null : price / (per || 1);
  return { unitPrice, unitPriceInCents: unitPrice === null ? null : Math.round(unitPrice * 100) };
}

/** A cost, or a discount below zero; none without an amount. */
export function extraOf(
  amount: number | null,
  isCharge: string | null | undefined,
  reason: string | null,
): XmlExtra[] {
  if (!amount) return [];
  return [{ reason, amountInCents: isCharge?.toLowerCase() === 'true' ? amount : -amount }];
}

/** The file in an element, under its own name or else the given one. */
export function attachmentOf(file: XmlElement | undefined, name: string | null): XmlAttachment[] {
  return file?.text ? [{ name: file.attributes['filename'] ?? name, base64: file.text }] : [];
}

/** The names among these texts that a picture of the invoice may have, without folders. */
export function fileNamesIn(texts: readonly (string | null | undefined)[]): string[] {
  const names = present(texts).map((text) => text.split(/[/\\]/).at(-1) ?? '');
  return [...new Set(names.filter((name) => /.\.(?:pdf|jpe?g|png|tiff?|webp|avif)\s*$/i.test(name)))];
}

/** The amount of VAT in the invoice's own currency: a second one may be in the seller's. */
export function inCurrency(amounts: readonly XmlElement[], currency: string | null): number | null {
  const own =
    amounts.find(({ attributes }) => currency !== null && attributes['currencyID'] === currency) ??
    amounts[0];
  return own ? decimalToCents(own.text) : null;
}

/** Eight digits that an element gives as a number of the Dutch trade register, by its scheme or its country. */
export function kvkIn(ids: readonly XmlElement[], isDutch: boolean): string | null {
  const own =
    ids.find((id) => isKvkScheme(id) && isKvk(id.text)) ??
    ids.find(({ attributes, text }) => isDutch && !attributes['schemeID'] && isKvk(text));
  return own?.text.slice(0, kvkLength) ?? null;
}

const kvkLength = 8;

/** `32081330 Amersfoort` too: the register used to be one for each region. */
function isKvk(text: string): boolean {
  return /^\d{8}(?!\S)/.test(text);
}

/** 0106 of ISO 6523, `NL:KVK` of SI-UBL 1, and the name itself. */
function isKvkScheme({ attributes }: XmlElement): boolean {
  const scheme = attributes['schemeID'] ?? '';
  return (
    /^(?:0106|(?:NL:)?KVK)$/i.test(scheme) ||
    /kvk|kamer van koophandel/i.test(attributes['schemeAgencyName'] ?? attributes['schemeName'] ?? '')
  );
}

/** What is there and not empty. */
export function present(values: readonly (string | null | undefined)[]): string[] {
  return [...new Set(values.flatMap((value) => (value ? [value] : [])))];
}
