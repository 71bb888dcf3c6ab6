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

const months =
  'januari februari maart april mei juni juli augustus september oktober november december'.split(' ');
const englishMonths =
  'January February March April May June July August September October November December'.split(' ');

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
  const word = wordsOf(random);
  return {
    invoice: word('FACTUUR | Factuur | Verkoopfactuur'),
    number: word(
      'Factuurnummer | Factuurnummer | Factuurnr. | Factuur nr. | Nota nummer | Fact.nr. | Factuur-nummer',
    ),
    date: word('Factuurdatum | Factuurdatum | Datum | Datum factuur | Fact.datum | Notadatum'),
    dueDate: word(
      'Vervaldatum | Vervaldatum | Uiterste betaaldatum | Te betalen vóór | Betaaldatum | Vervaldag',
    ),
    customer: word('Klantnummer | Debiteurnummer | Klantnr. | Relatienummer | Debiteur nr.'),
    order: word('Ordernummer | Uw ordernummer | Bestelnummer | Opdrachtnummer | Inkooporder'),
    yourReference: word('Uw referentie | Uw kenmerk | Referentie'),
    description: word('Omschrijving | Omschrijving | Artikelomschrijving | Dienst | Product'),
    quantity: word('Aantal | Aantal | Hoeveelheid'),
    price: word('Prijs | Stuksprijs | Tarief | Prijs p/e'),
    amount: word('Bedrag | Totaal | Bedrag excl. | Regeltotaal'),
    excl: word(
      'Totaal excl. btw | Subtotaal | Totaal exclusief btw | Netto | Bedrag excl. BTW | Subtotaal excl. btw',
    ),
    total: word(
      'Totaal te betalen | Totaal incl. btw | Totaal inclusief btw | Te betalen | Totaalbedrag | Totaal | Factuurbedrag | Te voldoen',
    ),
    vat,
    kvk: word('KvK | KvK-nummer: | K.v.K. | KVK nr. | Handelsregister'),
    vatId: word('Btw-nr. | BTW-nummer | Btw-id: | BTW nr. | Btw-identificatienummer'),
    day,
    plain,
    money: (cents) => (cents < 0 ? `${sign}-${plain(-cents)}` : sign + plain(cents)),
  };
}

/** A supplier's English wording. */
export function englishWording(random: Random): Wording {
  const plain = (cents: number): string => grouped(cents, ',', '.');
  const sign = random.pick(['€', 'EUR ', '€ ']);
  const word = wordsOf(random);
  return {
    invoice: word('INVOICE | Invoice | Sales invoice'),
    number: word('Invoice number | Invoice no. | Invoice # | Invoice No'),
    date: word('Invoice date | Date | Issue date | Date of issue'),
    dueDate: word('Due date | Payment due | Pay by | Due by'),
    customer: word('Customer number | Customer no. | Account number | Client ID'),
    order: word('Purchase order | PO number | Order number | Your order no.'),
    yourReference: 'Your reference',
    description: word('Description | Item | Service'),
    quantity: word('Qty | Quantity'),
    price: word('Unit price | Rate | Price'),
    amount: word('Amount | Total | Line total'),
    excl: word('Subtotal | Total excl. VAT | Net amount | Total net'),
    total: word('Total due | Total incl. VAT | Amount due | Grand total | Total | Balance due'),
    vat: random.pick<(percent: number) => string>([
      (percent) => `VAT ${percent}%`,
      (percent) => `${percent}% VAT`,
      (percent) => `VAT (${percent}.0%)`,
    ]),
    kvk: word('Chamber of Commerce | CoC no. | KvK'),
    vatId: word('VAT no. | VAT ID | VAT number'),
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

/** Picks one of the words between bars. */
function wordsOf(random: Random): (words: string) => string {
  return (words) => {
    const [first = '', ...others] = words.split(' | ');
    return random.pick([first, ...others]);
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

/** `3 maart 2026`. */
export function longDay(iso: string): string {
  return `${Number(iso.slice(8))} ${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`;
}

function shortDay(iso: string): string {
  return `${Number(iso.slice(8))}-${Number(iso.slice(5, 7))}-${iso.slice(2, 4)}`;
}
