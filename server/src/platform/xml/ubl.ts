import { create } from 'xmlbuilder2';

// The namespaces of every UBL document, as attributes.
const ublNamespaces = {
  '@xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  '@xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

/**
 * A UBL 2.1 document as XML. The order of the elements is the caller's; what is absent leaves no element.
 *
 * @example
 * ublXml('Invoice', { 'cbc:ID': '2026-001', 'cbc:IssueDate': '2026-11-23' });
 */
export function ublXml(root: 'Invoice' | 'CreditNote', elements: Readonly<Record<string, unknown>>): string {
  const namespace = `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`;
  const document = { [root]: { '@xmlns': namespace, ...ublNamespaces, ...elements } };
  return create({ version: '1.0', encoding: 'UTF-8' }, document).end({ prettyPrint: true });
}

/** An amount element with its currency. */
export function ublAmount(cents: number, currency: string): { '@currencyID': string; '#': string } {
  return { '@currencyID': currency, '#': centsToDecimal(cents) };
}

/** Cents as XML writes an amount: `-12.50`. */
export function centsToDecimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A text without the characters that XML 1.0 does not allow: most control characters. */
export function xmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
}
