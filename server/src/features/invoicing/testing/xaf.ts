/** What an audit file of a test says; the rest has defaults. */
export interface XafSeed {
  readonly version?: string;
  readonly kvk?: string;
  readonly vatId?: string;
  readonly suppliers?: number;
  readonly purchases?: number;
  /** Purchases are numbered from here, so that two files can be of two years. */
  readonly year?: number;
}

const accounts = [
  ['1520', 'Te vorderen btw', 'B'],
  ['1530', 'Te betalen btw', 'B'],
  ['1600', 'Crediteuren', 'B'],
  ['4310', 'Schoonmaak', 'P'],
  ['4520', 'Groen en beplanting', 'P'],
  ['4600', 'Kantoorkosten', 'P'],
  ['8000', 'Omzet', 'P'],
] as const;

/** The IBANs of the suppliers of a test's audit file, in turns. */
export const xafIbans = ['NL91ABNA0417164300', 'NL20INGB0001234567', 'NL44RABO0123456789'] as const;

const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/**
 * An XML Auditfile Financieel, piece by piece: suppliers, a chart, VAT codes without rates, and purchases with VAT at 21%
 * and 9%, the same every time. It is valid by the schema of 3.2.
 */
export function* xafPieces({
  version = '3.2',
  kvk = '12345678',
  vatId = 'NL123456782B90',
  suppliers = 3,
  purchases = 6,
  year = 2025,
}: XafSeed = {}): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<auditfile xmlns="http://www.auditfiles.nl/XAF/${version}">
<header><fiscalYear>${year}</fiscalYear><startDate>${year}-01-01</startDate><endDate>${year}-12-31</endDate><curCode>EUR</curCode><dateCreated>${year + 1}-01-10</dateCreated><softwareDesc>Test</softwareDesc></header>
<company><companyIdent>${kvk}</companyIdent><companyName>Holding</companyName><taxRegistrationCountry>NL</taxRegistrationCountry><taxRegIdent>${vatId}</taxRegIdent>
<customersSuppliers>`;
  for (let supplier = 1; supplier <= suppliers; supplier += 1) {
    yield `<customerSupplier><custSupID>C${supplier}</custSupID><custSupName>Leverancier ${supplier} &amp; Zn</custSupName><commerceNr>${40_000_000 + supplier}</commerceNr><custSupTp>S</custSupTp><bankAccount><bankAccNr>${xafIbans[supplier % xafIbans.length]}</bankAccNr></bankAccount></customerSupplier>
`;
  }
  yield `<customerSupplier><custSupID>D1</custSupID><custSupName>Klant</custSupName><custSupTp>C</custSupTp></customerSupplier>
</customersSuppliers>
<generalLedger>${accounts.map(([id, name, type]) => `<ledgerAccount><accID>${id}</accID><accDesc>${name}</accDesc><accTp>${type}</accTp></ledgerAccount>`).join('')}</generalLedger>
<vatCodes><vatCode><vatID>H</vatID><vatDesc>Inkoop hoog</vatDesc><vatToClaimAccID>1520</vatToClaimAccID></vatCode><vatCode><vatID>L</vatID><vatDesc>Inkoop laag</vatDesc><vatToClaimAccID>1520</vatToClaimAccID></vatCode><vatCode><vatID>V</vatID><vatDesc>Verlegd 21%</vatDesc><vatToPayAccID>1530</vatToPayAccID><vatToClaimAccID>1520</vatToClaimAccID></vatCode></vatCodes>
<periods>${Array.from({ length: 12 }, (_, index) => periodOf(year, index + 1)).join('')}</periods>
`;
  const amounts = Array.from({ length: purchases }, (_, index) => amountsOf(index));
  const total = amounts.reduce((sum, { total: cents }) => sum + cents, 0);
  yield `<transactions><linesCount>${3 * purchases}</linesCount><totalDebit>${money(total)}</totalDebit><totalCredit>${money(total)}</totalCredit>
<journal><jrnID>INK</jrnID><desc>Inkoop</desc><jrnTp>P</jrnTp><offsetAccID>1600</offsetAccID>
`;
  for (const [index, amount] of amounts.entries())
    yield purchaseOf(year, index, amount, 1 + (index % suppliers));
  yield '</journal></transactions></company></auditfile>';
}

function periodOf(year: number, month: number): string {
  const name = String(month).padStart(2, '0');
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `<period><periodNumber>${month}</periodNumber><startDatePeriod>${year}-${name}-01</startDatePeriod><endDatePeriod>${year}-${name}-${last}</endDatePeriod></period>`;
}

interface Amounts {
  readonly excl: number;
  readonly vat: number;
  readonly total: number;
  readonly isLow: boolean;
}

function amountsOf(index: number): Amounts {
  const excl = 10_000 + ((index * 7919) % 500_000);
  const isLow = index % 5 === 4;
  const vat = Math.round((excl * (isLow ? 9 : 21)) / 100);
  return { excl, vat, total: excl + vat, isLow };
}

// Each supplier has its own account, and now and then another one.
function purchaseOf(
  year: number,
  index: number,
  { excl, vat, total, isLow }: Amounts,
  supplier: number,
): string {
  const month = String(1 + (index % 12)).padStart(2, '0');
  const account = ['4310', '4520', '4600'][(supplier + (index % 10 === 9 ? 1 : 0)) % 3] ?? '4310';
  const line = (nr: number, acc: string, cents: number, type: string, more = '') =>
    `<trLine><nr>${nr}</nr><accID>${acc}</accID><docRef>${year}-${index + 1}</docRef><effDate>${year}-${month}-15</effDate><desc>Factuur F-${index + 1}</desc><amnt>${money(cents)}</amnt><amntTp>${type}</amntTp>${more}</trLine>
`;
  const code = isLow ? ['L', '9'] : ['H', '21'];
  const vatPart = `<vat><vatID>${code[0]}</vatID><vatPerc>${code[1]}</vatPerc><vatAmnt>${money(vat)}</vatAmnt><vatAmntTp>D</vatAmntTp></vat>`;
  return `<transaction><nr>${index + 1}</nr><desc>Inkoopfactuur</desc><periodNumber>${Number(month)}</periodNumber><trDt>${year}-${month}-15</trDt>
${line(1, '1600', total, 'C', `<custSupID>C${supplier}</custSupID><invRef>F-${index + 1}</invRef>`)}${line(2, account, excl, 'D', `<costID>110</costID>${vatPart}`)}${line(3, '1520', vat, 'D')}</transaction>
`;
}

/** A whole audit file as text. */
export function xafOf(seed: XafSeed = {}): string {
  return [...xafPieces(seed)].join('');
}
