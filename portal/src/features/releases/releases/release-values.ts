import { amsterdamClock, instantOfAmsterdam } from '#contract/dates.ts';
import type { releases } from '#contract/releases/releases.ts';
import type { Draft, UpdateInput } from '#contract/resource.ts';
import type { Release } from './release.ts';

type Body = Draft<UpdateInput<typeof releases>>;

/** What the form of a release holds. The moment is a day and a clock time of Amsterdam (§H8). */
export interface ReleaseValues {
  readonly name: string;
  readonly notes: string;
  /** The day, under the field id of the server's errors about the moment. */
  readonly availableFrom: string | null;
  readonly availableTime: string;
  readonly active: boolean;
  readonly forceUpdate: boolean;
  readonly availableForEveryOne: boolean;
  readonly rolloutPercentage: number | null;
  readonly assignedCompanyIds: readonly string[];
  readonly assignedUserIds: readonly string[];
  readonly rowVersion: number;
}

export function valuesOf(release: Release): ReleaseValues {
  const { name, notes, availableFrom, active, forceUpdate, availableForEveryOne, rolloutPercentage } =
    release;
  const clock = availableFrom === null ? undefined : amsterdamClock(availableFrom);
  return {
    name,
    notes,
    availableFrom: clock?.day ?? null,
    availableTime: clock?.time ?? '',
    active,
    forceUpdate,
    availableForEveryOne,
    rolloutPercentage,
    assignedCompanyIds: release.assignedCompanyIds.toSorted(),
    assignedUserIds: release.assignedUserIds.toSorted(),
    rowVersion: release.rowVersion,
  };
}

/** The moment from which it is available; null is at once, a day without a time its first minute. */
export function availableFromOf({
  availableFrom,
  availableTime,
}: Pick<ReleaseValues, 'availableFrom' | 'availableTime'>): string | null {
  return availableFrom === null ? null : instantOfAmsterdam(availableFrom, availableTime || '00:00');
}

/** The body of a save. A percentage that was emptied goes as it is: the server names all that is wrong at once. */
export function bodyOf({ availableTime, ...values }: ReleaseValues): Body {
  return { ...values, availableFrom: availableFromOf({ ...values, availableTime }) };
}
