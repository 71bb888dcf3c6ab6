import { billingRuns, type RunState } from '#contract/billing/billing-runs.ts';
import { daysOfPeriod } from '#contract/billing/periods.ts';
import type { CreateBody, Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersion, lockRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { assertProvider } from '../assert-provider.ts';
import { findSeller } from '../billing-settings/billing-settings.repository.ts';
import { missingOfSeller } from '../billing-settings/billing-settings.rules.ts';
import { listCustomerIds } from './figures.repository.ts';
import { figuresJob } from './figures.job.ts';
import { isCounted, makeFinal, verify } from './finalise.service.ts';
import { listInactive, listWithoutAddress } from './run-invoices.repository.ts';
import * as repository from './billing-runs.repository.ts';

type Run = Rec<typeof billingRuns>;

// Of no company: its history is the provider's.
const audit = auditOf(billingRuns, {
  snapshot: ({ period, state }: Pick<Run, 'id' | 'period' | 'state'>) => ({ period, state }),
});

/** Runs of invoices to customers, for the provider only. */
export const runsService: ResourceService<typeof billingRuns> = {
  async list(ctx, query) {
    assertProvider(ctx);
    return repository.list(ctx.db, query);
  },
  async find(ctx, id) {
    assertProvider(ctx);
    const found = await repository.findById(ctx.db, id);
    return found ? asRun(ctx.db, found) : null;
  },
  create,
  remove,
};

async function asRun(
  db: Db,
  { figuresVersion: _version, snapshot: _snapshot, ...run }: repository.StoredRun,
): Promise<Run> {
  if (run.state === 'final') return { ...run, missing: [], withoutAddress: [], inactive: [] };
  return {
    ...run,
    missing: missingOfSeller(await findSeller(db)),
    withoutAddress: await listWithoutAddress(db, run.id),
    inactive: await listInactive(db, run.id),
  };
}

async function load(db: Db, id: string): Promise<Run> {
  return asRun(db, orNotFound(await repository.findById(db, id)));
}

async function create(
  ctx: Context,
  { period, companyIds = [] }: CreateBody<typeof billingRuns>,
): Promise<Run> {
  assertProvider(ctx);
  const known = companyIds.length === 0 ? [] : await listCustomerIds(ctx.db, companyIds);
  if (known.length < new Set(companyIds).size) throw problem.validation({ company_ids: ['unknown'] });
  return ctx.transaction(async (tx) => {
    const id = await repository.insert(tx, ctx, { period, ...daysOfPeriod(period), companyIds: known });
    await count(tx, ctx, id);
    const made = await load(tx, id);
    await audit(tx, ctx, { after: made });
    return made;
  });
}

async function count(tx: Tx, ctx: Context, runId: string): Promise<void> {
  const version = await repository.startFigures(tx, ctx, runId);
  await ctx.jobs.send(tx, figuresJob, { runId, version }, { key: runId });
}

async function remove(ctx: Context, id: string): Promise<void> {
  assertProvider(ctx);
  await ctx.transaction(async (tx) => {
    const run = await lockRun(tx, id);
    if (run.state === 'final') throw problem.of('wrong-state', { sentence: 'run-final' });
    await repository.remove(tx, id);
    await audit(tx, ctx, { verb: 'remove', after: run });
  });
}

async function lockRun(tx: Tx, id: string): Promise<repository.StoredRun> {
  await lockRow(tx, 'billing_runs', { id });
  return orNotFound(await repository.findById(tx, id));
}

/** The steps of a run, by the last part of their address. */
export const steps = {
  recalculate: { verb: 'create', from: 'concept', take: (tx, ctx, { id }) => count(tx, ctx, id) },
  review: {
    verb: 'create',
    from: 'concept',
    async take(tx, ctx, run) {
      if (!isCounted(run)) throw problem.of('wrong-state', { sentence: 'run-counting' });
      await repository.setState(tx, ctx, run.id, 'review');
    },
  },
  reopen: {
    verb: 'create',
    from: 'review',
    take: (tx, ctx, { id }) => repository.setState(tx, ctx, id, 'concept'),
  },
  finalise: { verb: 'finalise', from: 'review', take: makeFinal },
} as const satisfies Record<string, Step>;

/** A step: its right, the state it starts from, and what it does. */
export interface Step {
  readonly verb: 'create' | 'finalise';
  readonly from: Exclude<RunState, 'final'>;
  readonly take: (tx: Tx, ctx: Context, run: repository.StoredRun) => Promise<void>;
}

const refusal = { concept: 'run-not-concept', review: 'run-not-review' } as const;

/** Takes a step of a run. 409 from another state. */
export async function takeStep(
  ctx: Context,
  id: string,
  name: keyof typeof steps,
  rowVersion: number | undefined,
): Promise<Run> {
  assertProvider(ctx);
  const step: Step = steps[name];
  return ctx.transaction(async (tx) => {
    const run = await lockRun(tx, id);
    assertVersion(run, rowVersion);
    if (run.state !== step.from)
      throw problem.of('wrong-state', { sentence: run.state === 'final' ? 'run-final' : refusal[step.from] });
    await step.take(tx, ctx, run);
    const after = await load(tx, id);
    await audit(tx, ctx, { verb: name, after });
    return after;
  });
}

/** Whether a final run is unchanged. */
export async function verifyRun(ctx: Context, id: string) {
  assertProvider(ctx);
  return verify(ctx.db, orNotFound(await repository.findById(ctx.db, id)));
}
