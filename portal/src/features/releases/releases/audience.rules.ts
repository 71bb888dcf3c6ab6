import type { OfferReason } from '#contract/releases/release-offer.ts';
import type { AudienceRow } from '#contract/releases/releases.ts';
import { foldText } from '#contract/list-query/text.ts';
import type { AudienceQuestion, Release } from './release.ts';
import { availableFromOf, type ReleaseValues } from './release-values.ts';

/** How the question differs from now, for the sentence that explains it. */
export interface Moment {
  /** It asks as if the release were active already. */
  readonly asActive: boolean;
  /** It asks for this later moment, at which the release becomes available; null is now. */
  readonly at: string | null;
}

/**
 * What 'Wie krijgt dit?' asks for the form as it is. An inactive release, or one whose moment has not come, would reach
 * nobody: it is asked as it will be once it is active, at its moment.
 */
export function questionOf(
  values: ReleaseValues,
  now: Date,
): { readonly question: AudienceQuestion; readonly moment: Moment } {
  const availableFrom = availableFromOf(values);
  const at = availableFrom !== null && new Date(availableFrom) > now ? availableFrom : null;
  const { forceUpdate, availableForEveryOne, rolloutPercentage, assignedCompanyIds, assignedUserIds } =
    values;
  const question: AudienceQuestion = {
    active: true,
    availableFrom,
    forceUpdate,
    availableForEveryOne,
    assignedCompanyIds: [...assignedCompanyIds],
    assignedUserIds: [...assignedUserIds],
    // Emptied, it is as stored until it is filled in again.
    ...(rolloutPercentage === null ? {} : { rolloutPercentage: Math.min(100, rolloutPercentage) }),
    ...(at === null ? {} : { at }),
  };
  return { question, moment: { asActive: !values.active, at } };
}

/** A person or client that may ask for updates, with an id unique in the list. */
export type Line = AudienceRow & { readonly id: string };

/** Of everybody those with this reason in whose name, or that of their company, every word occurs (§B4). */
export function linesOf(all: readonly AudienceRow[], reason: OfferReason | undefined, query: string): Line[] {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const isSought = ({ name, companyName }: AudienceRow) => {
    const text = foldText(`${name} ${companyName}`);
    return words.every((word) => text.includes(word));
  };
  return all.flatMap((row, index) =>
    (reason === undefined || row.reason === reason) && (words.length === 0 || isSought(row))
      ? [{ ...row, id: `${row.companyId} ${row.userId ?? `${row.name} ${index}`}` }]
      : [],
  );
}

/** Text key of the sentence that says for when the answer holds; undefined when that is now. */
export function momentKey({ asActive, at }: Moment): string | undefined {
  if (at !== null) return asActive ? 'releases.audience.asActiveFrom' : 'releases.audience.asFrom';
  return asActive ? 'releases.audience.asActive' : undefined;
}

/** Version and build, which identify a release. */
export function versionName({ version, build }: Pick<Release, 'version' | 'build'>): string {
  return `${version} (${build})`;
}
