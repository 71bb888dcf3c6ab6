import type { Random } from './random.ts';

/** How a supplier words and formats its invoices: texts of the documents themselves, not of any screen. */
export interface Wording {
  readonly invoice: string;
  readonly number: string;
  readonly date: string;
  readonly dueDate: string;
  readonly customer: string;
  readonly order: string;
  readonly yourReference: string;
  readonly description: string;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  readonly excl: string;
  readonly total: string;
  /** `21% btw` and the like. */
  vat(percent: number): string;
  readonly kvk: string;
  readonly vatId: string;
  day(iso: string): string;
  money(cents: number): string;
  /** Without currency sign. */
  plain(cents: number): string;
}

const months = [
  'januari',
  'februari',
  'maart',
  'april',
  'mei',
  'juni',
  'juli',
  'augustus',
  'september',
  'oktober',
  'november',
  'december',
];
const englishMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A supplier's Dutch wording; the same seed words alike. */
export function dutchWording(random: Random): Wording {
  const plain = (cents: number): string => grouped(cents, '.', ',');
  const sign = random.pick(['€ ', '€ ', '€', 'EUR ', '€\u00a0']);
  const vat = random.pick<(percent: number) => string>([
    (percent) => `${percent}% btw`,
    (percent) => `Btw ${percent}%`,
    (percent) => `BTW ${percent},00 %`,
    (percent) => `BTW ${percent === 21 ? 'hoog' : 'laag'} (${percent}%)`,
    (percent) => `Omzetbelasting ${percent}%`,
  ]);
  const day = random.pick<(iso: string) => string>([
    numericDay('-'),
    numericDay('-'),
    numericDay('/'),
    numericDay('.'),
    longDay,
    shortDay,
  ]);
  return {
    invoice: random.pick(['FACTUUR', 'Factuur', 'Verkoopfactuur']),
    number: random.pick([
      'Factuurnummer',
      'Factuurnummer',
      'Factuurnr.',
      'Factuur nr.',
      'Nota nummer',
      'Fact.nr.',
      'Factuur-nummer',
    ]),
    date: random.pick(['Factuurdatum', 'Factuurdatum', 'Datum', 'Datum factuur', 'Fact.datum', 'Notadatum']),
    dueDate: random.pick([
      'Vervaldatum',
      'Vervaldatum',
      'Uiterste betaaldatum',
      'Te betalen vóór',
      'Betaaldatum',
      'Vervaldag',
    ]),
    customer: random.pick(['Klantnummer', 'Debiteurnummer', 'Klantnr.', 'Relatienummer', 'Debiteur nr.']),
    order: random.pick(['Ordernummer', 'Uw ordernummer', 'Bestelnummer', 'Opdrachtnummer', 'Inkooporder']),
    yourReference: random.pick(['Uw referentie', 'Uw kenmerk', 'Referentie']),
    description: random.pick(['Omschrijving', 'Omschrijving', 'Artikelomschrijving', 'Dienst', 'Product']),
    quantity: random.pick(['Aantal', 'Aantal', 'Hoeveelheid']),
    price: random.pick(['Prijs', 'Stuksprijs', 'Tarief', 'Prijs p/e']),
    amount: random.pick(['Bedrag', 'Totaal', 'Bedrag excl.', 'Regeltotaal']),
    excl: random.pick([
      'Totaal excl. btw',
      'Subtotaal',
      'Totaal exclusief btw',
      'Netto',
      'Bedrag excl. BTW',
      'Subtotaal excl. btw',
    ]),
    total: random.pick([
      'Totaal te betalen',
      'Totaal incl. btw',
      'Totaal inclusief btw',
      'Te betalen',
      'Totaalbedrag',
      'Totaal',
      'Factuurbedrag',
      'Te voldoen',
    ]),
    vat,
    kvk: random.pick(['KvK', 'KvK-nummer:', 'K.v.K.', 'KVK nr.', 'Handelsregister']),
    vatId: random.pick(['Btw-nr.', 'BTW-nummer', 'Btw-id:', 'BTW nr.', 'Btw-identificatienummer']),
    day,
    plain,
    money: (cents) => (cents < 0 ? `${sign}-${plain(-cents)}` : sign + plain(cents)),
  };
}

/** A supplier's English wording. */
export function englishWording(random: Random): Wording {
  const plain = (cents: number): string => grouped(cents, ',', '.');
  const sign = random.pick(['€', 'EUR ', '€ ']);
  return {
    invoice: random.pick(['INVOICE', 'Invoice', 'Sales invoice']),
    number: random.pick(['Invoice number', 'Invoice no.', 'Invoice #', 'Invoice No']),
    date: random.pick(['Invoice date', 'Date', 'Issue date', 'Date of issue']),
    dueDate: random.pick(['Due date', 'Payment due', 'Pay by', 'Due by']),
    customer: random.pick(['Customer number', 'Customer no.', 'Account number', 'Client ID']),
    order: random.pick(['Purchase order', 'PO number', 'Order number', 'Your order no.']),
    yourReference: 'Your reference',
    description: random.pick(['Description', 'Item', 'Service']),
    quantity: random.pick(['Qty', 'Quantity']),
    price: random.pick(['Unit price', 'Rate', 'Price']),
    amount: random.pick(['Amount', 'Total', 'Line total']),
    excl: random.pick(['Subtotal', 'Total excl. VAT', 'Net amount', 'Total net']),
    total: random.pick(['Total due', 'Total incl. VAT', 'Amount due', 'Grand total', 'Total', 'Balance due']),
    vat: random.pick<(percent: number) => string>([
      (percent) => `VAT ${percent}%`,
      (percent) => `${percent}% VAT`,
      (percent) => `VAT (${percent}.0%)`,
    ]),
    kvk: random.pick(['Chamber of Commerce', 'CoC no.', 'KvK']),
    vatId: random.pick(['VAT no.', 'VAT ID', 'VAT number']),
    day: random.pick<(iso: string) => string>([
      (iso) => `${Number(iso.slice(8))} ${englishMonths[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`,
      (iso) => `${englishMonths[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8))}, ${iso.slice(0, 4)}`,
      (iso) => iso,
      numericDay('/'),
    ]),
    plain,
    money: (cents) => (cents < 0 ? `-${sign}${plain(-cents)}` : sign + plain(cents)),
  };
}

function grouped(cents: number, thousands: string, decimal: string): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const units = digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
  return `${cents < 0 ? '-' : ''}${units}${decimal}${digits.slice(-2)}`;
}

function numericDay(separator: string): (iso: string) => string {
  return (iso) => iso.split('-').toReversed().join(separator);
}

function longDay(iso: string): string {
  return `${Number(iso.slice(8))} ${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
}

function shortDay(iso: string): string {
  return `${Number(iso.slice(8))}-${Number(iso.slice(5, 7))}-${iso.slice(2, 4)}`;
}

/** A letter's date in words. */
export const dayInWords = longDay;
