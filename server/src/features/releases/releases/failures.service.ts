import { satisfies } from '#contract/permissions.ts';
import { type releaseFailures, releases } from '#contract/releases/releases.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Row } from '#contract/resource.ts';
import { findPerson, permissionsOf } from '#server/features/core/index.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import type { Page } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listFailures } from './adoption.repository.ts';
import * as repository from './failures.repository.ts';
import { findById } from './releases.repository.ts';
import { findSettings } from './release-settings.repository.ts';
import { type FailureCounts, isTooMany } from './switch-off.rules.ts';
import { switchedOffJob } from './switched-off.job.ts';

type Deps = Pick<Services, 'events' | 'jobs' | 'mail' | 'now'>;

/** A page of the failures that clients reported of a release. */
export async function readFailures(
  ctx: Context,
  releaseId: string,
  query: ListQuery,
): Promise<Page<Row<typeof releaseFailures>>> {
  orNotFound(await findById(ctx.db, ctx.scope, releaseId));
  return listFailures(ctx.db, ctx.scope, query, { releaseId });
}

/**
 * Counts a failure of a locked release, and switches the release off when there are too many. The lock makes two
 * simultaneous reports count both, and switch it off once.
 */
export async function countFailure(
  tx: Tx,
  deps: Deps,
  release: repository.LockedRelease,
  failure: { readonly companyId: string; readonly installationId: string; readonly reason: string },
  link: string | null,
): Promise<void> {
  await repository.saveFailure(tx, { ...failure, releaseId: release.id }, deps.now());
  await deps.events.publish(tx, { resource: releases.path, companyId: noCompany, id: release.id });
  if (!release.active) return;
  const counts = await repository.countFailures(tx, release.id);
  if (isTooMany(counts, await findSettings(tx))) await switchOff(tx, deps, release, counts, link);
}

async function switchOff(
  tx: Tx,
  { now, jobs, mail }: Deps,
  release: repository.LockedRelease,
  counts: FailureCounts,
  link: string | null,
): Promise<void> {
  await repository.switchOff(tx, release.id, now());
  const { installations, companies, took } = counts;
  await recordChange(
    tx,
    { caller: { userId: null, name: 'Balie' }, now },
    {
      entity: releases.permission,
      entityId: release.id,
      companyId: noCompany,
      verb: 'switch-off',
      before: { active: true },
      after: { active: false, failingInstallations: installations, failingCompanies: companies, took },
    },
  );
  if (mail === null) return;
  for (const userId of await listNotified(tx)) {
    const { name, version, build } = release;
    // One job each, so that one mail that fails does not send the others again.
    await jobs.send(tx, switchedOffJob, {
      userId,
      releaseId: release.id,
      name,
      version,
      build,
      link,
      ...counts,
    });
  }
}

// Those who may switch it on again.
async function listNotified(tx: Tx): Promise<string[]> {
  const userIds: string[] = [];
  for (const id of await repository.listStaffIds(tx)) {
    const person = await findPerson(tx, { id });
    if (person && satisfies(permissionsOf(person), `${releases.permission}.update.system`)) userIds.push(id);
  }
  return userIds;
}
