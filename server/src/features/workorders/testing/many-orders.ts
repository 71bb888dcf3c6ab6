import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import '../workorders.tables.ts';

const works = [
  'Folder',
  'Poster',
  'Brochure',
  'Jaarverslag',
  'Visitekaartjes',
  'Magazine',
  'Spandoek',
  'Etiketten',
];
const seasons = ['voorjaar', 'zomer', 'najaar', 'winter', 'jubileum', 'opening'];
const firsts = [
  'Ans',
  'Bram',
  'Carla',
  'Daan',
  'Eva',
  'Fleur',
  'Gijs',
  'Hanna',
  'Ivo',
  'Jet',
  'Kees',
  'Lotte',
];
const lasts = [
  'Aalbers',
  'Bos',
  'Courtois',
  'Dekker',
  'Evers',
  'Faber',
  'Groen',
  'Huisman',
  'Idema',
  'Jonker',
];
const relationNames = [
  'Bakkerij',
  'Drukkerij',
  'Garage',
  'Kapsalon',
  'Makelaardij',
  'Theater',
  'Uitgeverij',
  'Zorggroep',
];

// One thousand relations with three people each, at most; the same names every time.
const relationCount = 1000;

/**
 * So many work orders of a company that has an administration, with one to three responsible users and contact persons
 * and two lines each: believable, and the same every time but for their ids. Five statuses of six are invoiced, as in
 * a company that has worked for years; the newest come last.
 */
export async function generateOrders(db: Db, companyId: string, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const pick = (from: readonly string[], n: string) =>
      sql`(${[...from]}::text[])[1 + ${sql.raw(n)} % ${sql.lit(from.length)}]`;
    await sql`create temporary table made_relations on commit drop as
      select row_number() over () as n, gen_random_uuid() as id from generate_series(1, ${Math.min(relationCount, count)}::int)`.execute(
      tx,
    );
    await sql`insert into customer_relations (company_id, id, tag, name)
      select ${companyId}::uuid, id, 'WO-' || n, ${pick(relationNames, 'n')} || ' ' || ${pick(lasts, '(n / 8)')} || ' ' || n
      from made_relations on conflict do nothing`.execute(tx);
    await sql`create temporary table made_contacts on commit drop as
      select (r.n - 1) * 3 + k as n, r.id as relation_id, gen_random_uuid() as id
      from made_relations r cross join generate_series(1, 3) k
      where exists (select from customer_relations c where c.company_id = ${companyId} and c.id = r.id)`.execute(
      tx,
    );
    await sql`insert into contact_persons (company_id, id, customer_relation_id, first_name, last_name)
      select ${companyId}::uuid, id, relation_id, ${pick(firsts, 'n')}, ${pick(lasts, '(n / 7)')} from made_contacts`.execute(
      tx,
    );
    await sql`create temporary table made_orders on commit drop as
      select n, gen_random_uuid() as id,
        '2026-11-20T12:00:00Z'::timestamptz - (${count}::int - n) * interval '37 seconds' as at from generate_series(1, ${count}::int) n`.execute(
      tx,
    );
    await sql`insert into work_orders (company_id, id, year, number, administration_id, customer_relation_id, reference, status, delivery_date, created_at, updated_at)
      select ${companyId}::uuid, o.id, 1900, o.n, a.id, c.relation_id,
        ${pick(works, 'o.n')} || ' ' || ${pick(seasons, '(o.n / 8)')} || ' REF-' || lpad(((o.n::bigint * 7919) % 10000000)::text, 7, '0'),
        case when o.n % 6 = 0 then (o.n / 6) % 6 else 6 end, (o.at + interval '14 days')::date, o.at, o.at
      from made_orders o
      join made_contacts c on c.n = 1 + (o.n % ${sql.lit(Math.min(relationCount, count))}) * 3
      cross join lateral (select id from administrations where company_id = ${companyId} and deleted_at is null order by id limit 1) a`.execute(
      tx,
    );
    await sql`insert into work_order_contacts (company_id, work_order_id, contact_person_id, position, created_at, number)
      select ${companyId}::uuid, o.id, c.id, k - 1, o.at, o.n from made_orders o cross join generate_series(1, 3) k
      join made_contacts c on c.n = k + (o.n % ${sql.lit(Math.min(relationCount, count))}) * 3 where k <= 1 + o.n % 3`.execute(
      tx,
    );
    await sql`insert into work_order_users (company_id, work_order_id, user_id, position, created_at, number)
      select ${companyId}::uuid, o.id, u.id, k, o.at, o.n from made_orders o cross join generate_series(0, 2) k
      join (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from users
        where company_id = ${companyId} and deleted_at is null) u on u.n = (o.n + k) % u.total
      where k <= o.n % 3 on conflict do nothing`.execute(tx);
    await sql`insert into order_lines (company_id, id, work_order_id, position, description, purchase_amount, sales_amount)
      select ${companyId}::uuid, gen_random_uuid(), o.id, k, ${pick(works, '(o.n + k)')}, 1000 + o.n % 50000, 2000 + o.n % 90000
      from made_orders o cross join generate_series(1, 2) k`.execute(tx);
  });
  for (const table of [
    'work_orders',
    'work_order_contacts',
    'work_order_users',
    'order_lines',
    'contact_persons',
    'customer_relations',
  ])
    await sql`analyze ${sql.table(table)}`.execute(db);
}
