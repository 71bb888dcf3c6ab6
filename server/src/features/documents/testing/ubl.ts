/** What a test says of a UBL invoice; the rest is an ordinary one of € 121,00. */
export interface UblSeed {
  readonly number?: string;
  readonly date?: string;
  readonly supplier?: string;
  readonly kvk?: string | null;
  readonly vatId?: string | null;
  readonly iban?: string | null;
  readonly buyer?: string;
  readonly exclInCents?: number;
  /** Lines excluding VAT; one of the whole when absent. */
  readonly lines?: readonly { readonly description: string; readonly cents: number }[];
  /** VAT by rate, which a document may leave out; in percent and cents. */
  readonly taxes?: readonly { readonly percent: number; readonly base: number; readonly vat: number }[];
  /** A credit note; its amounts are given positive, as UBL has it. */
  readonly isCredit?: boolean;
  /** The supplier's address; none when absent. */
  readonly street?: string;
  /** Left out: the document is not understood. */
  readonly without?: readonly ('number' | 'date' | 'total')[];
}

const euros = (cents: number): string => (cents / 100).toFixed(2);

function subtotal({ percent, base, vat }: NonNullable<UblSeed['taxes']>[number]): string {
  return `<cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">${euros(base)}</cbc:TaxableAmount>
  <cbc:TaxAmount currencyID="EUR">${euros(vat)}</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID>
  <cbc:Percent>${percent}</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`;
}

/** A UBL 2.1 invoice or credit note with 21 % VAT. */
export function ublOf(seed: UblSeed = {}): string {
  const {
    number = '2026-0042',
    date = '2026-11-02',
    supplier = 'Bakker Techniek B.V.',
    buyer = 'Holding',
  } = seed;
  const {
    kvk = '12345678',
    vatId = null,
    iban = 'NL91ABNA0417164300',
    exclInCents = 10_000,
    isCredit = false,
  } = seed;
  const lines = seed.lines ?? [{ description: 'Onderhoud ketel', cents: exclInCents }];
  const vat = Math.round(exclInCents * 0.21);
  const [root, line, quantity] = isCredit
    ? ['CreditNote', 'CreditNoteLine', 'CreditedQuantity']
    : ['Invoice', 'InvoiceLine', 'InvoicedQuantity'];
  const left = (part: 'number' | 'date' | 'total', xml: string) => (seed.without?.includes(part) ? '' : xml);
  const total = left(
    'total',
    `<cbc:PayableAmount currencyID="EUR">${euros(exclInCents + vat)}</cbc:PayableAmount>`,
  );
  const inclusive = left(
    'total',
    `<cbc:TaxInclusiveAmount currencyID="EUR">${euros(exclInCents + vat)}</cbc:TaxInclusiveAmount>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
${left('number', `<cbc:ID>${number}</cbc:ID>`)}${left('date', `<cbc:IssueDate>${date}</cbc:IssueDate>`)}
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
<cac:AccountingSupplierParty><cac:Party>
  <cac:PartyName><cbc:Name>${supplier}</cbc:Name></cac:PartyName>
  ${seed.street === undefined ? '' : `<cac:PostalAddress><cbc:StreetName>${seed.street}</cbc:StreetName><cbc:CityName>Zwolle</cbc:CityName><cbc:PostalZone>8011 MC</cbc:PostalZone><cac:Country><cbc:IdentificationCode>NL</cbc:IdentificationCode></cac:Country></cac:PostalAddress>`}
  ${vatId === null ? '' : `<cac:PartyTaxScheme><cbc:CompanyID>${vatId}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`}
  <cac:PartyLegalEntity><cbc:RegistrationName>${supplier}</cbc:RegistrationName>${kvk === null ? '' : `<cbc:CompanyID schemeID="0106">${kvk}</cbc:CompanyID>`}</cac:PartyLegalEntity>
</cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party>
  <cac:PartyName><cbc:Name>${buyer}</cbc:Name></cac:PartyName>
  <cac:PartyLegalEntity><cbc:RegistrationName>${buyer}</cbc:RegistrationName></cac:PartyLegalEntity>
</cac:Party></cac:AccountingCustomerParty>
${iban === null ? '' : `<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>`}
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${euros(vat)}</cbc:TaxAmount>${(seed.taxes ?? []).map(subtotal).join('')}</cac:TaxTotal>
<cac:LegalMonetaryTotal>
  <cbc:LineExtensionAmount currencyID="EUR">${euros(exclInCents)}</cbc:LineExtensionAmount>
  <cbc:TaxExclusiveAmount currencyID="EUR">${euros(exclInCents)}</cbc:TaxExclusiveAmount>
  ${inclusive}${total}
</cac:LegalMonetaryTotal>
${lines
  .map(
    (
      { description, cents },
      at,
    ) => `<cac:${line}><cbc:ID>${at + 1}</cbc:ID><cbc:${quantity} unitCode="EA">1</cbc:${quantity}>
  <cbc:LineExtensionAmount currencyID="EUR">${euros(cents)}</cbc:LineExtensionAmount>
  <cac:Item><cbc:Name>${description}</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item>
  <cac:Price><cbc:PriceAmount currencyID="EUR">${euros(cents)}</cbc:PriceAmount></cac:Price></cac:${line}>`,
  )
  .join('\n')}
</${root}>`;
}
