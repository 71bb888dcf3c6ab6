import type { RefusalReason } from '#contract/documents/documents.ts';
import { isCii, readCii } from './cii.ts';
import { isUbl, readUbl } from './ubl.ts';
import type { XmlInvoice } from './xml-invoice.ts';
import { type NamedElement, readXml } from './xml-tree.ts';

/** Finds the one invoice in an XML file, in whatever envelope, or says why there is none to read. */
export function findInvoice(bytes: Uint8Array): NamedElement | RefusalReason {
  const read = readXml(bytes);
  if (typeof read === 'string') return read;
  const [invoice, another] = invoicesIn(read, maxEnvelopeDepth);
  if (!invoice) return 'not-an-invoice-xml';
  return another ? 'several-invoices' : invoice;
}

/** Reads the one invoice in an XML file, or says why there is none to read. */
export function parseInvoice(bytes: Uint8Array): XmlInvoice | RefusalReason {
  const invoice = findInvoice(bytes);
  if (typeof invoice === 'string') return invoice;
  return isCii(invoice.name) ? readCii(invoice.root) : readUbl(invoice.name, invoice.root);
}

const maxEnvelopeDepth = 4;

/** An invoice is the whole file, or lies in an envelope: that of Peppol, of a country's hub, of SOAP. */
function invoicesIn(element: NamedElement, levels: number): NamedElement[] {
  if (isUbl(element.name, element.root) || isCii(element.name)) return [element];
  if (levels === 0) return [];
  return element.root.children().flatMap((child) => invoicesIn(child, levels - 1));
}

/** Whether a file is a UBL invoice or credit note by itself, without an envelope around it. */
export function isBareUbl(bytes: Uint8Array): boolean {
  const read = readXml(bytes);
  return (
    typeof read !== 'string' && ['Invoice', 'CreditNote'].includes(read.name) && isUbl(read.name, read.root)
  );
}
