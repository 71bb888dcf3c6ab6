import { describe, expect, test } from 'vitest';
import { generateInvoices } from '#server/samples/generate.ts';
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
      ).toMatchObject({
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

  test('sums that cannot be right are doubtful, and said to be', () => {
    const { totalInCents = 0 } = sample?.expected ?? {};
    const [printed, other] = [totalInCents, totalInCents + 100_000].map((cents) => (cents / 100).toFixed(2));
    const found = readInvoiceXml(bytes(ubl.replaceAll(`>${printed}<`, `>${other}<`)), {});
    if (typeof found === 'string') throw new Error(found);
    expect(found.warnings).toEqual(['sums-differ']);
    for (const [value] of [found.fields.total, found.fields.excl, found.fields.vat])
      expect(value).toMatchObject({ confidence: 0.5, reasons: ['xml', 'sums-differ'] });
    expect(found.fields.number[0]?.confidence).toBe(1);
    expect(readInvoiceXml(bytes(ubl), {})).toMatchObject({ warnings: [] });
  });

  test('an account that is called a G-account is not the one to pay to', () => {
    const [iban, blocked] = [sample?.supplier.iban, 'NL97INGB2571632883'];
    const means = `<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${blocked}</cbc:ID><cbc:Name>G-rekening</cbc:Name></cac:PayeeFinancialAccount></cac:PaymentMeans>`;
    const found = readInvoiceXml(bytes(ubl.replace('<cac:PaymentMeans>', `${means}<cac:PaymentMeans>`)), {});
    expect(found).toMatchObject({ fields: { iban: [{ value: iban }], gAccount: [{ value: blocked }] } });
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

/** A small UBL document of our own; `party` is what the supplier says of himself. */
function small({
  root = 'Invoice',
  type = '380',
  party = '<cac:PartyLegalEntity><cbc:RegistrationName>Bakkerij Korst</cbc:RegistrationName></cac:PartyLegalEntity>',
  totals = 'LegalMonetaryTotal',
} = {}): string {
  return `<q:${root} xmlns:q="a" xmlns:cac="b" xmlns:cbc="c"><cbc:ID>K-12</cbc:ID><cbc:IssueDate>2026-03-05+01:00</cbc:IssueDate>
    <cbc:${root}TypeCode>${type}</cbc:${root}TypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
    <cac:AccountingSupplierParty><cac:Party>${party}</cac:Party></cac:AccountingSupplierParty>
    <cac:${totals}><cbc:TaxExclusiveAmount>100</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount>121.00</cbc:TaxInclusiveAmount>
      <cbc:PrepaidAmount>50</cbc:PrepaidAmount><cbc:PayableAmount>71.00</cbc:PayableAmount></cac:${totals}></q:${root}>`;
}

function firsts(text: string | Uint8Array): Record<string, unknown> {
  const found = readInvoiceXml(typeof text === 'string' ? bytes(text) : text, {});
  if (typeof found === 'string') throw new Error(found);
  return Object.fromEntries(Object.entries(found.fields).map(([name, list]) => [name, list[0]?.value]));
}

describe('what is an invoice', () => {
  test.each([
    ['Invoice', '380', 12100],
    ['Invoice', '384', 12100],
    ['Invoice', '389', 12100],
    ['Invoice', '381', -12100],
    ['Invoice', '261', -12100],
    ['SelfBilledInvoice', '389', 12100],
    ['SelfBilledCreditNote', '261', -12100],
    ['CreditNote', '380', -12100],
  ])('%s of type %s is %i cents, whatever was paid before', (root, type, total) => {
    expect(firsts(small({ root, type }))).toMatchObject({ number: 'K-12', date: '2026-03-05', total });
  });

  test('a debit note asks for money, in sums of its own name', () => {
    const note = small({ root: 'DebitNote', totals: 'RequestedMonetaryTotal' });
    expect(firsts(note)).toMatchObject({ total: 12100, excl: 10000 });
  });

  test.each([
    [
      'of Peppol',
      (inner: string) =>
        `<StandardBusinessDocument xmlns="s"><StandardBusinessDocumentHeader><Type>Invoice</Type></StandardBusinessDocumentHeader>${inner}</StandardBusinessDocument>`,
    ],
    [
      'of a hub',
      (inner: string) =>
        `<e:DocumentEnvelope xmlns:e="e"><e:DocumentBody>${inner}</e:DocumentBody></e:DocumentEnvelope>`,
    ],
    [
      'of SOAP',
      (inner: string) =>
        `<S:Envelope xmlns:S="s"><S:Body><Submit><Document>${inner}</Document></Submit></S:Body></S:Envelope>`,
    ],
  ])('an envelope %s is opened', (_, wrap) => {
    expect(firsts(wrap(small()))).toMatchObject({ number: 'K-12', total: 12100, creditor: 'Bakkerij Korst' });
    expect(readInvoiceXml(bytes(wrap(small() + small())), {})).toBe('several-invoices');
  });
});

describe('who sends it', () => {
  const eight = '24330087';
  test.each([
    [
      'ISO 6523',
      `<cac:PartyLegalEntity><cbc:CompanyID schemeID="0106">${eight}</cbc:CompanyID></cac:PartyLegalEntity>`,
    ],
    ['SI-UBL 1', `<cbc:EndpointID schemeID="NL:KVK" schemeAgencyID="ZZZ">${eight}</cbc:EndpointID>`],
    [
      'UBL 2.0',
      `<cac:PartyIdentification><cbc:ID schemeAgencyName="Kamer van Koophandel">${eight}</cbc:ID></cac:PartyIdentification>`,
    ],
    [
      'no scheme',
      `<cac:PostalAddress><cac:Country><cbc:IdentificationCode>NL</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyLegalEntity><cbc:CompanyID>${eight}</cbc:CompanyID></cac:PartyLegalEntity>`,
    ],
  ])('the number of the trade register as in %s', (_, party) => {
    expect(firsts(small({ party })).kvk).toBe(eight);
  });

  test('eight digits of another country, or of another scheme, are none', () => {
    const german = `<cac:PostalAddress><cac:Country><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:Country></cac:PostalAddress><cac:PartyLegalEntity><cbc:CompanyID>${eight}</cbc:CompanyID></cac:PartyLegalEntity>`;
    expect(firsts(small({ party: german })).kvk).toBeUndefined();
    expect(
      firsts(small({ party: `<cbc:EndpointID schemeID="0184">${eight}</cbc:EndpointID>` })).kvk,
    ).toBeUndefined();
  });

  test.each([
    ['a scheme of its country', '<cac:TaxScheme><cbc:ID>BE VAT</cbc:ID></cac:TaxScheme>'],
    ['a type', '<cac:TaxScheme><cbc:ID>S</cbc:ID><cbc:TaxTypeCode>VAT</cbc:TaxTypeCode></cac:TaxScheme>'],
    ['no scheme at all', '<cac:TaxScheme/>'],
  ])('the number for VAT by %s', (_, scheme) => {
    const party = `<cac:PartyTaxScheme><cbc:CompanyID>NL 8104.33.941.B01</cbc:CompanyID>${scheme}</cac:PartyTaxScheme>`;
    expect(firsts(small({ party })).vatId).toBe('NL810433941B01');
  });

  test('a person of no company has a name as well', () => {
    const party =
      '<cac:Person><cbc:FirstName>Anna</cbc:FirstName><cbc:FamilyName>de Wit</cbc:FamilyName></cac:Person>';
    expect(firsts(small({ party })).creditor).toBe('Anna de Wit');
  });
});

describe('how it is written', () => {
  const named = (name: string): string =>
    small({ party: `<cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName>` });
  const declared = (encoding: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?>${named('Café Łódź')}`;

  test.each([
    ['UTF-16 without a mark', Buffer.from(declared('UTF-16'), 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(declared('UTF-16'), 'utf16le').swap16()],
    ['UTF-8 that says it is Latin', Buffer.from(declared('ISO-8859-1'), 'utf8')],
    ['UTF-8 that says it is UTF-16', Buffer.from(declared('UTF-16'), 'utf8')],
    ['UTF-8 of an encoding nobody knows', Buffer.from(declared('x-klingon'), 'utf8')],
  ])('%s', (_, encoded) => {
    expect(firsts(encoded).creditor).toBe('Café Łódź');
  });

  test('Latin that says it is UTF-8 keeps its accents', () => {
    expect(
      firsts(Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${named('Ménage')}`, 'latin1')).creditor,
    ).toBe('Ménage');
  });

  test('a name without end is cut', () => {
    expect(firsts(named('N'.repeat(200_000))).creditor).toBe('N'.repeat(255));
  });

  test('signs that XML forbids are left out', () => {
    expect(firsts(named('Ko\0rst &#0;&#1;B.V.\uD800')).creditor).toMatch(/^Korst B\.V\.\uFFFD*$/);
  });

  test('markup that is a comment or quoted is text', () => {
    const open = '<b>'.repeat(70);
    const text = named(`<![CDATA[Korst <!DOCTYPE html>${open}]]>`).replace(
      '<cbc:ID>',
      `<!-- <!DOCTYPE a> ${open} --><cbc:ID>`,
    );
    expect(firsts(text).creditor).toBe(`Korst <!DOCTYPE html>${open}`);
  });
});

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
    [
      'a hundred thousand attributes',
      `<Invoice ${Array.from({ length: 100_000 }, (_, at) => `a${at}=""`).join(' ')}><LegalMonetaryTotal/></Invoice>`,
      'xml-bomb',
    ],
    ['cut off in the middle', '<Invoice><cbc:ID>12', 'damaged'],
    ['a DTD behind a comment', '<!-- a --><!DOCTYPE a><Invoice><LegalMonetaryTotal/></Invoice>', 'xml-bomb'],
    ['a comment without an end', '<Invoice><!-- <LegalMonetaryTotal/></Invoice>', 'damaged'],
    [
      'a nested thing in an envelope too deep',
      `${'<a>'.repeat(9)}<Invoice><LegalMonetaryTotal/></Invoice>${'</a>'.repeat(9)}`,
      'not-an-invoice-xml',
    ],
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
