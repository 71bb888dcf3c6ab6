import { describe, expect, test } from 'vitest';
import { generateInvoices } from '../samples/generate.ts';
import { readInvoiceXml } from './from-xml.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

describe('UBL', () => {
  test.each(generateInvoices({ seed: 11, count: 34 }).map((sample) => [sample.name, sample] as const))(
    '%s is read exactly',
    (_, sample) => {
      const found = readInvoiceXml(bytes(sample.ubl()), {});
      if (typeof found === 'string') throw new Error(found);
      const { expected } = sample;
      expect(found.creditNote).toBe(expected.creditNote);
      expect(
        Object.fromEntries(Object.entries(found.fields).map(([name, list]) => [name, list[0]?.value])),
      ).toEqual({
        number: expected.number,
        date: expected.date,
        dueDate: expected.dueDate ?? undefined,
        total: expected.totalInCents,
        excl: expected.exclInCents,
        vat: expected.vatInCents,
        currency: 'EUR',
        creditor: expected.creditor,
        kvk: expected.kvk,
        vatId: expected.vatId,
        iban: expected.iban,
        paymentReference: expected.paymentReference ?? expected.number,
      });
      expect(found.lines.map(({ amountInCents }) => amountInCents)).toEqual(
        expected.lines.map(({ amountInCents }) => amountInCents),
      );
      expect(found.fields.total[0]).toMatchObject({ confidence: 1, method: 'xml' });
    },
  );

  const [sample] = generateInvoices({ seed: 1, count: 1 });
  const ubl = sample?.ubl() ?? '';

  test('numbers keep their noughts', () => {
    const found = readInvoiceXml(bytes(ubl.replace(/<cbc:ID>[^<]+/, '<cbc:ID>007')), {});
    expect(typeof found === 'string' ? found : found.fields.number[0]?.value).toBe('007');
  });

  test('an invoice that the own company wrote has no creditor', () => {
    const own = { id: 'us', name: 'Some other name', vatId: sample?.supplier.vatId ?? '' };
    const found = readInvoiceXml(bytes(ubl), { excluded: [own] });
    expect(typeof found === 'string' ? found : found.fields.creditor).toEqual([]);
  });

  test('a known creditor is named by its id, and the buyer found', () => {
    const found = readInvoiceXml(bytes(ubl), {
      known: [{ id: 'c1', name: 'Old name', kvk: sample?.supplier.kvk ?? '' }],
      excluded: [{ id: 'us', name: sample?.buyer.name ?? '' }],
    });
    expect(found).toMatchObject({
      buyers: ['us'],
      fields: { creditor: [{ knownId: 'c1', value: sample?.supplier.name }] },
    });
  });

  test('other encodings are read by their declaration or mark', () => {
    const latin = Buffer.from(
      ubl.replace('UTF-8', 'ISO-8859-1').replace(sample?.supplier.name ?? '', 'Ménage B.V.'),
      'latin1',
    );
    const wide = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(ubl.replace('UTF-8', 'UTF-16'), 'utf16le'),
    ]);
    for (const encoded of [latin, wide])
      expect(readInvoiceXml(encoded, {})).toMatchObject({
        fields: { number: [{ value: sample?.expected.number }] },
      });
  });
});

test('CII is read, of today and of ZUGFeRD 1.0', () => {
  const now = cii(
    [
      'ExchangedDocument',
      'SupplyChainTradeTransaction',
      'ApplicableHeaderTradeAgreement',
      'ApplicableHeaderTradeSettlement',
      'SpecifiedTradeSettlementHeaderMonetarySummation',
    ],
    'CrossIndustryInvoice',
  );
  const before = cii(
    [
      'HeaderExchangedDocument',
      'SpecifiedSupplyChainTradeTransaction',
      'ApplicableSupplyChainTradeAgreement',
      'ApplicableSupplyChainTradeSettlement',
      'SpecifiedTradeSettlementMonetarySummation',
    ],
    'CrossIndustryDocument',
  );
  for (const text of [now, before]) {
    expect(readInvoiceXml(bytes(text), {})).toMatchObject({
      creditNote: true,
      fields: {
        number: [{ value: 'R-1' }],
        date: [{ value: '2024-03-05' }],
        total: [{ value: -12100 }],
        excl: [{ value: -10000 }],
        vat: [{ value: -2100 }],
        creditor: [{ value: 'De Koksmaat' }],
        vatId: [{ value: 'NL810433941B01' }],
        iban: [{ value: 'NL91ABNA0417164300' }],
      },
    });
  }
});

function cii([head, trade, agreement, settlement, sums]: readonly string[], root: string): string {
  return `<rsm:${root} xmlns:rsm="a" xmlns:ram="b" xmlns:udt="c">
    <rsm:${head}><ram:ID>R-1</ram:ID><ram:TypeCode>381</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20240305</udt:DateTimeString></ram:IssueDateTime></rsm:${head}>
    <rsm:${trade}><ram:${agreement}><ram:SellerTradeParty><ram:Name>De Koksmaat</ram:Name>
      <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">NL 8104.33.941.B01</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty></ram:${agreement}>
    <ram:${settlement}><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>NL91 ABNA 0417 1643 00</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:${sums}><ram:TaxBasisTotalAmount>100.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">21.00</ram:TaxTotalAmount><ram:GrandTotalAmount>121.00</ram:GrandTotalAmount></ram:${sums}>
    </ram:${settlement}></rsm:${trade}></rsm:${root}>`;
}

describe('XML that is refused', () => {
  test.each([
    [
      'a billion laughs',
      '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><Invoice>&lol2;</Invoice>',
      'xml-bomb',
    ],
    [
      'a file read through an entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Invoice><ID>&x;</ID></Invoice>',
      'xml-bomb',
    ],
    ['ten thousand levels', '<a>'.repeat(10_000) + '</a>'.repeat(10_000), 'xml-bomb'],
    ['a million elements', `<Invoice>${'<a/>'.repeat(1_000_000)}</Invoice>`, 'xml-bomb'],
    ['cut off in the middle', '<Invoice><cbc:ID>12', 'damaged'],
    ['no XML after all', '<', 'damaged'],
    ['another kind of document', '<Order><ID>1</ID></Order>', 'not-an-invoice-xml'],
    ['an Invoice of nobody’s', '<Invoice><Foo/></Invoice>', 'not-an-invoice-xml'],
  ])('%s', (_, text, reason) => {
    expect(readInvoiceXml(bytes(text), {})).toBe(reason);
  });

  test('an element called __proto__ changes nothing', () => {
    const text = '<Invoice><__proto__><polluted>1</polluted></__proto__><LegalMonetaryTotal/></Invoice>';
    readInvoiceXml(bytes(text), {});
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});
