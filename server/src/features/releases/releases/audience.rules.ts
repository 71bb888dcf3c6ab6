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

/** A user or an installation that may ask for an update. */
export interface Recipient {
  readonly companyId: string;
  readonly companyName: string;
  /** Null: an installation without a known user. */
  readonly userId: string | null;
  readonly name: string;
  /** What identifies the installation, where there is no user. */
  readonly installation: string | null;
  /** What runs there; null until it was reported. */
  readonly runs: SeenInstallation | null;
}

/** What each user runs: the highest of their installations, which come highest first. */
export function runsOfUsers(seen: readonly SeenInstallation[]): ReadonlyMap<string, SeenInstallation> {
  const runs = new Map<string, SeenInstallation>();
  for (const installation of seen) {
    if (installation.userId !== null && !runs.has(installation.userId))
      runs.set(installation.userId, installation);
  }
  return runs;
}

/** All recipients by company: its users by name, then the installations without a known user. */
export function recipientsOf(
  customers: readonly Customer[],
  users: readonly CustomerUser[],
  seen: readonly SeenInstallation[],
): Recipient[] {
  const runs = runsOfUsers(seen);
  const known = new Set(users.map(({ id }) => id));
  // An installation of a deleted user will ask under another name, if at all.
  const hasNoUser = ({ userId, key }: SeenInstallation) =>
    (userId === null || !known.has(userId)) && !key.startsWith('user:');
  const usersOf = Map.groupBy(users, ({ companyId }) => companyId);
  const installationsOf = Map.groupBy(seen.filter(hasNoUser), ({ companyId }) => companyId);
  return customers.flatMap(({ id: companyId, name: companyName }) => [
    ...(usersOf.get(companyId) ?? []).map(({ id, name }) => ({
      companyId,
      companyName,
      userId: id,
      name,
      installation: null,
      runs: runs.get(id) ?? null,
    })),
    ...(installationsOf.get(companyId) ?? []).map((installation) => ({
      companyId,
      companyName,
      userId: null,
      name: installation.label,
      installation: installation.key,
      runs: installation,
    })),
  ]);
}

/** The unsaved values of a release in its form; what is absent is as stored. */
export interface Draft {
  readonly active?: boolean | undefined;
  readonly availableFrom?: string | null | undefined;
  readonly forceUpdate?: boolean | undefined;
  readonly availableForEveryOne?: boolean | undefined;
  readonly rolloutPercentage?: number | undefined;
  readonly assignedCompanyIds?: readonly string[] | undefined;
  readonly assignedUserIds?: readonly string[] | undefined;
}

/** A release with the unsaved values of its form. */
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

/** What identifies a recipient in the roll-out. */
export function subjectOfRecipient({ companyId, userId, installation }: Recipient): string {
  return userId === null ? subjectOf({ companyId, installation: installation ?? '' }) : subjectOf({ userId });
}

/** The active releases with their targets, and the keys of all. */
export interface OurReleases {
  readonly releases: readonly TargetedRelease[];
  readonly known: ReadonlySet<string>;
}

/** What each recipient would be offered, and why, by the rule of the update check. */
export function audienceOf(
  releaseId: string,
  { releases, known }: OurReleases,
  recipients: readonly Recipient[],
  now: Date,
): AudienceRow[] {
  return recipients.map((recipient) => {
    const seen = releases.map((release) => ({
      ...release,
      isTargeted: isMeantFor(release.targets, recipient),
    }));
    const release = seen.find(({ id }) => id === releaseId);
    const subject = subjectOfRecipient(recipient);
    const { companyId, companyName, userId, name, runs } = recipient;
    const installed = runs && runs.releaseKey;
    const offer = offerTo(seen, subject, installed, now);
    return {
      companyId,
      companyName,
      userId,
      name,
      installed: runs && { version: runs.version, build: runs.build, isKnown: known.has(runs.releaseKey) },
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

/** The number of recipients by reason. */
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

/** The counts of §H3: users that are targeted, and companies that are targeted or have such a user. */
export function countTargets(
  targets: Targets,
  recipients: readonly Recipient[],
  customerIds: readonly string[],
) {
  const users = recipients.filter((recipient) => recipient.userId !== null && isMeantFor(targets, recipient));
  const reached = new Set(users.map(({ companyId }) => companyId));
  const isReached = (id: string) => targets.isForEveryone || targets.companyIds.has(id) || reached.has(id);
  return { assignedUsers: users.length, assignedCompanies: customerIds.filter(isReached).length };
}
