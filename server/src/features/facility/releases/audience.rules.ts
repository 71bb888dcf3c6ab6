import {
  isMeantFor,
  offerReasons,
  type OfferReason,
  offerTo,
  reasonFor,
  subjectOf,
  type Targets,
} from '#contract/facility/release-offer.ts';
import type { AudienceRow } from '#contract/facility/releases.ts';
import type { Asker, TargetedRelease } from './audience.repository.ts';

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
    const offer = offerTo(seen, subject, asker.releaseKey, now);
    const { companyId, companyName, userId, name, version, build } = asker;
    return {
      companyId,
      companyName,
      userId,
      name,
      installed: version === null || build === null ? null : { version, build },
      reason: release ? reasonFor(release, offer, subject, asker.releaseKey, now) : 'inactive',
      offer: offer && { id: offer.release.id, version: offer.release.version, build: offer.release.build, forceUpdate: offer.isForced },
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
export function countTargets(targets: Targets, askers: readonly Asker[], companyIds: ReadonlySet<string>) {
  const users = askers.filter((asker) => asker.userId !== null && isMeantFor(targets, asker));
  const reached = new Set(users.map(({ companyId }) => companyId));
  const isReached = (id: string) => targets.isForEveryone || targets.companyIds.has(id) || reached.has(id);
  return { assignedUsers: users.length, assignedCompanies: [...companyIds].filter(isReached).length };
}

