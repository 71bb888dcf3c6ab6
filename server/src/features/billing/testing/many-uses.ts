import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { liftIndexes } from '#server/platform/db/lift-indexes.ts';
import '#server/features/core/index.ts';
import '../billing.tables.ts';

/** What is to be made. */
export interface ManyUses {
  readonly customers: number;
  readonly events: number;
  /** The month that the newest events are in, `2026-10`. */
  readonly until: string;
  readonly say?: (text: string) => void;
}

const months = 24;
const prices = [
  ['Licentie', 1, 14_900, 0, 1],
  ['Onderhoud', 2, 24_500, 0, 3],
  ['Scan', 1, 12, 2, 1],
  ['Factuur', 1, 25, 3, 1],
  ['Bijlage', 1, 4, 1, 1],
] as const;

/**
 * Customers with agreements, and their use over two years; of every hundred customers one has another price from the
 * middle of the last month. The same numbers give the same sums. Uses go in without indexes, references and the trigger
 * that counts them, all of which is made up for in the same transaction.
 *
 * @param db as the owner of the tables
 */
export async function generateUses(
  db: Db,
  { customers, events, until, say = () => undefined }: ManyUses,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local jit = off`.execute(tx);
    await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
    await sql`set local work_mem = '128MB'`.execute(tx);
    await makeCustomers(tx, customers, until);
    const putBack = await liftIndexes(tx, { tables: ['usage_events'], hasPrimaryKeys: true });
    await sql`delete from usage_events where company_id in (select id from companies where license like 'GEN-%')`.execute(
      tx,
    );
    const aMonth = Math.ceil(events / months);
    for (let back = months - 1; back >= 0; back -= 1) {
      await makeMonth(tx, { customers, until, back, aMonth });
      say(`${months - back} of ${months} months`);
    }
    await putBack(say);
    await countDays(tx);
    say('uses of each day counted');
  });
  // Marks pages as seen by all, as the database does by itself after a while, so that counting reads the index only.
  await sql`vacuum analyze usage_events`.execute(db);
  await sql`analyze companies, customer_settings, customer_agreements, usage_days`.execute(db);
}

async function makeCustomers(tx: Tx, customers: number, until: string): Promise<void> {
  await sql`
    insert into companies (id, name, domain_name, license, prima_relatienummer)
    select ('00000000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Klant ' || n, 'klant-' || n || '.example', 'GEN-' || n, 'G' || n
    from generate_series(1, ${customers}) n on conflict do nothing`.execute(tx);
  await sql`
    insert into customer_settings (company_id, start_on, subscription, created_at, updated_at)
    select id, '2020-01-01', 1 + (ascii(right(id::text, 1)) % 2), now(), now() from companies where license like 'GEN-%' on conflict do nothing`.execute(
    tx,
  );
  await sql`
    insert into customer_relations (company_id, id, tag, name, street, zip_code, city, kvk_number)
    select p.id, gen_random_uuid(), c.prima_relatienummer, c.name || ' B.V.', 'Dorpsstraat 1', '7000 AA', 'Doetinchem', '12345678'
    from companies c, companies p where c.license like 'GEN-%' and p.is_provider and p.deleted_at is null on conflict do nothing`.execute(
    tx,
  );
  // Made once, also when there are more uses to be made.
  const known =
    await sql`select from customer_agreements a join companies c on c.id = a.company_id where c.license like 'GEN-%' limit 1`.execute(
      tx,
    );
  if (known.rows.length > 0) return;
  for (const [name, kind, cents, invoiceType, cycle] of prices) {
    await sql`
      with price as (
        insert into price_agreements (id, name, kind, price_in_cents, is_variable, invoice_type, cycle_in_months, created_at, updated_at)
        values (gen_random_uuid(), ${name}, ${kind}::smallint, ${cents}, ${invoiceType !== 0}, ${invoiceType}::smallint, ${cycle}::smallint, now(), now()) returning *)
      insert into customer_agreements (company_id, id, price_agreement_id, quantity, name, kind, price_in_cents, is_variable, invoice_type,
        cycle_in_months, starts_on, ends_on, created_at, updated_at)
      select c.id, gen_random_uuid(), p.id, 1, p.name, p.kind, p.price_in_cents + part, p.is_variable, p.invoice_type, p.cycle_in_months,
        case when part = 1 then (${until} || '-16')::date end, case when part = 0 and c.license like 'GEN-%00' then (${until} || '-15')::date end, now(), now()
      from companies c, price p, generate_series(0, 1) part
      where c.license like 'GEN-%' and (part = 0 or c.license like 'GEN-%00')`.execute(tx);
  }
}

interface Month {
  readonly customers: number;
  readonly until: string;
  /** How many months before that. */
  readonly back: number;
  readonly aMonth: number;
}

async function makeMonth(tx: Tx, { customers, until, back, aMonth }: Month): Promise<void> {
  const prefix = `00000000-${back.toString(16).padStart(4, '0')}-7000-9000-`;
  await sql`
    insert into usage_events (company_id, kind, subject_id, document_id, at, mark)
    select ('00000000-0000-7000-9000-' || lpad(to_hex(1 + n % ${customers}), 12, '0'))::uuid,
      (array['scan', 'scan', 'scan', 'scan', 'scan', 'processed', 'processed', 'processed', 'processed', 'attachment'])[1 + (n / ${customers}) % 10],
      id, id,
      (${until} || '-01')::timestamp at time zone 'Europe/Amsterdam' - make_interval(months => ${back}::integer) + make_interval(hours => 8 + (n % 27) * 24),
      case when n % 50 = 7 then 'duplicate' else '' end
    from generate_series(1, ${aMonth}) n cross join lateral (select (${prefix} || lpad(to_hex(n), 12, '0'))::uuid as id) made`.execute(
    tx,
  );
}

// The sums of all days, at once.
async function countDays(tx: Tx): Promise<void> {
  await sql`delete from usage_days where company_id in (select id from companies where license like 'GEN-%')`.execute(
    tx,
  );
  await sql`
    insert into usage_days (company_id, day, kind, total, marked, trial)
    select e.company_id, e.day, e.kind, count(*), count(*) filter (where e.mark <> ''), count(*) filter (where e.mark = '' and e.is_trial)
    from usage_events e join companies c on c.id = e.company_id and c.license like 'GEN-%'
    group by e.company_id, e.day, e.kind`.execute(tx);
}
