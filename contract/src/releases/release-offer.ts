/** What the rule of offers needs to know of a release (§H1). */
export interface OfferedRelease {
  readonly id: string;
  /** Of its version and build: `releaseKey`. */
  readonly key: string;
  readonly active: boolean;
  /** ISO instant; null: at once. */
  readonly availableFrom: string | null;
  readonly forceUpdate: boolean;
  /** Whether it is meant for the asker: for everyone, for his company, or for himself. */
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

/** Why somebody gets a release, or does not. In this order: the first that holds is the answer. */
export const offerReasons = [
  /** The release is not active. */
  'inactive',
  /** Its moment has not come. */
  'not-yet',
  /** Not for everyone, and neither his company nor he is chosen. */
  'not-targeted',
  /** He runs it, or something higher. */
  'has-it',
  /** Chosen, but not within the percentage of the roll-out. */
  'outside-wave',
  /** A higher release is offered to him. */
  'gets-higher',
  /** He gets it. */
  'gets-it',
] as const;
/** One of the reasons above. */
export type OfferReason = (typeof offerReasons)[number];

/**
 * Where somebody stands in the roll-out of a release: 0 up to 100, always the same for the same two, evenly spread and
 * different for each release. Below the percentage is within the wave, so a wave of 30 is contained in one of 50.
 */
export function waveOf(releaseId: string, subject: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${releaseId}/${subject}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  // FNV alone leaves neighbours close together; this finish (murmur3) spreads them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000) * 100;
}

/** Why this release, taken by itself, may not be offered at a moment; null when it may. */
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
 * @param subject Who asks, as the wave knows him; see `subjectOf`.
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

/** Why somebody gets a release, or does not; `offer` is what `offerTo` gave him of all releases. */
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
 * Who asks, as the wave knows him: a user is the same on each of his machines; an installation without a known user is
 * itself, within its company.
 */
export function subjectOf(
  asker: { readonly userId: string } | { readonly companyId: string; readonly installation: string },
): string {
  return 'userId' in asker ? `user:${asker.userId}` : `installation:${asker.companyId}/${asker.installation}`;
}

/** Whom a release names. */
export interface Targets {
  readonly isForEveryone: boolean;
  readonly companyIds: ReadonlySet<string>;
  readonly userIds: ReadonlySet<string>;
}

/** Whether a release is meant for somebody (§H1); while it is for everyone both lists are ignored (§H2). */
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
