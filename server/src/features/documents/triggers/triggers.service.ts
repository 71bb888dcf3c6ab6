import { patternFields, triggers, type TriggerWarning } from '#contract/documents/triggers.ts';
import type { CreateBody, Rec, UpdateBody } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { assertVersion, softDelete } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { applyTriggerJob } from './apply-trigger.job.ts';
import { type Matcher, sharedMatcher } from './matcher.ts';
import { wrongPatterns } from './pattern-problems.ts';
import { remarkText } from './pattern-texts.ts';
import { compileField } from './patterns.rules.ts';
import { type TriggerBody, valuesOf } from './trigger-values.ts';
import { tryTrigger } from './try.service.ts';
import * as repository from './triggers.repository.ts';

type Trigger = Rec<typeof triggers>;

export const triggersService: ResourceService<typeof triggers> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  async find(ctx, id) {
    const found = await repository.findById(ctx.db, ctx.scope, id);
    return found ? shown(ctx, found) : null;
  },
  create: (ctx, body) => create(ctx, sharedMatcher(), body),
  update: (ctx, id, body) => update(ctx, sharedMatcher(), id, body),
  remove,
};

/** The company of a new trigger: the one that staff name, null for a general one, else the caller's own. */
export async function ownerOf(ctx: Context, asked: string | null | undefined): Promise<string | null> {
  const companyId = asked === undefined ? ctx.caller.companyId : asked;
  if (companyId === null) {
    // §D7: general triggers are written with `.system` only.
    if (ctx.scope.reach !== 'system') throw problem.forbidden();
  } else if (!(await repository.companyExists(ctx.db, ctx.scope, companyId))) {
    throw problem.validation({ company_id: ['unknown'] });
  }
  return companyId;
}

async function create(
  ctx: Context,
  matcher: Matcher,
  { companyId: asked, conflictsConfirmed, ...body }: CreateBody<typeof triggers>,
): Promise<Trigger> {
  const companyId = await ownerOf(ctx, asked);
  refuseBadPatterns(ctx, body);
  if (!conflictsConfirmed) await refuseConflicts(ctx, matcher, companyId, body, undefined);
  return ctx.transaction((tx) => insertTrigger(tx, ctx, companyId, body));
}

/** Stores a new trigger whose patterns were checked. */
export async function insertTrigger(
  tx: Tx,
  ctx: Context,
  companyId: string | null,
  body: TriggerBody,
): Promise<Trigger> {
  const id = await repository.insert(tx, ctx, companyId, valuesOf(body));
  const made = shown(ctx, orNotFound(await repository.findById(tx, ctx.scope, id)));
  await audit(tx, ctx, { after: made });
  await apply(tx, ctx, id);
  return made;
}

async function update(
  ctx: Context,
  matcher: Matcher,
  id: string,
  { conflictsConfirmed, rowVersion, ...given }: UpdateBody<typeof triggers>,
): Promise<Trigger> {
  const current = writable(ctx, orNotFound(await repository.findById(ctx.db, ctx.scope, id)));
  const body = merged(current, given);
  refuseBadPatterns(ctx, body);
  if (!conflictsConfirmed) await refuseConflicts(ctx, matcher, current.companyId, body, current);
  return ctx.transaction(async (tx) => {
    const before = shown(ctx, orNotFound(await repository.lockById(tx, ctx.scope, id)));
    assertVersion(before, rowVersion);
    await repository.update(tx, ctx, id, valuesOf(merged(before, given)));
    const after = shown(ctx, orNotFound(await repository.findById(tx, ctx.scope, id)));
    await audit(tx, ctx, { before, after });
    await apply(tx, ctx, id);
    return after;
  });
}

// What an update leaves out stays as it is (§B5).
function merged(
  current: TriggerBody,
  given: Omit<UpdateBody<typeof triggers>, 'conflictsConfirmed' | 'rowVersion'>,
): TriggerBody {
  return {
    naam: given.naam,
    keywords: given.keywords ?? current.keywords,
    factuurnummer: given.factuurnummer ?? current.factuurnummer,
    factuurdatum: given.factuurdatum ?? current.factuurdatum,
    totaalbedrag: given.totaalbedrag ?? current.totaalbedrag,
    creditmodifier: given.creditmodifier ?? current.creditmodifier,
    isPdf: given.isPdf ?? current.isPdf,
    crediteur: given.crediteur ?? current.crediteur,
    valuta: given.valuta ?? current.valuta,
    decimaalteken: given.decimaalteken ?? current.decimaalteken,
    datumvolgorde: given.datumvolgorde ?? current.datumvolgorde,
  };
}

// Unknown documents that it fits are read again straight away (decision 0032).
async function apply(tx: Tx, ctx: Context, triggerId: string): Promise<void> {
  const by = { userId: ctx.caller.userId, name: ctx.caller.name };
  await ctx.jobs.send(tx, applyTriggerJob, { triggerId, by }, { key: triggerId });
}

async function remove(ctx: Context, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = writable(ctx, orNotFound(await repository.lockById(tx, ctx.scope, id)));
    await softDelete(tx, ctx, 'triggers', { id });
    await audit(tx, ctx, { before: shown(ctx, before) });
  });
}

// Everybody may read a general trigger; changing one takes `.system` (§D7).
function writable(ctx: Context, trigger: repository.StoredTrigger): repository.StoredTrigger {
  if (trigger.companyId === null && ctx.scope.reach !== 'system') throw problem.forbidden();
  return trigger;
}

/** 400 on every field with a pattern that cannot run, and on keywords that match nothing (§D9). */
export function refuseBadPatterns(ctx: Context, body: TriggerBody): void {
  const { codes, texts } = wrongPatterns(ctx.language, body);
  if (Object.keys(codes).length > 0) throw problem.of('validation', { codes, texts });
}

// Checked again here, since the screen may have shown the conflicts a while ago.
async function refuseConflicts(
  ctx: Context,
  matcher: Matcher,
  companyId: string | null,
  body: TriggerBody,
  current: repository.StoredTrigger | undefined,
): Promise<void> {
  const { hasConflicts } = await tryTrigger(ctx, matcher, companyId, body, current);
  if (hasConflicts) throw problem.validation({ conflicts_confirmed: ['required'] });
}

function shown(ctx: Pick<Context, 'language'>, trigger: repository.StoredTrigger): Trigger {
  return { ...trigger, warnings: warningsOn(ctx, trigger) };
}

/** What is allowed in a trigger but seldom meant. */
export function warningsOn(ctx: Pick<Context, 'language'>, trigger: TriggerBody): TriggerWarning[] {
  return patternFields.flatMap((field) =>
    compileField(field, trigger[field]).remarks.map((remark) => remarkText(ctx.language, remark)),
  );
}

// A general trigger has no company: its history stands under none, and its event goes to the company of who wrote it.
async function audit(
  tx: Tx,
  ctx: Context,
  { before, after }: { readonly before?: Trigger; readonly after?: Trigger },
): Promise<void> {
  const { id, companyId } = orNotFound(after ?? before);
  const verb = before ? (after ? 'update' : 'remove') : 'create';
  await recordChange(tx, ctx, {
    entity: triggers.permission,
    entityId: id,
    companyId: companyId ?? noCompany,
    verb,
    ...(before ? { before: auditSnapshot(before) } : {}),
    ...(after ? { after: auditSnapshot(after) } : {}),
  });
  await ctx.events.publish(tx, { resource: triggers.path, companyId: companyId ?? ctx.caller.companyId, id });
}

function auditSnapshot({
  warnings: _warnings,
  updatedBy: _editor,
  companyId: _company,
  ...trigger
}: Trigger) {
  return trigger;
}
