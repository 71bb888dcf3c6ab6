/** What the rule of offers needs to know of a release (§H1). */
export interface OfferedRelease {
  readonly id: string;
  /** Of its version and build: `releaseKey`. */
  readonly key: string;
  readonly active: boolean;
  /** ISO instant; null: at once. */
  readonly availableFrom: string | null;
  readonly forceUpdate: boolean;
  /** Whether the client is targeted: for everyone, by its company, or by its user. */
  readonly isTargeted: boolean;
  /** Percent of those it is meant for, 0 to 100. */
  readonly rolloutPercentage: number;
}

/** What a client gets. */
export interface Offer<R> {
  readonly release: R;
  /** The client has to take it (§H4). */
  readonly isForced: boolean;
}

/** Why a client gets a release, or does not; the first reason that applies. */
export const offerReasons = [
  /** The release is not active. */
  'inactive',
  /** Its moment has not come. */
  'not-yet',
  /** Not for everyone, and neither the company nor the user is a target. */
  'not-targeted',
  /** It runs this release or a higher one. */
  'has-it',
  /** A target, but outside the percentage of the roll-out. */
  'outside-wave',
  /** A higher release is offered. */
  'gets-higher',
  /** It is offered. */
  'gets-it',
] as const;
/** One of the reasons above. */
export type OfferReason = (typeof offerReasons)[number];

/**
 * The place of a client in the roll-out of a release, from 0 up to 100: stable, evenly spread, and different for each
 * release. It is within the wave if below the percentage, so a wave of 30 is part of one of 50.
 */
export function waveOf(releaseId: string, subject: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${releaseId}/${subject}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  // FNV alone leaves similar inputs close together; the finalizer of murmur3 spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000) * 100;
}

/** Why this release may not be offered at a moment, whatever other releases there are; null if it may. */
export function obstacleTo(release: OfferedRelease, subject: string, now: Date): OfferReason | null {
  if (!release.active) return 'inactive';
  if (release.availableFrom !== null && new Date(release.availableFrom) > now) return 'not-yet';
  if (!release.isTargeted) return 'not-targeted';
  const { id, rolloutPercentage } = release;
  return rolloutPercentage === 100 || waveOf(id, subject) < rolloutPercentage ? null : 'outside-wave';
}

/**
 * The one release that is offered: the highest above what is installed of those that may be (§H1), forced if any active
 * release above the installed one and up to the offered one is (§H4). Null: nothing. The answer to clients, the preview
 * and the counts all come from here.
 *
 * @param subject what identifies the client in the roll-out; see `subjectOf`.
 * @param installed `releaseKey` of what runs now; null: not known, below everything.
 */
export function offerTo<R extends OfferedRelease>(
  releases: readonly R[],
  subject: string,
  installed: string | null,
  now: Date,
): Offer<R> | null {
  const isAbove = (release: R) => installed === null || release.key > installed;
  let offered: R | null = null;
  for (const release of releases) {
    if (!isAbove(release) || obstacleTo(release, subject, now) !== null) continue;
    if (offered === null || release.key > offered.key) offered = release;
  }
  if (offered === null) return null;
  const highest = offered;
  const isForced = releases.some(
    (release) => release.active && release.forceUpdate && isAbove(release) && release.key <= highest.key,
  );
  return { release: highest, isForced };
}

/** Why a client gets a release, or does not; `offer` is what `offerTo` gives of all releases. */
export function reasonFor<R extends OfferedRelease>(
  release: R,
  offer: Offer<R> | null,
  subject: string,
  installed: string | null,
  now: Date,
): OfferReason {
  const obstacle = obstacleTo(release, subject, now);
  const isThere = installed !== null && release.key <= installed;
  if (isThere && (obstacle === null || obstacle === 'outside-wave')) return 'has-it';
  if (obstacle !== null) return obstacle;
  return offer?.release.id === release.id ? 'gets-it' : 'gets-higher';
}

/**
 * What identifies a client in the roll-out: its user, on all of their machines; without a known user the installation
 * within its company.
 */
export function subjectOf(
  client: { readonly userId: string } | { readonly companyId: string; readonly installation: string },
): string {
  return 'userId' in client
    ? `user:${client.userId}`
    : `installation:${client.companyId}/${client.installation}`;
}

/** The targets of a release. */
export interface Targets {
  readonly isForEveryone: boolean;
  readonly companyIds: ReadonlySet<string>;
  readonly userIds: ReadonlySet<string>;
}

/** Whether a release is meant for a user or installation (§H1); while it is for everyone both lists are ignored (§H2). */
export function isMeantFor(
  targets: Targets,
  { companyId, userId }: { readonly companyId: string; readonly userId: string | null },
): boolean {
  return (
    targets.isForEveryone ||
    targets.companyIds.has(companyId) ||
    (userId !== null && targets.userIds.has(userId))
  );
}
