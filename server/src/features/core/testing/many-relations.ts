import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import '../customer-relations/customer-relations.tables.ts';

const firsts = [
  'Bakkerij',
  'Drukkerij',
  'Woonstichting',
  'Installatiebedrijf',
  'Autobedrijf',
  'Kapsalon',
  'Hoveniersbedrijf',
  'Slagerij',
  'Adviesbureau',
  'Schildersbedrijf',
];
const names = [
  'De Vries',
  'Jansen',
  'Van den Berg',
  'Bakker',
  'Visser',
  'Smit',
  'Meijer',
  'De Boer',
  'Mulder',
  'De Groot',
  'Bos',
  'Vos',
  'Peters',
  'Hendriks',
  'Van Leeuwen',
  'Dekker',
  'Brouwer',
  'Dijkstra',
  'Kok',
  'Kuipers',
];
const streets = [
  'Melkmarkt',
  'Dorpsstraat',
  'Kerkweg',
  'Stationsplein',
  'Industrieweg',
  'Lange Nering',
  'Brink',
  'Havenkade',
];
const cities = [
  'Zwolle',
  'Kampen',
  'Deventer',
  'Ommen',
  'Hardenberg',
  'Meppel',
  'Raalte',
  'Dalfsen',
  'Hasselt',
  'Staphorst',
];

/** So many relations of a company, believable and the same each time; for looking at plans and for lists that are long. */
export async function buildManyRelations(db: Db, companyId: string, count: number): Promise<void> {
  const pick = (from: readonly string[], step: number) =>
    sql`(${[...from]}::text[])[1 + (n / ${sql.lit(step)}) % ${sql.lit(from.length)}]`;
  await sql`
    insert into customer_relations (company_id, id, tag, name, street, zip_code, city, email, phone, kvk_number)
    select ${companyId}::uuid, gen_random_uuid(), 'R-' || n,
      ${pick(firsts, 1)} || ' ' || ${pick(names, 10)} || ' ' || n,
      ${pick(streets, 3)} || ' ' || (1 + n % 200),
      (1000 + (n * 7) % 9000) || ' ' || chr(65 + n % 26) || chr(65 + (n / 26) % 26),
      ${pick(cities, 7)},
      'info@bedrijf-' || n || '.example',
      '0' || (10 + n % 80) || '-' || (1000000 + (n * 37) % 9000000),
      case when n % 3 = 0 then lpad(((n * 7919) % 100000000)::text, 8, '0') else '' end
    from generate_series(1, ${count}::int) n`.execute(db);
}
