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

type World = Pick<Services, 'events' | 'jobs' | 'mail' | 'now'>;

/** A page of the failures that clients reported of a release. */
export async function readFailures(
  ctx: Context,
  releaseId: string,
  query: ListQuery,
): Promise<Page<Row<typeof releaseFailures>>> {
  orNotFound(await findById(ctx.db, ctx.scope, releaseId));
  return listFailures(ctx.db, releaseId, query);
}

/**
 * Counts a failure of a release that the caller holds, and switches the release off when there are too many. Because it
 * is held, two reports at once count both, and one of them switches it off: once.
 */
export async function countFailure(
  tx: Tx,
  world: World,
  release: repository.HeldRelease,
  failure: { readonly companyId: string; readonly installationId: string; readonly reason: string },
  link: string | null,
): Promise<void> {
  await repository.keepFailure(tx, { ...failure, releaseId: release.id }, world.now());
  await world.events.publish(tx, { resource: releases.path, companyId: noCompany, id: release.id });
  if (!release.active) return;
  const counts = await repository.countFailures(tx, release.id);
  if (isTooMany(counts, await findSettings(tx))) await switchOff(tx, world, release, counts, link);
}

async function switchOff(
  tx: Tx,
  { now, jobs, mail }: World,
  release: repository.HeldRelease,
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
  for (const userId of await listToTell(tx)) {
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

// Who may switch it on again.
async function listToTell(tx: Tx): Promise<string[]> {
  const told: string[] = [];
  for (const id of await repository.listStaffIds(tx)) {
    const person = await findPerson(tx, { id });
    if (person && satisfies(permissionsOf(person), `${releases.permission}.update.system`)) told.push(id);
  }
  return told;
}
