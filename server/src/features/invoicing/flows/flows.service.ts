import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type appliedFlow,
  type approvalFlows,
  approvalFlows as resource,
  type flowChoices,
  type FlowContent,
  flowContent,
  type flowPreview,
  type flowPreviewQuery,
  type flowVersion,
} from '#contract/invoicing/approval-flows.ts';
import { formatMoney } from '#contract/money.ts';
import type { Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { auditOf } from '#server/platform/resource/audit.ts';
import { substitutesOf } from '../absences/absences.repository.ts';
import { listCompanyUsers } from '../approvals/approvals.service.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { companyOf as invoiceCompanyOf } from '../invoices/invoices.repository.ts';
import { assignFlow, mayApprove } from './assign-flow.ts';
import { asksFourEyes, chooseRule, emptyFlow, explain, type FlowFacts, linesOf } from './flow.rules.ts';
import * as repository from './flows.repository.ts';

type Flow = Rec<typeof approvalFlows>;

// A version keeps what it says; the history names it.
const audit = auditOf(resource, {
  snapshot: ({ version, content, draft }: Flow) => ({
    version,
    rules: content.rules.map(({ name }) => name).join(', '),
    fourEyesAbove: content.fourEyes && formatMoney(content.fourEyes.above, 'EUR', 'nl'),
    draftRules: draft && draft.rules.map(({ name }) => name).join(', '),
  }),
});

async function load(db: Db, { scope }: Context, id: string): Promise<Flow | null> {
  const found = await repository.findById(db, scope, id);
  if (!found) return null;
  const { companyName, content, ...rest } = found;
  return { ...rest, company: { name: companyName }, content: content ?? emptyFlow };
}

/** Each company has one flow; its id is that of the company. */
export const flowsService: ResourceService<typeof approvalFlows> = {
  async list(ctx, query) {
    const page = await repository.list(ctx.db, ctx.scope, query);
    return {
      ...page,
      rows: page.rows.map(({ companyName, ...row }) => ({ ...row, company: { name: companyName } })),
    };
  },
  find: (ctx, id) => load(ctx.db, ctx, id),
  update: saveDraft,
};

async function saveDraft(ctx: Context, id: string, body: UpdateBody<typeof approvalFlows>): Promise<Flow> {
  return ctx.transaction(async (tx) => {
    const before = await lockFlow(tx, ctx, id, body.rowVersion);
    await assertPeople(tx, id, body.draft);
    const draft = isDeepStrictEqual(body.draft, before.content) ? null : body.draft;
    await repository.saveDraft(tx, ctx, id, draft);
    return audit(tx, ctx, { before, after: orNotFound(await load(tx, ctx, id)) });
  });
}

/** The draft is thrown away; what is in use stays. */
export async function discardDraft(ctx: Context, id: string): Promise<Flow> {
  return ctx.transaction(async (tx) => {
    const before = await lockFlow(tx, ctx, id);
    await repository.saveDraft(tx, ctx, id, null);
    return audit(tx, ctx, { verb: 'discard-draft', before, after: orNotFound(await load(tx, ctx, id)) });
  });
}

/** The draft becomes the next version, for invoices that become Concept from now on (§C13). */
export async function putInUse(ctx: Context, id: string, rowVersion: number | undefined): Promise<Flow> {
  return ctx.transaction(async (tx) => {
    const before = await lockFlow(tx, ctx, id, rowVersion);
    if (before.draft === null) throw problem.of('wrong-state', { sentence: 'flow-without-draft' });
    const { draft } = parseInput(z.object({ draft: flowContent }), { draft: before.draft });
    await assertPeople(tx, id, draft);
    await repository.putInUse(tx, ctx, id, { version: before.version + 1, content: draft });
    return audit(tx, ctx, { verb: 'put-in-use', before, after: orNotFound(await load(tx, ctx, id)) });
  });
}

/** Gives the open invoices without a decision the lines of the version in use. */
export async function applyFlow(ctx: Context, id: string): Promise<z.output<typeof appliedFlow>> {
  return ctx.transaction(async (tx) => {
    const flow = await lockFlow(tx, ctx, id);
    if (flow.version === 0) throw problem.of('wrong-state', { sentence: 'flow-without-draft' });
    const { undecided, decided } = await repository.listOpen(tx, id);
    for (const invoice of undecided) {
      const key = { companyId: id, ...invoice };
      await assignFlow(tx, ctx, key);
      await auditInvoice(tx, ctx, key, { verb: 'apply-flow', after: { flowVersion: flow.version } });
    }
    return { changed: undecided.length, decided };
  });
}

/** The versions that are or were in use, the newest first. */
export async function listVersions(ctx: Context, id: string): Promise<z.output<typeof flowVersion>[]> {
  const flow = orNotFound(await load(ctx.db, ctx, id));
  return repository.listVersions(ctx.db, flow.companyId);
}

/** What a rule can name; the words narrow the creditors. */
export async function listChoices(
  ctx: Context,
  id: string,
  words: string,
): Promise<z.output<typeof flowChoices>> {
  const flow = orNotFound(await load(ctx.db, ctx, id));
  const { companyId } = flow;
  const named = [flow.content, flow.draft ?? emptyFlow]
    .flatMap(({ rules }) => rules.flatMap(({ conditions }) => conditions))
    .flatMap((condition) => (condition.kind === 'creditor' ? condition.ids : []));
  const [people, administrations, creditors, codes] = await Promise.all([
    listCompanyUsers(ctx, companyId),
    repository.administrationsOf(ctx.db, companyId),
    repository.creditorsOf(ctx.db, companyId, { named, words }),
    repository.bookedOn(ctx.db, companyId),
  ]);
  return {
    people: people.map((one) => ({ id: one.id, name: one.fullName })),
    administrations,
    creditors,
    ...codes,
  };
}

/** Who would get an invoice like this, and why. */
export async function previewFlow(
  ctx: Context,
  id: string,
  query: z.output<typeof flowPreviewQuery>,
): Promise<z.output<typeof flowPreview>> {
  const flow = orNotFound(await load(ctx.db, ctx, id));
  const content = query.draft === 'true' ? (flow.draft ?? flow.content) : flow.content;
  const facts =
    query.invoiceId === undefined ? factsFrom(query) : await factsOfInvoice(ctx, id, query.invoiceId);
  const steps = chooseRule(content, facts).steps;
  const asksTwo = asksFourEyes(content, facts);
  const second = asksTwo ? (content.fourEyes?.secondApproverId ?? null) : null;
  const lines = linesOf(steps, second);
  const people = await peopleOf(ctx, id, [...new Set(lines.map(({ userId }) => userId))]);
  const sequences = [...new Set(lines.map(({ sequence }) => sequence))];
  const able = new Set([...people.values()].flatMap(({ mayApprove: may, id: one }) => (may ? [one] : [])));
  return {
    rules: explain(content, facts),
    steps: sequences.map((sequence) => {
      const step = lines.filter((line) => line.sequence === sequence);
      return {
        mode: step.some(({ mode }) => mode === 'one') ? 'one' : 'all',
        origin: step.some(({ origin }) => origin === 'four-eyes') ? 'four-eyes' : 'flow',
        people: step.flatMap(({ userId }) => people.get(userId) ?? []),
      };
    }),
    fourEyes:
      content.fourEyes === null
        ? 'off'
        : !asksTwo
          ? 'below'
          : able.size > 1 || (lines.length === 0 && second !== null)
            ? 'met'
            : 'nobody',
  };
}

async function factsOfInvoice(ctx: Context, companyId: string, id: string): Promise<FlowFacts> {
  if ((await invoiceCompanyOf(ctx.db, ctx.scope, id)) !== companyId) throw problem.notFound();
  return repository.factsOf(ctx.db, { companyId, id });
}

function factsFrom(query: z.output<typeof flowPreviewQuery>): FlowFacts {
  const { amount, currency, creditorId, administrationId, costcenter, ledger, document } = query;
  return {
    totalInCents: document === 'credit-note' ? -Math.abs(amount) : amount,
    currency,
    creditorIds: creditorId === undefined ? [] : [creditorId],
    administrationId: administrationId ?? null,
    costcenters: costcenter === undefined ? [] : [costcenter],
    ledgers: ledger === undefined ? [] : [ledger],
  };
}

type Person = z.output<typeof flowPreview>['steps'][number]['people'][number];

async function peopleOf(
  ctx: Context,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, Person>> {
  const [names, substitutes] = await Promise.all([
    repository.namesOf(ctx.db, companyId, ids),
    substitutesOf(ctx.db, companyId, ids),
  ]);
  const people = await Promise.all(
    ids.map(async (id): Promise<[string, Person]> => [
      id,
      {
        id,
        fullName: names.get(id) ?? '?',
        substitute: substitutes.get(id) ?? null,
        mayApprove: await mayApprove(ctx.db, companyId, id),
      },
    ]),
  );
  return new Map(people);
}

async function lockFlow(tx: Tx, ctx: Context, id: string, rowVersion?: number): Promise<Flow> {
  orNotFound(await load(tx, ctx, id));
  await repository.lock(tx, id);
  const flow = orNotFound(await load(tx, ctx, id));
  assertVersion(flow, rowVersion);
  return flow;
}

/** Everybody whom a flow names may approve for its company; 400 at the place of the first who may not. */
async function assertPeople(tx: Tx, companyId: string, content: FlowContent): Promise<void> {
  const places = new Map<string, string>();
  const addStep = (place: string) => (step: FlowContent['otherwise'][number], index: number) => {
    for (const userId of step.userIds)
      if (!places.has(userId)) places.set(userId, `${place}.${index}.userIds`);
  };
  content.rules.forEach(({ steps }, index) => steps.forEach(addStep(`draft.rules.${index}.steps`)));
  content.otherwise.forEach(addStep('draft.otherwise'));
  const second = content.fourEyes?.secondApproverId ?? null;
  if (second !== null && !places.has(second)) places.set(second, 'draft.fourEyes.secondApproverId');
  for (const [userId, place] of places) {
    if (!(await mayApprove(tx, companyId, userId))) throw problem.validation({ [place]: ['unknown'] });
  }
}
