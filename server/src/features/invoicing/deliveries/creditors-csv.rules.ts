import { flatCsv } from './flat-csv.ts';

/** A supplier that a package does not know yet, with the number that it gets there. */
export interface NewCreditor {
  readonly creditorId: string;
  readonly name: string;
  readonly number: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  /** ISO 3166; empty where no document said it. */
  readonly country: string;
  readonly vatId: string;
  readonly kvk: string;
  readonly iban: string;
}

// The names of the fields of SnelStart's import of suppliers (docs/couplings/snelstart.md).
const columns = [
  'Relatiecode',
  'Naam',
  'Adres',
  'Postcode',
  'Plaats',
  'BTW nummer',
  'Nummer kvk',
  'IBAN',
] as const;

/** The file of new suppliers for SnelStart. */
export function creditorsCsv(creditors: readonly NewCreditor[]): Buffer {
  const rows = creditors.map(({ number, name, street, postalCode, city, vatId, kvk, iban }) => [
    number,
    name,
    street,
    postalCode,
    city,
    vatId,
    kvk,
    iban,
  ]);
  return flatCsv(columns, rows);
}
