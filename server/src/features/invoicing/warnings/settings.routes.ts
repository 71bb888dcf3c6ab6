import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { approvalFlows } from '#contract/invoicing/approval-flows.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import {
  warningCodes,
  warningOrder,
  warningSettings,
  warningSettingsCommand,
} from '#contract/invoicing/warnings.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { findById, lock } from '../flows/flows.repository.ts';
import { listOff, setOff } from './settings.repository.ts';

type Settings = z.output<typeof warningSettings>;

/** Which warnings a company has: by who sees or changes its approval flow. */
export function warningSettingRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, {
    path: 'fmmodule/warning-settings',
    permission: approvalFlows.permission,
    name: 'warning settings',
  });
  action('GET', '/:id', { right: 'read', result: warningSettings }, async (ctx, { id }) => {
    orNotFound(await findById(ctx.db, ctx.scope, id));
    return settingsOf(await listOff(ctx.db, id));
  });
  action(
    'PUT',
    '/:id',
    { right: 'update', body: warningSettingsCommand, result: warningSettings },
    (ctx, { id, body }) => save(ctx, id, body.off),
  );
}

const settingsOf = (off: readonly string[]): Settings => ({
  codes: warningOrder.map((code) => ({ code, severity: warningCodes[code], isOn: !off.includes(code) })),
});

async function save(
  ctx: Context,
  companyId: string,
  off: Settings['codes'][number]['code'][],
): Promise<Settings> {
  return ctx.transaction(async (tx) => {
    orNotFound(await findById(tx, ctx.scope, companyId));
    await lock(tx, companyId);
    const before = await listOff(tx, companyId);
    const changed = warningOrder.filter((code) => before.includes(code) !== off.includes(code));
    if (changed.length === 0) return settingsOf(before);
    await setOff(tx, ctx, companyId, { off, changed });
    await recordChange(tx, ctx, {
      entity: approvalFlows.permission,
      entityId: companyId,
      companyId,
      verb: 'update',
      before: { warningsOff: before.join(', ') },
      after: { warningsOff: warningOrder.filter((code) => off.includes(code)).join(', ') },
    });
    await ctx.events.publish(tx, { resource: invoices.path, companyId });
    return settingsOf(off);
  });
}
