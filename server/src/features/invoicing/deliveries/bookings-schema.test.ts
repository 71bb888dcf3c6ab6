import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { schemaErrors, xmllintIsThere, xmllintMissing } from '#server/platform/xml/testing/xmllint.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import { buildExported } from '../exports/testing/exported.ts';
import { hardInvoices } from '../exports/testing/hard-invoices.ts';
import { bookingsXml } from './bookings-xml.rules.ts';

// What is written for `xml` against the schema that its readers get.

const schema = fileURLToPath(new URL('../../../../../docs/couplings/bookings.xsd', import.meta.url));
const isThere = xmllintIsThere();
if (!isThere) console.warn(xmllintMissing);

const written = (invoices: readonly ExportedInvoice[], journal = '60') =>
  bookingsXml({
    administration: { id: 'a', name: 'Vechtstreek & zoon', kvk: '' },
    journal,
    invoices,
    unmapped: [],
  });

describe.runIf(isThere)('our own XML follows its schema', () => {
  test.each(Object.entries(hardInvoices))('with %s', (_, seed) => {
    expect(schemaErrors(schema, written([buildExported(seed)]))).toBe('');
  });

  test('with everything that is known, and with nothing that need not be', () => {
    const [line] = buildExported().lines;
    if (!line) throw new Error('no line');
    const full = buildExported({
      lines: [{ ...line, costCenter: 'KP1', costUnit: 'KD2', vatCode: 'H' }],
    });
    const bare = buildExported({
      dueDate: null,
      description: '',
      vatInCents: null,
      paymentReference: null,
      approvedBy: null,
      approvedAt: null,
      creditor: { ...full.creditor, number: null, kvk: null, vatId: null, iban: null },
      lines: [{ ...line, ledgerName: '', description: '' }],
    });
    expect(schemaErrors(schema, written([full, bare], ''))).toBe('');
  });

  test('and the schema refuses what it does not describe', () => {
    const right = written([buildExported()]);
    for (const [from, to] of [
      ['<total>121.00</total>', '<total>121,00</total>'],
      ['<account>4300</account>', '<account></account>'],
      ['kind="costs"', 'kind="other"'],
      ['<date>2026-11-02</date>', '<date>02-11-2026</date>'],
      ['<currency>EUR</currency>', ''],
    ] as const) {
      expect(right).toContain(from);
      expect(schemaErrors(schema, right.replace(from, to))).not.toBe('');
    }
  });
});
