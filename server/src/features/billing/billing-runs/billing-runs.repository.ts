import { sql } from 'kysely';
import { z } from 'zod';
import { billingRuns, type RunState, runStates } from '#contract/billing/billing-runs.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { newId, noCompany } from '#server/platform/db/ids.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { changedBy, madeBy } from '#server/platform/db/record.ts';
import '../billing.tables.ts';
import { RunStateNumber } from './run-state-numbers.ts';

const totals = [
  'run_id',
  sql<number>`count(*)`.as('number'),
  sql<number>`sum(total_in_cents)::bigint`.as('total'),
  sql<number>`sum(vat_in_cents)::bigint`.as('vat'),
] as const;

// Joined, not counted run by run: every server has the runs, and each the invoices of its own companies (decision 0075).
const withTotals = (db: Db) =>
  db
    .selectFrom('billing_runs')
    .leftJoin('final_runs', 'final_runs.id', 'billing_runs.id')
    .leftJoin(
      (draft) =>
        draft
          .selectFrom('draft_invoices')
          .groupBy('run_id')
          .select(totals)
          .select(sql<number>`count(*) filter (where missing <> '{}')`.as('incomplete'))
          .as('d'),
      (join) => join.onRef('d.run_id', '=', 'billing_runs.id'),
    )
    .leftJoin(
      (invoice) =>
        invoice
          .selectFrom('billing_invoices')
          .groupBy('run_id')
          .select(totals)
          .select(sql<number>`count(*) filter (where missing <> '{}')`.as('incomplete'))
          .as('i'),
      (join) => join.onRef('i.run_id', '=', 'billing_runs.id'),
    )
    .leftJoin(
      (paper) =>
        paper
          .selectFrom('billing_papers')
          .groupBy('run_id')
          .select(['run_id', sql<number>`count(*)`.as('number')])
          .as('p'),
      (join) => join.onRef('p.run_id', '=', 'billing_runs.id'),
    );

// Runs are the provider's, of no tenant: services let nobody else come here.
const ofInvoices = (column: string) => sql`coalesce(${sql.ref(`i.${column}`)}, ${sql.ref(`d.${column}`)}, 0)`;

const readers = recordReaders(
  {
    ...billingRuns,
    record: billingRuns.record
      .omit({ missing: true, withoutAddress: true, inactive: true })
      .extend({ figuresVersion: z.int(), snapshot: z.string() }),
  },
  {
    table: 'billing_runs',
    rows: withTotals,
    columns: {
      period: { sql: sql`coalesce(final_runs.period, billing_runs.period)`, nullable: false },
      from: { sql: sql`coalesce(final_runs.from_on, billing_runs.from_on)`, nullable: false },
      to: { sql: sql`coalesce(final_runs.to_on, billing_runs.to_on)`, nullable: false },
      state: nameAt(
        runStates,
        sql`case when final_runs.id is null then billing_runs.state else ${sql.lit(RunStateNumber.final)} end`,
      ),
      'figures/done': 'billing_runs.figures_done',
      'figures/total': 'billing_runs.figures_total',
      'papers/done': sql`coalesce(p.number, 0)`,
      'papers/total': sql`coalesce(i.number, 0)`,
      invoiceCount: ofInvoices('number'),
      totalAmount: ofInvoices('total'),
      vatAmount: ofInvoices('vat'),
      totalInclVatAmount: sql`coalesce(i.total + i.vat, d.total + d.vat, 0)`,
      incompleteCount: ofInvoices('incomplete'),
      createdAt: { nullable: false },
      companyIds: { nullable: false },
      leftOut: { sql: sql`coalesce(final_runs.left_out, '{}')`, nullable: false },
      isSupplementary: sql`exists (select from final_runs o where o.id <> billing_runs.id
        and o.from_on <= billing_runs.to_on and o.to_on >= billing_runs.from_on
        and (final_runs.finalised_at is null or o.finalised_at < final_runs.finalised_at))`,
      createdBy: 'billing_runs.created_by_name',
      finalisedAt: { sql: 'final_runs.finalised_at', nullable: true },
      finalisedBy: sql`coalesce(final_runs.finalised_by_name, '')`,
      snapshot: sql`coalesce(final_runs.snapshot, '')`,
      hash: sql`coalesce(final_runs.hash, '')`,
    },
    search: ['billing_runs.period', 'billing_runs.created_by_name'],
  },
);
const everything = { reach: 'system', userId: noCompany } as const;

/** A run as it is stored. */
export type StoredRun = NonNullable<Awaited<ReturnType<typeof findById>>>;

export const list = (db: Db, query: ListQuery) => readers.list(db, everything, query);
export const findById = (db: Db, id: string) => readers.findById(db, everything, id);

export async function insert(
  tx: Tx,
  ctx: Context,
  run: {
    readonly period: string;
    readonly from: string;
    readonly to: string;
    readonly companyIds: readonly string[];
  },
): Promise<string> {
  const id = newId(ctx.now().getTime());
  await tx
    .insertInto('billing_runs')
    .values({
      id,
      period: run.period,
      from_on: run.from,
      to_on: run.to,
      company_ids: [...run.companyIds],
      created_by_name: ctx.caller.name,
      ...madeBy(ctx),
    })
    .execute();
  return id;
}

export async function setState(tx: Tx, ctx: Context, id: string, state: RunState): Promise<void> {
  await tx
    .updateTable('billing_runs')
    .set({ state: RunStateNumber[state], ...changedBy(ctx) })
    .where('id', '=', id)
    .execute();
}

/** Deletes the figures, so that a running job stops; returns the version of the new ones. */
export async function startFigures(tx: Tx, ctx: Context, id: string): Promise<number> {
  await tx.deleteFrom('draft_invoices').where('run_id', '=', id).execute();
  const { version } = await tx
    .updateTable('billing_runs')
    .set({
      figures_version: sql`figures_version + 1`,
      figures_done: 0,
      figures_total: 0,
      error: '',
      ...changedBy(ctx),
    })
    .where('id', '=', id)
    .returning('figures_version as version')
    .executeTakeFirstOrThrow();
  return version;
}

/** What a run becomes final with; nothing of it changes after this. */
export async function insertFinal(
  tx: Tx,
  ctx: Context,
  run: StoredRun,
  final: { readonly snapshot: string; readonly hash: string; readonly leftOut: readonly string[] },
): Promise<void> {
  await tx
    .insertInto('final_runs')
    .values({
      id: run.id,
      period: run.period,
      from_on: run.from,
      to_on: run.to,
      snapshot: final.snapshot,
      hash: final.hash,
      left_out: [...final.leftOut],
      finalised_at: ctx.now().toISOString(),
      finalised_by_name: ctx.caller.name,
    })
    .execute();
  await tx.updateTable('billing_runs').set(changedBy(ctx)).where('id', '=', run.id).execute();
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('billing_runs').where('id', '=', id).execute();
}
