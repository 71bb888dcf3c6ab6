import type { z } from 'zod';
import { dayOfInstant } from '#contract/dates.ts';
import {
  type Inspector,
  type inspectorMake,
  type inspectorReach,
  inspectors,
} from '#contract/core/inspectors.ts';
import { users } from '#contract/core/users.ts';
import { companyNamed } from '#server/platform/auth/company-named.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange, type Writer } from '#server/platform/db/history.ts';
import { lockRow } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { changeAdministrations } from '../narrowing/narrowing.repository.ts';
import { mayGive } from '../rights/grants.rules.ts';
import { granterOf } from '../rights/grants.service.ts';
import { endSessions } from '../rights/rights.repository.ts';
import { inspectorRights } from '../rights/rights.service.ts';
import { createIn, refuseWrongAdministrations } from '../users/users.service.ts';
import * as repository from './inspectors.repository.ts';

export async function listInspectors(ctx: Context, named: string | undefined): Promise<Inspector[]> {
  return repository.list(ctx.db, ctx.scope, companyNamed(ctx, named));
}

/** Makes a user who sees the archive of a period only, until a day (§C25). */
export async function makeInspector(
  ctx: Context,
  command: z.output<typeof inspectorMake>,
): Promise<Inspector> {
  const { companyId: named, administrationIds, from, to, endsOn, ...person } = command;
  const companyId = companyNamed(ctx, named);
  assertAhead(ctx, endsOn);
  return ctx.transaction(async (tx) => {
    const granter = await granterOf(tx, ctx);
    if (!inspectorRights.every((right) => mayGive(granter, right, companyId)))
      throw problem.of('forbidden', { sentence: 'inspector-needs-archive' });
    const user = await createIn(tx, ctx, { ...person, administrationIds }, { companyId });
    await repository.insert(tx, { companyId, userId: user.id }, { from, to, endsOn }, ctx.caller.userId);
    return changed(tx, ctx, null, user.id);
  });
}

/** Gives an inspector another period, other administrations or another end. */
export async function changeInspector(
  ctx: Context,
  id: string,
  { administrationIds, from, to, endsOn }: z.output<typeof inspectorReach>,
): Promise<Inspector> {
  assertAhead(ctx, endsOn);
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.findById(tx, ctx.scope, id));
    const { companyId } = before;
    await lockRow(tx, 'users', { companyId, id });
    const granter = await granterOf(tx, ctx);
    if (!inspectorRights.every((right) => mayGive(granter, right, companyId)))
      throw problem.of('forbidden', { sentence: 'inspector-needs-archive' });
    const had = before.administrations.map((one) => one.id);
    await refuseWrongAdministrations(tx, ctx, companyId, had, administrationIds);
    await changeAdministrations(tx, { companyId, userId: id }, had, administrationIds);
    await repository.change(tx, { companyId, userId: id }, { from, to, endsOn });
    await tx.updateTable('users').set({ is_active: true }).where('id', '=', id).execute();
    return changed(tx, ctx, before, id);
  });
}

/** Ends an inspection now: they are signed out and cannot sign in again. */
export async function endInspector(ctx: Context, id: string): Promise<Inspector> {
  return ctx.transaction(async (tx) => {
    const before = orNotFound(await repository.findById(tx, ctx.scope, id));
    await lockRow(tx, 'users', { companyId: before.companyId, id });
    await endIn(tx, ctx, { companyId: before.companyId, userId: id });
    await ctx.events.publish(tx, { resource: users.path, companyId: before.companyId, id });
    return orNotFound(await repository.findById(tx, ctx.scope, id));
  });
}

/** Switches a user off, ends their sessions, and says so in the history. */
export async function endIn(
  tx: Tx,
  writer: Writer,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
): Promise<void> {
  await tx.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute();
  await endSessions(tx, userId);
  await repository.end(tx, userId, writer.now());
  await recordChange(tx, writer, {
    entity: users.permission,
    entityId: userId,
    companyId,
    verb: 'update',
    before: { active: true },
    after: { active: false },
  });
}

async function changed(tx: Tx, ctx: Context, before: Inspector | null, id: string): Promise<Inspector> {
  const after = orNotFound(await repository.findById(tx, ctx.scope, id));
  await recordChange(tx, ctx, {
    entity: inspectors.permission,
    entityId: id,
    companyId: after.companyId,
    verb: 'update',
    before: before ? shown(before) : {},
    after: shown(after),
  });
  await ctx.events.publish(tx, { resource: users.path, companyId: after.companyId, id });
  return after;
}

function shown({ from, to, endsOn, administrations }: Inspector) {
  return {
    inspectsFrom: from,
    inspectsTo: to,
    inspectsUntil: endsOn,
    administrationIds: administrations.map(({ name }) => name),
  };
}

function assertAhead(ctx: Context, endsOn: string): void {
  if (endsOn < dayOfInstant(ctx.now())) throw problem.validation({ ends_on: ['in-the-past'] });
}
