import { finders, type NamedElement, type XmlElement } from '../xml/xml-tree.ts';
import { type Place, placesAt, textAt } from './place.ts';
import { creditTypes } from './en16931.rules.ts';

/**
 * A part of a CII invoice under the names of UBL: where it goes below its parent, where it comes from, and what stands in
 * it. A list of parts makes an element of parts, `TextOf` the text of one without. From `.`, it comes from the place
 * itself, and is left out where nothing stands in it.
 */
type Part = readonly [to: string, from: string, content?: readonly Part[] | TextOf];
type TextOf = (element: XmlElement) => Pick<XmlElement, 'text' | 'attributes'>;

const none = { text: '', attributes: {} };
/** The text of the element below, as UBL writes a day; empty where it is missing. */
const day: TextOf = (element) => ({
  text: (element.value('DateTimeString') ?? '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'),
  attributes: {},
});

const address: readonly Part[] = [
  ['StreetName', 'LineOne'],
  ['AdditionalStreetName', 'LineTwo'],
  ['AddressLine/Line', 'LineThree'],
  ['CityName', 'CityName'],
  ['PostalZone', 'PostcodeCode'],
  ['CountrySubentity', 'CountrySubDivisionName'],
  ['Country/IdentificationCode', 'CountryID'],
];
/** A tax of the kind that its code names: `VAT`, in whatever letters. */
const scheme: Part = ['TaxScheme/ID', 'TypeCode'];
const registration: readonly Part[] = [
  ['CompanyID', 'ID'],
  [
    'TaxScheme/ID',
    'ID',
    ({ attributes: { schemeID = '' } }) => ({ text: schemeID === 'VA' ? 'VAT' : schemeID, attributes: {} }),
  ],
];
const party: readonly Part[] = [
  ['EndpointID', 'URIUniversalCommunication', (address) => address.at('URIID') ?? none],
  ['PartyIdentification/ID', 'ID'],
  ['PartyIdentification/ID', 'GlobalID'],
  ['PartyName/Name', 'SpecifiedLegalOrganization/TradingBusinessName'],
  ['PostalAddress', 'PostalTradeAddress', address],
  ['PartyTaxScheme', 'SpecifiedTaxRegistration', registration],
  [
    'PartyLegalEntity',
    '.',
    [
      ['RegistrationName', 'Name'],
      ['CompanyID', 'SpecifiedLegalOrganization/ID'],
      ['CompanyLegalForm', 'Description'],
    ],
  ],
];
/** A party that is not the seller or the buyer has its name as such. */
const otherParty: readonly Part[] = [
  ['PartyIdentification/ID', 'ID'],
  ['PartyIdentification/ID', 'GlobalID'],
  ['PartyName/Name', 'Name'],
  ['PostalAddress', 'PostalTradeAddress', address],
  ['PartyTaxScheme', 'SpecifiedTaxRegistration', registration],
  ['PartyLegalEntity/CompanyID', 'SpecifiedLegalOrganization/ID'],
];
const category: readonly Part[] = [
  ['ID', 'CategoryCode'],
  ['Percent', 'RateApplicablePercent'],
  ['TaxExemptionReason', 'ExemptionReason'],
  ['TaxExemptionReasonCode', 'ExemptionReasonCode'],
  scheme,
];
const charge: readonly Part[] = [
  ['ChargeIndicator', 'ChargeIndicator/Indicator'],
  ['AllowanceChargeReasonCode', 'ReasonCode'],
  ['AllowanceChargeReason', 'Reason'],
  ['MultiplierFactorNumeric', 'CalculationPercent'],
  ['Amount', 'ActualAmount'],
  ['BaseAmount', 'BasisAmount'],
  ['TaxCategory', 'CategoryTradeTax', category],
];
const period: readonly Part[] = [
  ['StartDate', 'StartDateTime', day],
  ['EndDate', 'EndDateTime', day],
];
const reference: readonly Part[] = [['ID', 'IssuerAssignedID']];
const file: readonly Part[] = [
  ...reference,
  ['DocumentTypeCode', 'TypeCode'],
  ['DocumentDescription', 'Name'],
  ['Attachment/EmbeddedDocumentBinaryObject', 'AttachmentBinaryObject'],
];

const line: readonly Part[] = [
  ['ID', 'AssociatedDocumentLineDocument/LineID'],
  ['Note', 'AssociatedDocumentLineDocument/IncludedNote/Content'],
  ['InvoicedQuantity', 'SpecifiedLineTradeDelivery/BilledQuantity'],
  [
    'LineExtensionAmount',
    'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
  ],
  ['InvoicePeriod', 'SpecifiedLineTradeSettlement/BillingSpecifiedPeriod', period],
  ['OrderLineReference/LineID', 'SpecifiedLineTradeAgreement/BuyerOrderReferencedDocument/LineID'],
  ['AllowanceCharge', 'SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge', charge],
  [
    'Item',
    '.',
    [
      ['Description', 'SpecifiedTradeProduct/Description'],
      ['Name', 'SpecifiedTradeProduct/Name'],
      ['StandardItemIdentification/ID', 'SpecifiedTradeProduct/GlobalID'],
      ['OriginCountry/IdentificationCode', 'SpecifiedTradeProduct/OriginTradeCountry/ID'],
      [
        'CommodityClassification/ItemClassificationCode',
        'SpecifiedTradeProduct/DesignatedProductClassification/ClassCode',
      ],
      ['ClassifiedTaxCategory', 'SpecifiedLineTradeSettlement/ApplicableTradeTax', category],
      [
        'AdditionalItemProperty',
        'SpecifiedTradeProduct/ApplicableProductCharacteristic',
        [
          ['Name', 'Description'],
          ['Value', 'Value'],
        ],
      ],
    ],
  ],
  [
    'Price',
    '.',
    [
      ['PriceAmount', 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'],
      [
        'AllowanceCharge',
        'SpecifiedLineTradeAgreement/GrossPriceProductTradePrice',
        [
          ['Amount', 'AppliedTradeAllowanceCharge/ActualAmount'],
          ['BaseAmount', 'ChargeAmount'],
        ],
      ],
    ],
  ],
];

const trade = 'SupplyChainTradeTransaction';
const agreement = `${trade}/ApplicableHeaderTradeAgreement`;
const delivery = `${trade}/ApplicableHeaderTradeDelivery`;
const settlement = `${trade}/ApplicableHeaderTradeSettlement`;
const sums = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`;

const invoice: readonly Part[] = [
  ['CustomizationID', 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'],
  ['ProfileID', 'ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID'],
  ['ID', 'ExchangedDocument/ID'],
  ['IssueDate', 'ExchangedDocument/IssueDateTime', day],
  ['Note', 'ExchangedDocument/IncludedNote/Content'],
  ['DocumentCurrencyCode', `${settlement}/InvoiceCurrencyCode`],
  ['TaxCurrencyCode', `${settlement}/TaxCurrencyCode`],
  ['BuyerReference', `${agreement}/BuyerReference`],
  ['InvoicePeriod', `${settlement}/BillingSpecifiedPeriod`, period],
  ['OrderReference/ID', `${agreement}/BuyerOrderReferencedDocument/IssuerAssignedID`],
  [
    'BillingReference/InvoiceDocumentReference',
    `${settlement}/InvoiceReferencedDocument`,
    [...reference, ['IssueDate', 'FormattedIssueDateTime', day]],
  ],
  ['AdditionalDocumentReference', `${agreement}/AdditionalReferencedDocument`, file],
  ['AccountingSupplierParty/Party', `${agreement}/SellerTradeParty`, party],
  ['AccountingCustomerParty/Party', `${agreement}/BuyerTradeParty`, party],
  ['PayeeParty', `${settlement}/PayeeTradeParty`, otherParty],
  ['TaxRepresentativeParty', `${agreement}/SellerTaxRepresentativeTradeParty`, otherParty],
  [
    'Delivery',
    delivery,
    [
      ['ActualDeliveryDate', 'ActualDeliverySupplyChainEvent/OccurrenceDateTime', day],
      ['DeliveryLocation/Address', 'ShipToTradeParty/PostalTradeAddress', address],
    ],
  ],
  [
    'PaymentMeans',
    `${settlement}/SpecifiedTradeSettlementPaymentMeans`,
    [
      ['PaymentMeansCode', 'TypeCode'],
      ['CardAccount/PrimaryAccountNumberID', 'ApplicableTradeSettlementFinancialCard/ID'],
      [
        'PayeeFinancialAccount',
        'PayeePartyCreditorFinancialAccount',
        [
          ['ID', 'IBANID'],
          ['ID', 'ProprietaryID'],
          ['Name', 'AccountName'],
        ],
      ],
    ],
  ],
  ['PaymentTerms/Note', `${settlement}/SpecifiedTradePaymentTerms/Description`],
  ['AllowanceCharge', `${settlement}/SpecifiedTradeAllowanceCharge`, charge],
  [
    'LegalMonetaryTotal',
    sums,
    [
      ['LineExtensionAmount', 'LineTotalAmount'],
      ['TaxExclusiveAmount', 'TaxBasisTotalAmount'],
      ['TaxInclusiveAmount', 'GrandTotalAmount'],
      ['AllowanceTotalAmount', 'AllowanceTotalAmount'],
      ['ChargeTotalAmount', 'ChargeTotalAmount'],
      ['PrepaidAmount', 'TotalPrepaidAmount'],
      ['PayableRoundingAmount', 'RoundingAmount'],
      ['PayableAmount', 'DuePayableAmount'],
    ],
  ],
  ['InvoiceLine', `${trade}/IncludedSupplyChainTradeLineItem`, line],
];

const taxTotal: readonly Part[] = [
  ['TaxableAmount', 'BasisAmount'],
  ['TaxAmount', 'CalculatedAmount'],
  ['TaxCategory', '.', category],
];

/** An element while it is made, with the path that it comes from. */
interface Made {
  readonly name: string;
  readonly from: string;
  readonly text: string;
  readonly attributes: XmlElement['attributes'];
  readonly children: readonly Made[];
}

/** A CII invoice as UBL says the same, and where each of its elements comes from. */
export interface CiiAsUbl {
  readonly document: NamedElement;
  readonly pathOf: (element: XmlElement) => string;
}

/**
 * Gives a CII invoice the names of UBL, so that the rules of EN 16931, whose ids are the same for both, stand once
 * (decision 0143). What EN 16931 has no business term for is left out.
 */
export function ciiAsUbl({ name, root }: NamedElement): CiiAsUbl {
  const place: Place = { element: root, path: name };
  const isCredit = creditTypes.has(textAt(place, 'ExchangedDocument/TypeCode'));
  const type = isCredit ? 'CreditNote' : 'Invoice';
  const paths = new Map<XmlElement, string>();
  const made: Made = {
    name: type,
    from: name,
    text: '',
    attributes: {},
    children: [
      ...partsOf(place, [...invoice, [`${type}TypeCode`, 'ExchangedDocument/TypeCode']]),
      ...taxTotals(place),
    ],
  };
  return {
    document: { name: type, root: elementOf(made, paths) },
    pathOf: (element) => paths.get(element) ?? name,
  };
}

// UBL has a total of VAT for each currency; the one in the invoice's own holds the amounts by rate.
function taxTotals(root: Place): Made[] {
  const currency = textAt(root, `${settlement}/InvoiceCurrencyCode`);
  const amounts = placesAt(root, `${sums}/TaxTotalAmount`);
  const own = amounts.find(({ element }) => element.attributes['currencyID'] === currency);
  const subtotals = partsOf(root, [['TaxSubtotal', `${settlement}/ApplicableTradeTax`, taxTotal]]);
  const total = (amount: Place | undefined, children: readonly Made[]): Made[] => {
    const parts = [...(amount ? partsOf(amount, [['TaxAmount', '.', textOf]]) : []), ...children];
    const from = amount?.path ?? root.path;
    return parts.length === 0 ? [] : [{ name: 'TaxTotal', from, text: '', attributes: {}, children: parts }];
  };
  return [
    ...total(own, subtotals),
    ...amounts.filter((amount) => amount !== own).flatMap((amount) => total(amount, [])),
  ];
}

const textOf: TextOf = (element) => element;

function partsOf(parent: Place, parts: readonly Part[]): Made[] {
  return parts.flatMap(([to, from, content = textOf]) =>
    (from === '.' ? [parent] : placesAt(parent, from)).flatMap(({ element, path }) => {
      const isText = typeof content === 'function';
      const children = isText ? [] : partsOf({ element, path }, content);
      if (!isText && from === '.' && children.length === 0) return [];
      const [last = '', ...wrappers] = to.split('/').toReversed();
      const made: Made = {
        name: last,
        from: path,
        ...(isText ? textAndAttributes(content(element)) : none),
        children,
      };
      return [
        wrappers.reduce<Made>(
          (child, name) => ({ name, from: path, text: '', attributes: {}, children: [child] }),
          made,
        ),
      ];
    }),
  );
}

const textAndAttributes = ({ text, attributes }: ReturnType<TextOf>) => ({ text, attributes });

function elementOf(made: Made, paths: Map<XmlElement, string>): XmlElement {
  const children = made.children.map((child) => ({ name: child.name, root: elementOf(child, paths) }));
  const element: XmlElement = {
    text: made.text,
    attributes: made.attributes,
    ...finders((name) => children.filter((child) => child.name === name).map(({ root }) => root)),
    children: () => children,
  };
  paths.set(element, made.from);
  return element;
}
