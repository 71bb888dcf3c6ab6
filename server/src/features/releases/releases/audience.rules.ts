import {
  isMeantFor,
  offerReasons,
  type OfferReason,
  offerTo,
  reasonFor,
  subjectOf,
  type Targets,
} from '#contract/releases/release-offer.ts';
import type { AudienceRow } from '#contract/releases/releases.ts';
import type { TargetedRelease } from './audience.repository.ts';
import type { Customer, CustomerUser, SeenInstallation } from './people.repository.ts';

/** Somebody who may ask for an update. */
export interface Asker {
  readonly companyId: string;
  readonly companyName: string;
  /** Null: an installation without a known user. */
  readonly userId: string | null;
  readonly name: string;
  /** What identifies the installation, where there is no user. */
  readonly installation: string | null;
  /** What runs there; null until somebody said. */
  readonly runs: SeenInstallation | null;
}

/** What each user runs: the highest of his installations, which come highest first. */
export function runsOfUsers(seen: readonly SeenInstallation[]): ReadonlyMap<string, SeenInstallation> {
  const runs = new Map<string, SeenInstallation>();
  for (const installation of seen) {
    if (installation.userId !== null && !runs.has(installation.userId))
      runs.set(installation.userId, installation);
  }
  return runs;
}

/** Everybody who may ask, company by company: its users by name, then the installations that none of them is known of. */
export function askersOf(
  customers: readonly Customer[],
  users: readonly CustomerUser[],
  seen: readonly SeenInstallation[],
): Asker[] {
  const runs = runsOfUsers(seen);
  const known = new Set(users.map(({ id }) => id));
  // One that asked in the name of a user who is gone will ask in another name, if at all.
  const isNobodys = ({ userId, key }: SeenInstallation) =>
    (userId === null || !known.has(userId)) && !key.startsWith('user:');
  const usersOf = Map.groupBy(users, ({ companyId }) => companyId);
  const installationsOf = Map.groupBy(seen.filter(isNobodys), ({ companyId }) => companyId);
  return customers.flatMap(({ id: companyId, name: companyName }) => [
    ...(usersOf.get(companyId) ?? []).map(({ id, name }) => ({
      companyId,
      companyName,
      userId: id,
      name,
      installation: null,
      runs: runs.get(id) ?? null,
    })),
    ...(installationsOf.get(companyId) ?? []).map((one) => ({
      companyId,
      companyName,
      userId: null,
      name: one.label,
      installation: one.key,
      runs: one,
    })),
  ]);
}

/** What the form holds of the release that is asked about; what is absent is as stored. */
export interface Draft {
  readonly active?: boolean | undefined;
  readonly availableFrom?: string | null | undefined;
  readonly forceUpdate?: boolean | undefined;
  readonly availableForEveryOne?: boolean | undefined;
  readonly rolloutPercentage?: number | undefined;
  readonly assignedCompanyIds?: readonly string[] | undefined;
  readonly assignedUserIds?: readonly string[] | undefined;
}

/** A release as the form has it. */
export function drafted(release: TargetedRelease, draft: Draft): TargetedRelease {
  const { targets } = release;
  return {
    ...release,
    active: draft.active ?? release.active,
    availableFrom: draft.availableFrom === undefined ? release.availableFrom : draft.availableFrom,
    forceUpdate: draft.forceUpdate ?? release.forceUpdate,
    rolloutPercentage: draft.rolloutPercentage ?? release.rolloutPercentage,
    targets: {
      isForEveryone: draft.availableForEveryOne ?? targets.isForEveryone,
      companyIds: draft.assignedCompanyIds ? new Set(draft.assignedCompanyIds) : targets.companyIds,
      userIds: draft.assignedUserIds ? new Set(draft.assignedUserIds) : targets.userIds,
    },
  };
}

/** How the wave knows somebody. */
export function subjectOfAsker({ companyId, userId, installation }: Asker): string {
  return userId === null ? subjectOf({ companyId, installation: installation ?? '' }) : subjectOf({ userId });
}

/** What everybody would be answered, and why, in the order of the askers; the rule is the one of the update check. */
export function audienceOf(
  releaseId: string,
  releases: readonly TargetedRelease[],
  askers: readonly Asker[],
  now: Date,
): AudienceRow[] {
  return askers.map((asker) => {
    const seen = releases.map((release) => ({ ...release, isTargeted: isMeantFor(release.targets, asker) }));
    const release = seen.find(({ id }) => id === releaseId);
    const subject = subjectOfAsker(asker);
    const { companyId, companyName, userId, name, runs } = asker;
    const installed = runs && runs.releaseKey;
    const offer = offerTo(seen, subject, installed, now);
    return {
      companyId,
      companyName,
      userId,
      name,
      installed: runs && { version: runs.version, build: runs.build },
      reason: release ? reasonFor(release, offer, subject, installed, now) : 'inactive',
      offer: offer && {
        id: offer.release.id,
        version: offer.release.version,
        build: offer.release.build,
        forceUpdate: offer.isForced,
      },
    };
  });
}

/** How many have each reason. */
export function countReasons(rows: readonly Pick<AudienceRow, 'reason'>[]): Record<OfferReason, number> {
  const counts = new Map<OfferReason, number>(offerReasons.map((reason) => [reason, 0]));
  for (const { reason } of rows) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const of = (reason: OfferReason) => counts.get(reason) ?? 0;
  return {
    inactive: of('inactive'),
    'not-yet': of('not-yet'),
    'not-targeted': of('not-targeted'),
    'outside-wave': of('outside-wave'),
    'has-it': of('has-it'),
    'gets-higher': of('gets-higher'),
    'gets-it': of('gets-it'),
  };
}

/** The counts of §H3 of what a form holds: users it is meant for, and companies with one, or ticked themselves. */
export function countTargets(targets: Targets, askers: readonly Asker[], customerIds: readonly string[]) {
  const users = askers.filter((asker) => asker.userId !== null && isMeantFor(targets, asker));
  const reached = new Set(users.map(({ companyId }) => companyId));
  const isReached = (id: string) => targets.isForEveryone || targets.companyIds.has(id) || reached.has(id);
  return { assignedUsers: users.length, assignedCompanies: customerIds.filter(isReached).length };
}
