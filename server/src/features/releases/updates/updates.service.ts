import type { z } from 'zod';
import { offerTo, subjectOf } from '#contract/releases/release-offer.ts';
import type { failureReport, updateAnswer, updateQuestion } from '#contract/releases/updates.ts';
import { releaseKey } from '#contract/releases/versions.ts';
import type { Services } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { listOffered } from '../releases/audience.repository.ts';
import { lockByReleaseKey } from '../releases/failures.repository.ts';
import { countFailure } from '../releases/failures.service.ts';
import { findUserId, type Installation, saveInstallation, insertOffer } from './installations.repository.ts';
import { findOwner, setLastUsed } from '../update-keys/update-keys.repository.ts';
import { hashOfKey } from '../update-keys/update-keys.rules.ts';
import { type ClientIdentity, installationOf } from './updates.rules.ts';

type Deps = Pick<Services, 'db' | 'events' | 'jobs' | 'mail' | 'now'>;

const lastUsedEveryMs = 10 * 60_000;

/** The company of an update key, or undefined: unknown, withdrawn, or of a company that is switched off (§A8). */
export async function companyOfKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  key: string,
): Promise<string | undefined> {
  const hash = hashOfKey(key);
  const owner = hash === undefined ? undefined : await findOwner(db, hash);
  if (!owner) return undefined;
  const { id, companyId, lastUsedAt } = owner;
  const moment = now();
  if (lastUsedAt === null || Math.abs(moment.getTime() - new Date(lastUsedAt).getTime()) >= lastUsedEveryMs)
    await setLastUsed(db, companyId, id, moment);
  return companyId;
}

/** The one release for a client (§H1), or null; stores what it runs. */
export async function answerUpdate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  companyId: string,
  question: z.output<typeof updateQuestion>,
): Promise<z.output<typeof updateAnswer>['result'] | null> {
  const moment = now();
  const installation = await recognise({ db }, companyId, question);
  const installationId = await saveInstallation(db, installation, question, moment);
  const installed = releaseKey(question);
  const releases = await listOffered(db, installation, installed);
  const offer = offerTo(releases, subjectOfInstallation(installation), installed, moment);
  if (!offer) return null;
  const { id, name, version, build, notes, url } = offer.release;
  if (installationId !== undefined) await insertOffer(db, companyId, installationId, id, moment);
  return { id, name, version, build, notes, forceUpdate: offer.isForced, url };
}

/**
 * Stores a report that a release failed; counted once for an installation.
 *
 * @param linkTo the address of a release in the portal, for the mail when it is switched off
 */
export async function takeFailure(
  deps: Deps,
  companyId: string,
  report: z.output<typeof failureReport>,
  linkTo: (releaseId: string) => string | null = () => null,
): Promise<void> {
  const installation = await recognise(deps, companyId, report);
  await inTransaction(deps.db, async (tx) => {
    const release = await lockByReleaseKey(tx, releaseKey(report));
    if (!release) throw problem.validation({ version: ['unknown'] });
    const installationId = await saveInstallation(tx, installation, null, deps.now());
    if (installationId === undefined) return;
    await countFailure(
      tx,
      deps,
      release,
      { companyId, installationId, reason: report.reason ?? '' },
      linkTo(release.id),
    );
  });
}

async function recognise(
  { db }: Pick<Deps, 'db'>,
  companyId: string,
  client: ClientIdentity,
): Promise<Installation> {
  const userId = client.user ? await findUserId(db, companyId, client.user) : null;
  return { companyId, userId, ...installationOf(client, userId) };
}

function subjectOfInstallation({ companyId, userId, key }: Installation): string {
  return userId === null ? subjectOf({ companyId, installation: key }) : subjectOf({ userId });
}
