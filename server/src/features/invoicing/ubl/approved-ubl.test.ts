import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { readEInvoice } from '#server/features/documents/index.ts';
import { ublOf } from '#server/features/documents/testing/ubl.ts';
import type { ExportedInvoice } from '../exports/exported-invoice.ts';
import { buildExported, buildExportedLine } from '../exports/testing/exported.ts';
import { approvedUbl, missingForUbl } from './approved-ubl.ts';

const pdf = Buffer.from('%PDF-1.7 as it came');
const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, ignoreAttributes: true });

async function made(invoice: ExportedInvoice, original: Uint8Array = pdf, embeds = true) {
  const ubl = await approvedUbl(invoice, { read: async () => original, embeds });
  const parsed = parser.parse(Buffer.from(ubl.bytes));
  return { ...ubl, root: parsed.Invoice ?? parsed.CreditNote, text: Buffer.from(ubl.bytes).toString('utf8') };
}

describe('an invoice that came in as a picture', () => {
  test('has the cost lines with their accounts, parties with addresses, VAT by rate, and the picture inside', async () => {
    const { root, passedOn } = await made(buildExported());
    expect(passedOn).toBeNull();
    expect(root).toMatchObject({
      CustomizationID: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:nen.nl:nlcius:v1.0',
      ID: '42',
      DueDate: '2026-12-02',
      BuyerReference: '2026-11-0001',
      AccountingSupplierParty: {
        Party: {
          EndpointID: '12345678',
          PostalAddress: { StreetName: 'Dorpsstraat 5', Country: { IdentificationCode: 'NL' } },
        },
      },
      PaymentMeans: { PaymentMeansCode: '30', PayeeFinancialAccount: { ID: 'NL91ABNA0417164300' } },
      TaxTotal: { TaxSubtotal: { TaxableAmount: '100.00', TaxCategory: { ID: 'S', Percent: '21.00' } } },
      InvoiceLine: { LineExtensionAmount: '100.00', AccountingCost: '4300', Item: { Name: 'Ketel' } },
    });
    const { Attachment: inside } = root.AdditionalDocumentReference;
    expect(Buffer.from(inside.EmbeddedDocumentBinaryObject, 'base64').equals(pdf)).toBe(true);
  });

  test('a negative total is a credit note with positive amounts', async () => {
    const lines = [buildExportedLine({ debitInCents: 0, creditInCents: 10_000 })];
    const { root } = await made(
      buildExported({ totalInCents: -12_100, exclInCents: -10_000, vatInCents: -2100, lines }),
    );
    expect(root).toMatchObject({
      CreditNoteTypeCode: '381',
      LegalMonetaryTotal: { PayableAmount: '121.00' },
      CreditNoteLine: { LineExtensionAmount: '100.00' },
    });
    expect(root).not.toHaveProperty('DueDate');
  });

  test('without booking lines one line carries the amount', async () => {
    const { root } = await made(buildExported({ lines: [] }));
    expect(root.InvoiceLine).toMatchObject({
      LineExtensionAmount: '100.00',
      Item: { Name: 'Onderhoud ketel' },
    });
  });

  test('is well-formed whatever characters the texts have', async () => {
    const { creditor } = buildExported();
    const { root } = await made(
      buildExported({ description: '<b>&"\u0001\uD800 ]]>', creditor: { ...creditor, name: 'A & <B>' } }),
    );
    expect(root.AccountingSupplierParty.Party.PartyName.Name).toBe('A & <B>');
  });

  test('VAT codes tell rates and reverse charge; a few cents of rounding stay on the largest', async () => {
    const line = (vatRate: number, cents: number, vatKind: 'normal' | 'reversed' = 'normal') =>
      buildExportedLine({ vatCode: 'x', vatKind, vatRate, debitInCents: cents });
    const lines = [line(2100, 10_000), line(900, 3333), line(2100, 5000, 'reversed')];
    const { root } = await made(
      buildExported({ lines, totalInCents: 20_734, exclInCents: 18_333, vatInCents: 2401 }),
    );
    expect(
      root.TaxTotal.TaxSubtotal.map(
        (tax: { TaxAmount: string; TaxCategory: { ID: string } }) => `${tax.TaxCategory.ID} ${tax.TaxAmount}`,
      ),
    ).toEqual(['S 21.01', 'S 3.00', 'AE 0.00']);
  });

  test('what it lacks is named, and then it claims no standard', async () => {
    const { creditor, customer } = buildExported();
    const bare = buildExported({
      creditor: { ...creditor, street: '', kvk: null },
      customer: { ...customer, city: '' },
      vatInCents: 1500,
      totalInCents: 11_500,
      lines: [],
    });
    expect(missingForUbl(bare)).toEqual([
      { of: 'creditor', field: 'street' },
      { of: 'creditor', field: 'kvk' },
      { of: 'administration', field: 'city' },
    ]);
    const mixed = buildExported({ totalInCents: 11_534, vatInCents: 1534, lines: [] });
    expect(missingForUbl(mixed)).toEqual([{ of: 'invoice', field: 'vatRates' }]);
    for (const invoice of [bare, mixed]) expect((await made(invoice)).text).not.toContain('CustomizationID');
    expect(missingForUbl(buildExported())).toEqual([]);
  });
});

describe('an e-invoice that came in', () => {
  const source = Buffer.from(ublOf());
  const read = readEInvoice(source);
  const approved = (seed: Partial<ExportedInvoice> = {}) => {
    const { creditor } = buildExported();
    return buildExported({
      original: { sha256: 'b', mime: 'application/xml' },
      eInvoice: { sha256: 'b', hasPicture: false },
      invoiceNumber: read?.number ?? '',
      invoiceDate: read?.date ?? '',
      totalInCents: read?.totalInCents ?? 0,
      exclInCents: read?.exclInCents ?? null,
      vatInCents: read?.vatInCents ?? null,
      creditor: {
        ...creditor,
        name: read?.seller.names[0] ?? '',
        kvk: null,
        vatId: null,
        iban: read?.iban ?? null,
      },
      lines: [],
      ...seed,
    });
  };

  test('goes on byte by byte while it says what was approved', async () => {
    const { passedOn, bytes } = await made(approved(), source);
    expect(passedOn).toBe('unchanged');
    expect(Buffer.from(bytes).equals(source)).toBe(true);
  });

  test.each([
    ['number', { invoiceNumber: 'other' }],
    ['date', { invoiceDate: '2026-01-01' }],
    ['currency', { currency: 'USD' }],
    ['total', { totalInCents: 99_999 }],
    ['excl', { exclInCents: 1 }],
    ['vat', { vatInCents: 1 }],
    ['iban', { creditor: { ...approved().creditor, iban: null } }],
    ['supplier', { creditor: { ...approved().creditor, name: 'Iemand anders' } }],
  ] as const)('is written anew when its %s was changed, with the original inside', async (field, seed) => {
    const { passedOn, differences, root, text } = await made(approved(seed), source);
    expect(passedOn).toBe('rewritten');
    expect(differences.map((difference) => difference.field)).toEqual([field]);
    expect(root.Note).toContain('Anders dan in de ontvangen e-factuur');
    expect(text).toContain('filename="2026-11-0001-origineel.pdf"');
  });

  test('in an envelope is written as UBL without it', async () => {
    const bare = source.toString('utf8').replace(/<\?xml.*?\?>/, '');
    const { passedOn, differences } = await made(approved(), Buffer.from(`<Envelope>${bare}</Envelope>`));
    expect([passedOn, differences[0]?.field]).toEqual(['rewritten', 'format']);
  });
});
