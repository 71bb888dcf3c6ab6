const namespaces = [
  ['rsm', 'CrossIndustryInvoice'],
  ['ram', 'ReusableAggregateBusinessInformationEntity'],
  ['qdt', 'QualifiedDataType'],
  ['udt', 'UnqualifiedDataType'],
]
  .map(([prefix, name]) => `xmlns:${prefix}="urn:un:unece:uncefact:data:standard:${name}:100"`)
  .join(' ');

/** An element of CII by its name; its attributes stand behind the name. */
function tag(name: string, ...content: readonly string[]): string {
  const text = content.join('');
  return `<ram:${name}>${text}</ram:${name.split(' ')[0]}>`;
}
const day = (name: string, value: string) =>
  tag(name, `<udt:DateTimeString format="102">${value}</udt:DateTimeString>`);
const indicator = (isCharge: boolean) => tag('ChargeIndicator', `<udt:Indicator>${isCharge}</udt:Indicator>`);
const rate = (percent: string) => (percent === '' ? '' : tag('RateApplicablePercent', percent));
const period = (from: string, to: string) =>
  tag('BillingSpecifiedPeriod', day('StartDateTime', from), day('EndDateTime', to));
const country = tag('PostalTradeAddress', tag('CountryID', 'NL'));

interface Party {
  readonly name: string;
  readonly register: string;
  readonly vatId: string;
}

function party(kind: string, { name, register, vatId }: Party): string {
  return tag(
    kind,
    tag('Name', name),
    tag(
      'SpecifiedLegalOrganization',
      `<ram:ID schemeID="0106">${register}</ram:ID>`,
      tag('TradingBusinessName', name),
    ),
    tag(
      'PostalTradeAddress',
      tag('PostcodeCode', '8011 MC'),
      tag('LineOne', 'Markt 1'),
      tag('CityName', 'Zwolle'),
      tag('CountryID', 'NL'),
    ),
    tag('URIUniversalCommunication', `<ram:URIID schemeID="0106">${register}</ram:URIID>`),
    vatId === '' ? '' : tag('SpecifiedTaxRegistration', `<ram:ID schemeID="VA">${vatId}</ram:ID>`),
  );
}

const seller: Party = { name: 'Bakker', register: '12345678', vatId: 'NL810433941B01' };
const buyer: Party = { name: 'Holding', register: '87654321', vatId: 'NL123456782B01' };

function line(id: string, net: string, code: string, percent: string, more = ''): string {
  return tag(
    'IncludedSupplyChainTradeLineItem',
    tag('AssociatedDocumentLineDocument', tag('LineID', id)),
    tag('SpecifiedTradeProduct', tag('Name', `Werk ${id}`)),
    tag('SpecifiedLineTradeAgreement', tag('NetPriceProductTradePrice', tag('ChargeAmount', net))),
    tag('SpecifiedLineTradeDelivery', '<ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity>'),
    tag(
      'SpecifiedLineTradeSettlement',
      tag('ApplicableTradeTax', tag('TypeCode', 'VAT'), tag('CategoryCode', code), rate(percent)),
      period('20261002', '20261030'),
      more,
      tag('SpecifiedTradeSettlementLineMonetarySummation', tag('LineTotalAmount', net)),
    ),
  );
}

function tax(base: string, amount: string, code: string, percent: string, reason = ''): string {
  return tag(
    'ApplicableTradeTax',
    tag('CalculatedAmount', amount),
    tag('TypeCode', 'VAT'),
    reason === '' ? '' : tag('ExemptionReason', reason),
    tag('BasisAmount', base),
    tag('CategoryCode', code),
    rate(percent),
  );
}

function charge(isCharge: boolean, amount: string, reason: string): string {
  return tag(
    'SpecifiedTradeAllowanceCharge',
    indicator(isCharge),
    tag('ActualAmount', amount),
    tag('Reason', reason),
    tag('CategoryTradeTax', tag('TypeCode', 'VAT'), tag('CategoryCode', 'S'), rate('21')),
  );
}

interface Content {
  readonly customization: string;
  readonly parties?: readonly [seller: Party, buyer: Party];
  readonly lines: string;
  readonly taxes: string;
  readonly charges?: string;
  readonly sums: readonly (readonly [name: string, amount: string])[];
}

function invoice({
  customization,
  parties = [seller, buyer],
  lines,
  taxes,
  charges = '',
  sums,
}: Content): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice ${namespaces}>
<rsm:ExchangedDocumentContext>${tag('GuidelineSpecifiedDocumentContextParameter', tag('ID', customization))}</rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument>${tag('ID', 'R-1')}${tag('TypeCode', '380')}${day('IssueDateTime', '20261102')}</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
${lines}
${tag(
  'ApplicableHeaderTradeAgreement',
  tag('BuyerReference', 'K-1'),
  party('SellerTradeParty', parties[0]),
  party('BuyerTradeParty', parties[1]),
  tag('BuyerOrderReferencedDocument', tag('IssuerAssignedID', 'O-1')),
)}
${tag(
  'ApplicableHeaderTradeDelivery',
  tag('ShipToTradeParty', country),
  tag('ActualDeliverySupplyChainEvent', day('OccurrenceDateTime', '20261031')),
)}
${tag(
  'ApplicableHeaderTradeSettlement',
  tag('InvoiceCurrencyCode', 'EUR'),
  tag(
    'SpecifiedTradeSettlementPaymentMeans',
    tag('TypeCode', '30'),
    tag('PayeePartyCreditorFinancialAccount', tag('IBANID', 'NL91ABNA0417164300')),
  ),
  taxes,
  period('20261001', '20261031'),
  charges,
  tag('SpecifiedTradePaymentTerms', tag('Description', '30 dagen'), day('DueDateDateTime', '20261202')),
  tag(
    'SpecifiedTradeSettlementHeaderMonetarySummation',
    ...sums.map(([name, amount]) =>
      tag(name === 'TaxTotalAmount' ? `${name} currencyID="EUR"` : name, amount),
    ),
  ),
)}
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;
}

/** Discounts and costs, three rates, a prepayment and rounding. */
const rich = (customization: string) =>
  invoice({
    customization,
    lines: [line('1', '100.00', 'S', '21'), line('2', '50.00', 'S', '9'), line('3', '20.00', 'AE', '0')].join(
      '\n',
    ),
    taxes: [
      tax('95.00', '19.95', 'S', '21'),
      tax('50.00', '4.50', 'S', '9'),
      tax('20.00', '0.00', 'AE', '0', 'Verlegd'),
    ].join(''),
    charges: charge(false, '10.00', 'Korting') + charge(true, '5.00', 'Vracht'),
    sums: [
      ['LineTotalAmount', '170.00'],
      ['ChargeTotalAmount', '5.00'],
      ['AllowanceTotalAmount', '10.00'],
      ['TaxBasisTotalAmount', '165.00'],
      ['TaxTotalAmount', '24.45'],
      ['RoundingAmount', '0.01'],
      ['GrandTotalAmount', '189.45'],
      ['TotalPrepaidAmount', '9.45'],
      ['DuePayableAmount', '180.01'],
    ],
  });

/** All of it under one category without VAT. */
const simple = (customization: string, code: string, parties: readonly [Party, Party] = [seller, buyer]) =>
  invoice({
    customization,
    parties,
    lines: line('1', '100.00', code, code === 'O' ? '' : '0'),
    taxes: tax('100.00', '0.00', code, code === 'O' ? '' : '0', code === 'Z' ? '' : 'Geen btw'),
    sums: [
      ['LineTotalAmount', '100.00'],
      ['TaxBasisTotalAmount', '100.00'],
      ['TaxTotalAmount', '0.00'],
      ['GrandTotalAmount', '100.00'],
      ['DuePayableAmount', '100.00'],
    ],
  });

const en16931 = 'urn:cen.eu:en16931:2017';
const nlcius = `${en16931}#compliant#urn:fdc:nen.nl:nlcius:v1.0`;

/** E-invoices in CII that keep every rule, by what is in them. */
export const richCii: Readonly<Record<string, string>> = {
  'cii-rich': rich(en16931),
  'cii-nlcius-rich': rich(nlcius),
  'cii-zero': simple(nlcius, 'Z'),
  'cii-outside': simple(en16931, 'O', [
    { ...seller, vatId: '' },
    { ...buyer, vatId: '' },
  ]),
  'cii-union': simple(en16931, 'K'),
  'cii-export': simple(nlcius, 'G'),
};
