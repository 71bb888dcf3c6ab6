const head = (root: string, customization: string) => `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#${customization}</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>`;
const amount = (name: string, value: string) => `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`;
const scheme = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
const category = (code: string, percent: string, more = '') =>
  `<cbc:ID>${code}</cbc:ID>${percent === '' ? '' : `<cbc:Percent>${percent}</cbc:Percent>`}${more}${scheme}`;

interface Party {
  readonly name: string;
  readonly country: string;
  readonly register: string;
  readonly vatId: string;
}

function party({ name, country, register, vatId }: Party): string {
  const id = country === 'NL' ? `schemeID="0106"` : `schemeID="0088"`;
  const number = country === 'NL' ? register : '5798000000000';
  return `<cac:Party><cbc:EndpointID schemeID="${country === 'NL' ? '0106' : '9930'}">${country === 'NL' ? register : vatId}</cbc:EndpointID>
<cac:PartyName><cbc:Name>${name}</cbc:Name></cac:PartyName>
<cac:PostalAddress><cbc:StreetName>Markt 1</cbc:StreetName><cbc:CityName>Zwolle</cbc:CityName><cbc:PostalZone>8011 MC</cbc:PostalZone><cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
${vatId === '' ? '' : `<cac:PartyTaxScheme><cbc:CompanyID>${vatId}</cbc:CompanyID>${scheme}</cac:PartyTaxScheme>`}
<cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName>${country === 'NL' ? `<cbc:CompanyID ${id}>${number}</cbc:CompanyID>` : ''}</cac:PartyLegalEntity></cac:Party>`;
}

const dutchSeller: Party = { name: 'Bakker', country: 'NL', register: '12345678', vatId: 'NL810433941B01' };
const dutchBuyer: Party = { name: 'Holding', country: 'NL', register: '87654321', vatId: 'NL123456782B01' };
const germanSeller: Party = { name: 'Müller', country: 'DE', register: '', vatId: 'DE123456788' };

function line(id: string, net: string, vat: string, more = ''): string {
  return `<cac:InvoiceLine><cbc:ID>${id}</cbc:ID><cbc:InvoicedQuantity unitCode="C62">1</cbc:InvoicedQuantity>${amount('LineExtensionAmount', net)}
<cac:InvoicePeriod><cbc:StartDate>2026-10-02</cbc:StartDate><cbc:EndDate>2026-10-30</cbc:EndDate></cac:InvoicePeriod>${more}
<cac:Item><cbc:Name>Werk ${id}</cbc:Name><cac:ClassifiedTaxCategory>${vat}</cac:ClassifiedTaxCategory></cac:Item><cac:Price>${amount('PriceAmount', net)}</cac:Price></cac:InvoiceLine>`;
}

/** Discounts and costs on the whole and on a line, three rates, a prepayment, rounding, a file inside. */
function rich(customization: string): string {
  const discount = `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Korting</cbc:AllowanceChargeReason><cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>${amount('Amount', '10.00')}${amount('BaseAmount', '100.00')}<cac:TaxCategory>${category('S', '21')}</cac:TaxCategory></cac:AllowanceCharge>`;
  const cost = `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Vracht</cbc:AllowanceChargeReason>${amount('Amount', '5.00')}<cac:TaxCategory>${category('S', '21')}</cac:TaxCategory></cac:AllowanceCharge>`;
  const lineCost = `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Toeslag</cbc:AllowanceChargeReason>${amount('Amount', '0.00')}</cac:AllowanceCharge>`;
  return `${head('Invoice', customization)}
<cbc:ID>R-1</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate><cbc:DueDate>2026-12-02</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:Note>Let op</cbc:Note>
<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>K-1</cbc:BuyerReference>
<cac:InvoicePeriod><cbc:StartDate>2026-10-01</cbc:StartDate><cbc:EndDate>2026-10-31</cbc:EndDate></cac:InvoicePeriod>
<cac:OrderReference><cbc:ID>O-1</cbc:ID></cac:OrderReference>
<cac:AdditionalDocumentReference><cbc:ID>bijlage</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">JVBERg==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>
<cac:AccountingSupplierParty>${party(dutchSeller)}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${party(dutchBuyer)}</cac:AccountingCustomerParty>
<cac:PayeeParty><cac:PartyName><cbc:Name>Factor</cbc:Name></cac:PartyName></cac:PayeeParty>
<cac:Delivery><cbc:ActualDeliveryDate>2026-10-31</cbc:ActualDeliveryDate><cac:DeliveryLocation><cac:Address><cac:Country><cbc:IdentificationCode>NL</cbc:IdentificationCode></cac:Country></cac:Address></cac:DeliveryLocation></cac:Delivery>
<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cbc:PaymentID>R-1</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>NL91ABNA0417164300</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
<cac:PaymentTerms><cbc:Note>30 dagen</cbc:Note></cac:PaymentTerms>
${discount}${cost}
<cac:TaxTotal>${amount('TaxAmount', '24.45')}
<cac:TaxSubtotal>${amount('TaxableAmount', '95.00')}${amount('TaxAmount', '19.95')}<cac:TaxCategory>${category('S', '21')}</cac:TaxCategory></cac:TaxSubtotal>
<cac:TaxSubtotal>${amount('TaxableAmount', '50.00')}${amount('TaxAmount', '4.50')}<cac:TaxCategory>${category('S', '9')}</cac:TaxCategory></cac:TaxSubtotal>
<cac:TaxSubtotal>${amount('TaxableAmount', '20.00')}${amount('TaxAmount', '0.00')}<cac:TaxCategory>${category('AE', '0', '<cbc:TaxExemptionReason>Verlegd</cbc:TaxExemptionReason>')}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', '170.00')}${amount('TaxExclusiveAmount', '165.00')}${amount('TaxInclusiveAmount', '189.45')}${amount('AllowanceTotalAmount', '10.00')}${amount('ChargeTotalAmount', '5.00')}${amount('PrepaidAmount', '9.45')}${amount('PayableRoundingAmount', '0.01')}${amount('PayableAmount', '180.01')}</cac:LegalMonetaryTotal>
${line('1', '100.00', category('S', '21'), lineCost)}
${line('2', '50.00', category('S', '9'), '<cac:OrderLineReference><cbc:LineID>7</cbc:LineID></cac:OrderLineReference>').replace(/(<cac:InvoicePeriod>.*?<\/cac:InvoicePeriod>)(<cac:OrderLineReference>.*?<\/cac:OrderLineReference>)/s, '$1$2')}
${line('3', '20.00', category('AE', '0'))}
</Invoice>`;
}

/** All of it under one category without VAT. */
function simple(customization: string, code: string, seller: Party, buyer = dutchBuyer): string {
  const why = code === 'Z' ? '' : '<cbc:TaxExemptionReason>Geen btw</cbc:TaxExemptionReason>';
  const percent = code === 'O' ? '' : '0';
  return `${head('Invoice', customization)}
<cbc:ID>Z-1</cbc:ID><cbc:IssueDate>2026-11-02</cbc:IssueDate><cbc:DueDate>2026-12-02</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>K-1</cbc:BuyerReference>
<cac:InvoicePeriod><cbc:StartDate>2026-10-01</cbc:StartDate><cbc:EndDate>2026-10-31</cbc:EndDate></cac:InvoicePeriod>
<cac:AccountingSupplierParty>${party(seller)}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${party(buyer)}</cac:AccountingCustomerParty>
<cac:Delivery><cbc:ActualDeliveryDate>2026-10-31</cbc:ActualDeliveryDate><cac:DeliveryLocation><cac:Address><cac:Country><cbc:IdentificationCode>NL</cbc:IdentificationCode></cac:Country></cac:Address></cac:DeliveryLocation></cac:Delivery>
<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>NL91ABNA0417164300</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
<cac:TaxTotal>${amount('TaxAmount', '0.00')}<cac:TaxSubtotal>${amount('TaxableAmount', '100.00')}${amount('TaxAmount', '0.00')}<cac:TaxCategory>${category(code, percent, why)}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal>${amount('LineExtensionAmount', '100.00')}${amount('TaxExclusiveAmount', '100.00')}${amount('TaxInclusiveAmount', '100.00')}${amount('PayableAmount', '100.00')}</cac:LegalMonetaryTotal>
${line('1', '100.00', category(code, percent))}
</Invoice>`;
}

const nlcius = 'urn:fdc:nen.nl:nlcius:v1.0';
const peppol = 'urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const noVatId = { ...dutchSeller, vatId: '' };

/** E-invoices that keep every rule, by what is in them. */
export const richUbl: Readonly<Record<string, string>> = {
  'nlcius-rich': rich(nlcius),
  'peppol-rich': rich(peppol),
  'nlcius-zero': simple(nlcius, 'Z', dutchSeller),
  'nlcius-outside': simple(nlcius, 'O', noVatId, { ...dutchBuyer, vatId: '' }),
  'peppol-german': simple(peppol, 'K', germanSeller),
  'peppol-export': simple(peppol, 'G', germanSeller),
  'peppol-exempt': simple(peppol, 'E', dutchSeller),
};
