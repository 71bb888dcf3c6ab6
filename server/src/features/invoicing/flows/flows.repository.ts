import { sql } from 'kysely';
import type { FlowContent } from '#contract/invoicing/approval-flows.ts';
import { approvalFlows } from '#contract/invoicing/approval-flows.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { inOneCompany } from '#server/platform/db/one-company.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { ApprovalNumber, StatusNumber, TurnNumber } from '../state-numbers.ts';
import type { FlowFacts } from './flow.rules.ts';
import '../invoicing.tables.ts';

const companies = (db: Db, scope: Scope) =>
  db
    .selectFrom('companies')
    .leftJoin('approval_flows as f', 'f.company_id', 'companies.id')
    .where('companies.deleted_at', 'is', null)
    .where(within(scope, 'companies.id'))
    .select([
      'companies.id',
      'companies.id as companyId',
      'companies.name as companyName',
      sql<number>`coalesce(f.version, 0)`.as('version'),
    ]);

const columns = listColumns(approvalFlows.fields, {
  id: { sql: 'companies.id', nullable: false },
  'company/name': { sql: 'companies.name', natural: true, nullable: false },
  version: { sql: sql<number>`coalesce(f.version, 0)`, nullable: false },
});

/** The companies within the scope, each with the version of its flow. */
export function list(db: Db, scope: Scope, query: ListQuery) {
  const search = searchColumns([sql`companies.name`]);
  return listPage(query, { base: companies(db, scope), columns, search });
}

/** The flow of a company within the scope: what is in use, and the draft. */
export async function findById(db: Db, scope: Scope, id: string) {
  if (!isId(id)) return undefined;
  return companies(inOneCompany(db, id), scope)
    .where('companies.id', '=', id)
    .select([
      sql<FlowContent | null>`(select v.content from approval_flow_versions v
        where v.company_id = companies.id and v.version = f.version)`.as('content'),
      'f.draft',
      sql<number>`coalesce(f.row_version, 0)`.as('rowVersion'),
      sql<number>`(select count(*) from invoices i
        where i.company_id = companies.id and ${undecided} and i.flow_version is distinct from f.version)`
        .$castTo<number>()
        .as('openInvoices'),
      sql<number>`(select count(*) from invoices i where i.company_id = companies.id and ${open} and not (${undecided}))`
        .$castTo<number>()
        .as('decidedInvoices'),
    ])
    .executeTakeFirst();
}

const open = sql`i.deleted_at is null and i.status = ${sql.lit(StatusNumber.Concept)}
  and i.approval_state in (${sql.lit(ApprovalNumber.pending)}, ${sql.lit(ApprovalNumber.onHold)})`;
/** Open, and nobody decided in the current round. */
const undecided = sql`${open} and not exists (select from invoice_approvals a where a.company_id = i.company_id and a.invoice_id = i.id
    and a.round = i.round and a.state in (${sql.lit(TurnNumber.approved)}, ${sql.lit(TurnNumber.rejected)}))`;

/** The version in use; undefined where a company has none. */
export async function findInUse(
  db: Db,
  companyId: string,
): Promise<{ version: number; content: FlowContent } | undefined> {
  return db
    .selectFrom('approval_flows as f')
    .innerJoin('approval_flow_versions as v', (join) =>
      join.onRef('v.company_id', '=', 'f.company_id').onRef('v.version', '=', 'f.version'),
    )
    .where('f.company_id', '=', companyId)
    .select(['v.version', 'v.content'])
    .executeTakeFirst();
}

/** Makes sure that a company has a row for its flow, and locks it until the transaction ends. */
export async function lock(tx: Tx, companyId: string): Promise<void> {
  await sql`insert into approval_flows (company_id, row_version) values (${companyId}, 0) on conflict do nothing`.execute(
    tx,
  );
  await sql`select from approval_flows where company_id = ${companyId} for update`.execute(tx);
}

/** Saves what is being edited; null where it equals what is in use. */
export async function saveDraft(
  tx: Tx,
  ctx: Writer,
  companyId: string,
  draft: FlowContent | null,
): Promise<void> {
  await sql`update approval_flows set draft = ${draft === null ? null : JSON.stringify(draft)}::jsonb,
      row_version = row_version + 1, updated_at = ${ctx.now().toISOString()}, updated_by = ${ctx.caller.userId}
    where company_id = ${companyId}`.execute(tx);
}

/** Adds a version and puts it in use, in the place of the draft. */
export async function putInUse(
  tx: Tx,
  ctx: Writer,
  companyId: string,
  { version, content }: { readonly version: number; readonly content: FlowContent },
): Promise<void> {
  const at = ctx.now().toISOString();
  await sql`insert into approval_flow_versions (company_id, version, content, used_from, used_by, used_by_name)
    values (${companyId}, ${version}, ${JSON.stringify(content)}::jsonb, ${at}, ${ctx.caller.userId}, ${ctx.caller.name})`.execute(
    tx,
  );
  await sql`update approval_flows set version = ${version}, draft = null, row_version = row_version + 1,
      updated_at = ${at}, updated_by = ${ctx.caller.userId}
    where company_id = ${companyId}`.execute(tx);
}

/** The versions of a company that are or were in use, the newest first. */
export async function listVersions(db: Db, companyId: string) {
  return inOneCompany(db, companyId)
    .selectFrom('approval_flow_versions as v')
    .where('v.company_id', '=', companyId)
    .orderBy('v.version', 'desc')
    .select([
      'v.version',
      'v.content',
      'v.used_from as usedFrom',
      'v.used_by_name as usedByName',
      sql<string | null>`lead(v.used_from) over (order by v.version)`.as('usedUntil'),
      sql<number>`(select count(*) from invoices i where i.company_id = v.company_id and i.flow_version = v.version
        and i.deleted_at is null)`
        .$castTo<number>()
        .as('invoiceCount'),
    ])
    .execute();
}

// Versions never change: one that names a merged creditor holds for the one that took its place.
const creditorAndMerged = sql<string[]>`array(with recursive known (id) as (
  select i.creditor_id where i.creditor_id is not null
  union select c.id from creditors c join known on c.merged_into = known.id where c.company_id = i.company_id)
  select id from known)`;

/** What the flow asks of an invoice. */
export async function factsOf(
  db: Db,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<FlowFacts> {
  return inOneCompany(db, companyId)
    .selectFrom('invoices as i')
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', id)
    .select([
      'i.total_in_cents as totalInCents',
      'i.currency',
      creditorAndMerged.as('creditorIds'),
      'i.administration_id as administrationId',
      sql<string[]>`array(select distinct l.cost_center from invoice_lines l
        where l.company_id = i.company_id and l.invoice_id = i.id and l.cost_center <> '')`.as('costcenters'),
      sql<string[]>`array(select distinct l.ledger_number from invoice_lines l
        where l.company_id = i.company_id and l.invoice_id = i.id and l.ledger_number <> '')`.as('ledgers'),
    ])
    .executeTakeFirstOrThrow();
}

/** The round of an open invoice on which nobody decided; undefined for any other. */
export async function findUndecided(
  db: Db,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<{ round: number } | undefined> {
  const { rows } = await sql<{ round: number }>`
    select i.round from invoices i where i.company_id = ${companyId} and i.id = ${id} and ${undecided}`.execute(
    db,
  );
  return rows[0];
}

/** The open invoices of a company without a decision, and how many open ones somebody decided on. */
export async function listOpen(tx: Tx, companyId: string) {
  const { rows } = await sql<{ id: string; round: number }>`
    select i.id, i.round from invoices i where i.company_id = ${companyId} and ${undecided} order by i.id for update`.execute(
    tx,
  );
  const decided = await sql<{ count: number }>`
    select count(*)::integer as count from invoices i
    where i.company_id = ${companyId} and ${open} and not (${undecided})`.execute(tx);
  return { undecided: rows, decided: decided.rows[0]?.count ?? 0 };
}

/** The administrations of a company, by name. */
export function administrationsOf(db: Db, companyId: string) {
  return db
    .selectFrom('administrations')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .select(['id', 'name'])
    .execute();
}

const maxChoices = 50;

/** Creditors of a company: those that are named, and the first whose name has all words. */
export async function creditorsOf(
  db: Db,
  companyId: string,
  { named, words }: { readonly named: readonly string[]; readonly words: string },
): Promise<{ id: string; name: string }[]> {
  const of = db.selectFrom('creditors').where('company_id', '=', companyId).select(['id', 'name']);
  const listed = of.where('deleted_at', 'is', null).where('merged_into', 'is', null);
  const fitting = words
    .split(/\s+/)
    .filter(Boolean)
    .reduce((query, word) => query.where('name', 'ilike', `%${word.replace(/[\\%_]/g, '\\$&')}%`), listed)
    .orderBy('name')
    .limit(maxChoices)
    .execute();
  const chosen = named.length === 0 ? [] : of.where('id', 'in', named).orderBy('name').execute();
  const found = (await Promise.all([chosen, fitting])).flat();
  return [...new Map(found.map((one) => [one.id, one])).values()];
}

/** The cost centres and the accounts of a company's latest booking lines. */
export async function bookedOn(db: Db, companyId: string) {
  const { rows } = await sql<{ kind: 'costcenter' | 'ledger'; code: string; name: string }>`
    with latest as (select cost_center, ledger_number, ledger_name from invoice_lines
      where company_id = ${companyId} order by company_id, invoice_id desc limit 5000)
    select 'costcenter' as kind, cost_center as code, '' as name from latest where cost_center <> '' group by cost_center
    union all
    select 'ledger', ledger_number, max(ledger_name) from latest where ledger_number <> '' group by ledger_number
    order by 2`.execute(db);
  const of = (wanted: 'costcenter' | 'ledger') =>
    rows.flatMap(({ kind, code, name }) => (kind === wanted ? [{ code, name }] : []));
  return { costcenters: of('costcenter'), ledgers: of('ledger') };
}

/** Names of people by id, within the company of a flow. */
export async function namesOf(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('users')
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The flow of a company names a user, in what is in use or in the draft. */
export async function namesUser(db: Db, companyId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from approval_flows f
    left join approval_flow_versions v on v.company_id = f.company_id and v.version = f.version
    where f.company_id = ${companyId} and strpos(coalesce(f.draft::text, '') || coalesce(v.content::text, ''), ${userId}) > 0)
    as found`.execute(db);
  return rows[0]?.found ?? false;
}
