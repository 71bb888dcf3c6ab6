import { sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { liftIndexes } from '#server/platform/db/lift-indexes.ts';
import { checkCounts } from '../work-orders/order-counts.repository.ts';
import { indexOrders } from '../work-orders/search.repository.ts';
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
const people = 3;

const filled = ['work_orders', 'work_order_search', 'work_order_contacts', 'work_order_users', 'order_lines'];
// Fewer go in beside their indexes sooner than those are built anew.
const manyOrders = 20_000;
const ordersAtOnce = 50_000;

const pick = (from: readonly string[], n: string) =>
  sql`(${sql.lit(`{${from.join(',')}}`)}::text[])[1 + ${sql.raw(n)} % ${sql.lit(from.length)}]`;
// Ids stand in the order of time, as those of the product do, and are the same every time.
const idOf = (kind: string, n: string, at: string) =>
  sql`(lpad(to_hex((extract(epoch from ${sql.raw(at)}) * 1000)::bigint), 12, '0') || '7' || left(md5(${sql.lit(kind)} || ${sql.raw(n)}), 3)
    || '8' || right(md5(${sql.lit(kind)} || ${sql.raw(n)}), 15))::uuid`;

/**
 * So many work orders of a company that has an administration, with one to three responsible users and contact persons
 * and two lines each: believable, and the same every time in the same company. Five statuses of six are invoiced, as in
 * a company that has worked for years; the newest come last. Many go in without indexes and foreign keys, which are
 * built and checked afterwards; whoever else asks for orders waits until all is done.
 */
export async function generateOrders(
  db: Db,
  companyId: string,
  count: number,
  onProgress: (text: string) => void = () => undefined,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local jit = off`.execute(tx);
    await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
    await makeRelations(tx, companyId, Math.min(relationCount, count));
    const putBack = count >= manyOrders ? await liftIndexes(tx, { tables: filled }) : null;
    for (let from = 1; from <= count; from += ordersAtOnce) {
      await makeOrders(tx, companyId, { from, to: Math.min(count, from + ordersAtOnce - 1), count });
      onProgress(`${Math.min(count, from + ordersAtOnce - 1)} of ${count} orders`);
    }
    await putBack?.(onProgress);
    await checkCounts(tx, companyId);
  });
  onProgress('statistics');
  for (const table of [...filled, 'work_order_counts', 'contact_persons', 'customer_relations'])
    await sql`analyze ${sql.table(table)}`.execute(db);
}

async function makeRelations(tx: Tx, companyId: string, count: number): Promise<void> {
  await sql`create temporary table made_relations on commit drop as
    select n, md5(${companyId} || ' relation ' || n)::uuid as id from generate_series(1, ${count}::int) n`.execute(
    tx,
  );
  await sql`insert into customer_relations (company_id, id, tag, name)
    select ${companyId}::uuid, id, 'WO-' || n, ${pick(relationNames, 'n')} || ' ' || ${pick(lasts, '(n / 8)')} || ' ' || n
    from made_relations on conflict do nothing`.execute(tx);
  await sql`create temporary table made_contacts on commit drop as
    select (r.n - 1) * ${sql.lit(people)} + k as n, r.id as relation_id, md5(${companyId} || ' contact ' || r.n || ' ' || k)::uuid as id
    from made_relations r cross join generate_series(1, ${sql.lit(people)}) k
    where exists (select from customer_relations c where c.company_id = ${companyId} and c.id = r.id)`.execute(
    tx,
  );
  await sql`insert into contact_persons (company_id, id, customer_relation_id, first_name, last_name)
    select ${companyId}::uuid, id, relation_id, ${pick(firsts, 'n')}, ${pick(lasts, '(n / 7)')} from made_contacts`.execute(
    tx,
  );
  await sql`create temporary table made_users on commit drop as
    select id, row_number() over (order by id) - 1 as n from users where company_id = ${companyId} and deleted_at is null`.execute(
    tx,
  );
  for (const table of ['made_contacts', 'made_users']) await sql`analyze ${sql.table(table)}`.execute(tx);
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

async function makeOrders(tx: Tx, companyId: string, { from, to, count }: Stretch): Promise<void> {
  const relations = sql.lit(Math.min(relationCount, count));
  await sql`create temporary table made_orders on commit drop as
    select n, at, ${idOf(`${companyId} order `, 'n', 'at')} as id from generate_series(${from}::int, ${to}::int) n
    cross join lateral (select '2026-11-20T12:00:00Z'::timestamptz - (${count}::int - n) * interval '37 seconds' as at) t`.execute(
    tx,
  );
  await sql`analyze made_orders`.execute(tx);
  await sql`insert into work_orders (company_id, id, year, number, administration_id, customer_relation_id, reference, status, delivery_date, created_at, updated_at)
    select ${companyId}::uuid, o.id, 1900, o.n, a.id, c.relation_id,
      ${pick(works, 'o.n')} || ' ' || ${pick(seasons, '(o.n / 8)')} || ' REF-' || lpad(((o.n::bigint * 7919) % 10000000)::text, 7, '0'),
      case when o.n % 6 = 0 then (o.n / 6) % 6 else 6 end, (o.at + interval '14 days')::date, o.at, o.at
    from made_orders o
    join made_contacts c on c.n = 1 + (o.n % ${relations}) * ${sql.lit(people)}
    cross join lateral (select id from administrations where company_id = ${companyId} and deleted_at is null order by id limit 1) a
    order by o.n`.execute(tx);
  await sql`insert into work_order_contacts (company_id, work_order_id, contact_person_id, position)
    select ${companyId}::uuid, o.id, c.id, k - 1 from made_orders o cross join generate_series(1, ${sql.lit(people)}) k
    join made_contacts c on c.n = k + (o.n % ${relations}) * ${sql.lit(people)} where k <= 1 + o.n % 3`.execute(
    tx,
  );
  await sql`insert into work_order_users (company_id, work_order_id, user_id, position)
    select ${companyId}::uuid, o.id, u.id, k
    from (select count(*) as number from made_users) total
    cross join made_orders o cross join generate_series(0, ${sql.lit(people - 1)}) k
    join made_users u on u.n = (o.n + k) % greatest(total.number, 1)
    where k <= o.n % 3 and k < total.number`.execute(tx);
  await sql`insert into order_lines (company_id, id, work_order_id, position, description, purchase_amount, sales_amount)
    select ${companyId}::uuid, ${idOf(`${companyId} line `, "o.n || '-' || k", 'o.at')}, o.id, k, ${pick(works, '(o.n + k)')}, 1000 + o.n % 50000, 2000 + o.n % 90000
    from made_orders o cross join generate_series(1, 2) k`.execute(tx);
  await indexOrders(
    tx,
    sql<SqlBool>`o.company_id = ${companyId} and o.id in (select m.id from made_orders m)`,
  );
  await sql`drop table made_orders`.execute(tx);
}
