import type { ReleaseSettings } from './release-settings.repository.ts';

/** The failures of a release since it was last switched on. */
export interface FailureCounts {
  readonly installations: number;
  readonly companies: number;
  /** Installations that installed it, or failed to. */
  readonly took: number;
}

/** Whether a release is switched off automatically: all three limits are reached. */
export function isTooMany(
  { installations, companies, took }: FailureCounts,
  settings: Pick<
    ReleaseSettings,
    'isAutomatic' | 'failingInstallations' | 'failingCompanies' | 'failingPercentage'
  >,
): boolean {
  return (
    settings.isAutomatic &&
    installations >= settings.failingInstallations &&
    companies >= settings.failingCompanies &&
    // Without rounding: 20 % of 26 is 5.2, which 5 do not reach.
    installations * 100 >= took * settings.failingPercentage
  );
}
