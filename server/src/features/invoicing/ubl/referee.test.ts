import { expect, test } from 'vitest';
import { ublOf } from '#server/features/documents/testing/ubl.ts';
import { judge, linesOf, referee } from '#server/platform/testing/referee.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import { buildExported, buildExportedLine } from '../exports/testing/exported.ts';
import { approvedUbl } from './approved-ubl.ts';

const standard = buildExported();
const cost = (seed: Parameters<typeof buildExportedLine>[0]) => buildExportedLine({ vatCode: 'x', ...seed });
const foreign = (country: string, vatId: string) => ({
  creditor: { ...standard.creditor, country, vatId, kvk: null, zipCode: '' },
});
const turned = standard.lines.map((line) => ({
  ...line,
  debitInCents: line.creditInCents,
  creditInCents: line.debitInCents,
}));
const rates = [
  cost({ vatKind: 'normal', vatRate: 2100, debitInCents: 10_000, description: 'Hoog "&" <dik>' }),
  cost({ vatKind: 'normal', vatRate: 900, debitInCents: 3333, description: 'Bäckerei “Ölmühle” €' }),
  cost({ vatKind: 'normal', vatRate: 0, debitInCents: 500, description: 'Nul' }),
  cost({ vatKind: 'normal', vatRate: 2100, debitInCents: 0, creditInCents: 1000, description: 'Korting' }),
];
const withoutVat = (lines: ExportedInvoice['lines']) => ({
  totalInCents: 10_000,
  exclInCents: 10_000,
  vatInCents: 0,
  lines,
});

/** Invoices that lack nothing. */
const complete: Readonly<Record<string, Partial<ExportedInvoice>>> = {
  plain: {},
  'long-name': { creditor: { ...standard.creditor, name: `Bäckerei “Ölmühle” & Zoon ${'x'.repeat(60)}` } },
  'no-due-date': { dueDate: null },
  'no-booking': { lines: [] },
  'with-order': { orderNumber: 'PO-1' },
  'three-rates': { totalInCents: 15_023, exclInCents: 12_833, vatInCents: 2190, lines: rates },
  credit: { totalInCents: -12_100, exclInCents: -10_000, vatInCents: -2100, lines: turned },
  reversed: withoutVat([cost({ vatKind: 'reversed', vatRate: 2100 })]),
  exempt: withoutVat([cost({ vatKind: 'none' })]),
  'no-vat-id': { ...withoutVat([]), creditor: { ...standard.creditor, vatId: null } },
  german: { ...foreign('DE', 'DE123456788'), ...withoutVat([cost({ vatKind: 'eu', vatRate: 2100 })]) },
  belgian: {
    ...foreign('BE', 'BE0403019261'),
    lines: [],
    totalInCents: 12_100,
    exclInCents: 10_000,
    vatInCents: 2100,
  },
  british: { ...foreign('GB', 'GB123456789'), ...withoutVat([cost({ vatKind: 'import' })]) },
  'no-iban': { creditor: { ...standard.creditor, iban: null } },
  'direct-debit': { isDirectDebit: true },
  zero: { totalInCents: 0, exclInCents: 0, vatInCents: 0, lines: [] },
};

async function written(seed: Partial<ExportedInvoice>, original: string): Promise<string> {
  const read = async () => Buffer.from(original);
  const { bytes } = await approvedUbl(buildExported(seed), { read, embeds: true });
  return Buffer.from(bytes).toString('utf8');
}

async function documents(): Promise<readonly (readonly [string, string])[]> {
  const made: [string, string][] = [];
  for (const [name, seed] of Object.entries(complete)) made.push([name, await written(seed, '%PDF-1.7')]);
  const original = { sha256: 'b', mime: 'application/xml' };
  const eInvoice = { sha256: 'b', hasPicture: false };
  for (const isCredit of [false, true])
    made.push([
      `rewritten-${isCredit ? 'credit' : 'invoice'}`,
      await written(
        { original, eInvoice, ...(isCredit ? complete['credit'] : {}) },
        ublOf({ isCredit, number: 'x' }),
      ),
    ]);
  return made;
}

test.skipIf(referee === undefined)(
  'approved invoices that lack nothing pass EN 16931 with NLCIUS or Peppol (skipped: BALIE_REFEREE names no referee)',
  async ({ skip }) => {
    const files = await documents();
    const judged = await judge(files);
    if (typeof judged === 'string') return skip(`the referee lacks its rules: ${judged}`);
    expect(judged).toHaveLength(files.length);
    expect(judged.every(({ checkCount }) => checkCount >= 3)).toBe(true);
    expect(linesOf(judged)).toEqual([]);
    // The same under Peppol's name, which asks for what pages rarely tell: the mandate of a direct debit (R061), and the
    // invoice that a Dutch credit note takes back (NL-R-001).
    const peppol = files
      .filter(([name]) => name !== 'direct-debit' && !name.endsWith('credit'))
      .map(
        ([name, text]) =>
          [
            name,
            text.replace('urn:fdc:nen.nl:nlcius:v1.0', 'urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
          ] as const,
      );
    const again = await judge(peppol);
    expect(typeof again === 'string' ? again : linesOf(again)).toEqual([]);
  },
  300_000,
);
