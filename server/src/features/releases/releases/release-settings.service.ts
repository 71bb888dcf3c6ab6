import type { z } from 'zod';
import { releaseSettingsPermission, type releaseSettingsWrite } from '#contract/releases/releases.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import { problem } from '#server/platform/http/problem.ts';
import {
  findSettings,
  lockSettings,
  type ReleaseSettings,
  saveSettings,
} from './release-settings.repository.ts';

/** The settings, for the provider only. */
export async function readSettings(ctx: Context): Promise<ReleaseSettings> {
  assertProvider(ctx);
  return findSettings(ctx.db);
}

/** Changes the settings; what is absent stays. */
export async function changeSettings(
  ctx: Context,
  { rowVersion, ...body }: z.output<typeof releaseSettingsWrite>,
): Promise<ReleaseSettings> {
  assertProvider(ctx);
  return ctx.transaction(async (tx) => {
    await lockSettings(tx);
    const before = await findSettings(tx);
    assertVersion(before, rowVersion);
    await saveSettings(tx, ctx, {
      isAutomatic: body.isAutomatic ?? before.isAutomatic,
      failingInstallations: body.failingInstallations ?? before.failingInstallations,
      failingCompanies: body.failingCompanies ?? before.failingCompanies,
      failingPercentage: body.failingPercentage ?? before.failingPercentage,
    });
    const after = await findSettings(tx);
    const change = {
      entity: releaseSettingsPermission,
      entityId: noCompany,
      companyId: noCompany,
      verb: 'update',
    };
    await recordChange(tx, ctx, { ...change, before: auditSnapshot(before), after: auditSnapshot(after) });
    return after;
  });
}

// The settings of releases are the provider's own; a customer's permission for settings is about their own billing.
function assertProvider(ctx: Context): void {
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
}

function auditSnapshot({
  updatedBy: _who,
  updatedAt: _when,
  rowVersion: _version,
  ...settings
}: ReleaseSettings) {
  return settings;
}
