import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, test } from 'vitest';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { recogniseXml } from './from-xml.ts';
import type { Candidate, RecognisedDocument, RecognisedPage } from '../recognised.ts';

const pdf = startPdf();
afterAll(() => pdf.close());

async function drawn(text: string): Promise<RecognisedDocument> {
  const found = await recogniseXml(Buffer.from(text), { pdf }, () => undefined);
  if (found.kind === 'refused') throw new Error(found.reason);
  return found;
}

const line = (name: string, amount = '12.12'): string =>
  `<cac:InvoiceLine><cbc:InvoicedQuantity>100.5</cbc:InvoicedQuantity><cbc:LineExtensionAmount>${amount}</cbc:LineExtensionAmount>
    <cac:Item><cbc:Name>${name}</cbc:Name><cac:ClassifiedTaxCategory><cbc:Percent>21</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
    <cac:Price><cbc:PriceAmount>0.1212</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`;

function ubl({ root = 'Invoice', name = 'Bakkerij Korst', lines = line('Meel'), inside = '' } = {}): string {
  return `<${root} xmlns:cac="b" xmlns:cbc="c"><cbc:ID>140016</cbc:ID><cbc:IssueDate>2026-03-05</cbc:IssueDate><cbc:DueDate>2026-04-04</cbc:DueDate>
    <cbc:Note>Betaal onder vermelding van 00006688-140016 voor 04-04-2026.</cbc:Note><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
    <cbc:BuyerReference>Afd. 7</cbc:BuyerReference>
    <cac:InvoicePeriod><cbc:StartDate>2026-02-01</cbc:StartDate><cbc:EndDate>2026-02-28</cbc:EndDate></cac:InvoicePeriod>
    <cac:OrderReference><cbc:ID>PO-47806</cbc:ID></cac:OrderReference>
    <cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>139000</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>${inside}
    <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName>
      <cac:PostalAddress><cbc:StreetName>Herenweg</cbc:StreetName><cbc:BuildingNumber>115</cbc:BuildingNumber></cac:PostalAddress></cac:Party></cac:AccountingSupplierParty>
    <cac:AccountingCustomerParty><cac:Party><cac:PartyName><cbc:Name>Afnemer B.V.</cbc:Name></cac:PartyName></cac:Party></cac:AccountingCustomerParty>
    <cac:PayeeParty><cac:PartyName><cbc:Name>Factor N.V.</cbc:Name></cac:PartyName></cac:PayeeParty>
    <cac:PaymentMeans><cbc:PaymentID>00006688-140016</cbc:PaymentID></cac:PaymentMeans>
    <cac:PaymentTerms><cbc:Note>Binnen 30 dagen</cbc:Note></cac:PaymentTerms>
    <cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Vracht</cbc:AllowanceChargeReason><cbc:Amount>9.50</cbc:Amount></cac:AllowanceCharge>
    <cac:TaxTotal><cbc:TaxAmount>21.00</cbc:TaxAmount>
      <cac:TaxSubtotal><cbc:TaxableAmount>100.00</cbc:TaxableAmount><cbc:TaxAmount>21.00</cbc:TaxAmount><cac:TaxCategory><cbc:Percent>21</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal>
      <cac:TaxSubtotal><cbc:TaxableAmount>30.00</cbc:TaxableAmount><cbc:TaxAmount>0</cbc:TaxAmount><cac:TaxCategory><cbc:Percent>0</cbc:Percent><cbc:TaxExemptionReason>Btw verlegd</cbc:TaxExemptionReason></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
    <cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount>130.00</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount>151.00</cbc:TaxInclusiveAmount>
      <cbc:PrepaidAmount>50</cbc:PrepaidAmount><cbc:PayableRoundingAmount>0.05</cbc:PayableRoundingAmount><cbc:PayableAmount>101.05</cbc:PayableAmount></cac:LegalMonetaryTotal>
    ${lines}</${root}>`;
}

/** The text of a page on one line, cells apart by a space. */
const textOf = (page: RecognisedPage | undefined): string => (page?.text ?? '').replaceAll(/\s+/g, ' ');

/** The words of a page whose middle lies in the box of a value. */
function underBox(
  found: RecognisedDocument,
  [candidate]: readonly Pick<Candidate<unknown>, 'page' | 'box'>[],
): string {
  const page = found.pages.find(({ number }) => number === candidate?.page);
  const [left, top, right, bottom] = candidate?.box ?? [0, 0, 0, 0];
  const words = (page?.words ?? []).filter(({ box }) => {
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    return x > left && x < right && y > top && y < bottom;
  });
  return words.map((word) => word.text).join(' ');
}

test.each(['49', '59'])('payment means %s says in words that the supplier collects', async (code) => {
  const means = `<cac:PaymentMeans><cbc:PaymentMeansCode>${code}</cbc:PaymentMeansCode></cac:PaymentMeans>`;
  const { pages } = await drawn(ubl({ inside: means }));
  expect(textOf(pages[0])).toContain('Betaalwijze automatische incasso');
  expect(textOf((await drawn(ubl())).pages[0])).not.toContain('incasso');
});

test('all that is booked by stands on the page', async () => {
  const { pages } = await drawn(ubl());
  expect(pages).toHaveLength(1);
  const text = textOf(pages[0]);
  for (const fact of [
    'Bakkerij Korst',
    'Herenweg 115',
    'Factuurnummer 140016',
    'Factuurdatum 05-03-2026',
    'Vervaldatum 04-04-2026',
    'Betalingskenmerk 00006688-140016',
    'Bij factuur 139000',
    'Ordernummer PO-47806',
    'Uw referentie Afd. 7',
    'Afnemer B.V.',
    'Betalen aan Factor N.V.',
    'Meel 100,5 0,1212 21% 12,12',
    'Vracht € 9,50',
    '21% over 100,00: 21,00',
    '0% over 30,00: 0,00 (Btw verlegd)',
    'Totaal excl. btw € 130,00',
    'Totaal incl. btw € 151,00',
    'Al betaald € -50,00',
    'Afronding € 0,05',
    'Te betalen € 101,05',
    'Binnen 30 dagen',
    'Betaal onder vermelding van',
    '1 / 1',
  ])
    expect(text).toContain(fact);
  expect(text).toMatch(/Periode.*01-02-2026.*28-02-2026/);
});

test.each(['Invoice', 'CreditNote'])(
  'values of a %s lie where they stand, not where a note repeats them',
  async (root) => {
    const found = await drawn(ubl({ root }));
    const { number, date, dueDate, total, excl, vat, creditor, paymentReference } = found.fields;
    expect(
      [number, date, dueDate, creditor, paymentReference].map((field) => underBox(found, field)),
    ).toEqual(['140016', '05-03-2026', '04-04-2026', 'Bakkerij Korst', '00006688-140016']);
    expect([total, excl, vat].map((field) => underBox(found, field))).toEqual([
      '€ 151,00',
      '€ 130,00',
      '€ 21,00',
    ]);
    expect((number[0]?.box ?? [])[1]).toBeLessThan(0.3);
    expect(found.vatRates.map((rate) => underBox(found, [rate]))).toEqual([
      '21% over 100,00: 21,00',
      '0% over 30,00: 0,00',
    ]);
  },
);

describe('many lines', () => {
  test('go on over pages, each with its heading and number, the sums last', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => line(`Artikel ${index + 1}`)).join('');
    const { pages } = await drawn(ubl({ lines }));
    expect(pages.length).toBeGreaterThan(2);
    const all = pages.map(textOf).join(' ');
    for (let index = 1; index <= 150; index += 1) expect(all).toContain(`Artikel ${index} 100,5`);
    pages.forEach((page, at) => expect(textOf(page)).toContain(`${at + 1} / ${pages.length}`));
    expect(textOf(pages[1])).toContain('Omschrijving');
    expect(textOf(pages.at(-1))).toContain('Totaal incl. btw');
  });

  test('beyond a thousand are counted', async () => {
    const { pages } = await drawn(ubl({ lines: line('Artikel').repeat(1003) }));
    expect(textOf(pages.at(-1))).toContain('en nog 3 regels');
  });
});

describe('names', () => {
  test.each(['Żółw Łódź', 'Ελληνικά Α.Ε.', 'Київ Хліб', 'İstanbul Şeker', 'Ménage à l’Œuvre'])(
    '%s is drawn',
    async (name) => {
      const found = await drawn(ubl({ name }));
      expect(textOf(found.pages[0])).toContain(name);
      expect(underBox(found, found.fields.creditor)).toBe(name);
    },
  );

  test('letters that the fonts lack are boxes, and the page says so', async () => {
    const found = await drawn(ubl({ name: '売り手 Trading' }));
    expect(textOf(found.pages[0])).toContain('□□□ Trading');
    expect(textOf(found.pages[0])).toContain('□ is een letter');
    expect(found.fields.creditor[0]?.value).toBe('売り手 Trading');
    expect(textOf((await drawn(ubl())).pages[0])).not.toContain('□');
  });

  test('one without end, or with markup, stays a line on a page', async () => {
    const found = await drawn(ubl({ name: `&lt;script&gt;alert(1)&lt;/script&gt;${'W'.repeat(100_000)}` }));
    expect(found.pages).toHaveLength(1);
    expect(textOf(found.pages[0])).toContain('<script>alert(1)</script>');
    expect(textOf(found.pages[0])).toContain('Totaal incl. btw € 151,00');
  });
});

describe('a file inside', () => {
  const attached = (bytes: Buffer, name: string): string =>
    `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${name}">${bytes.toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;

  async function letter(pages: number): Promise<Buffer> {
    const page = new PDFDocument({ size: 'A4' });
    const chunks: Buffer[] = [];
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    const done = new Promise((resolve) => page.on('end', resolve));
    for (let at = 1; at <= pages; at += 1) (at === 1 ? page : page.addPage()).text(`Eigen blad ${at}`);
    page.end();
    await done;
    return Buffer.concat(chunks);
  }

  test('that is a PDF follows as pages of its own', async () => {
    const found = await drawn(ubl({ inside: attached(await letter(2), 'factuur.pdf') }));
    expect(found.pages.map(({ number, textSource }) => [number, textSource])).toEqual([
      [1, 'xml'],
      [2, 'pdf'],
      [3, 'pdf'],
    ]);
    expect(textOf(found.pages[0])).toContain('Bijlagen in het bestand factuur.pdf');
    expect(textOf(found.pages[2])).toContain('Eigen blad 2');
    expect(found.fields.total[0]).toMatchObject({ value: 15100, page: 1, method: 'xml' });
  });

  test('with a whole book behind it shows its first ten pages', async () => {
    const found = await drawn(ubl({ inside: attached(await letter(14), 'uren.pdf').repeat(2) }));
    expect(found.pages).toHaveLength(11);
  });

  test.each([
    ['torn', Buffer.from('%PDF-1.7 and nothing more')],
    ['no PDF at all', Buffer.from('a;b;c')],
  ])('that is %s is only named', async (_, bytes) => {
    const found = await drawn(ubl({ inside: attached(bytes, 'los.pdf') }));
    expect(found.pages).toHaveLength(1);
    expect(textOf(found.pages[0])).toContain('los.pdf');
  });
});
