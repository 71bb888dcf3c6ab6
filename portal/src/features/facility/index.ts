import type { Screen } from '#portal/kit/screens.tsx';

/** The screens of releases, customers, price agreements, billing and the report. */
export const facilityScreens: readonly Screen[] = [];
