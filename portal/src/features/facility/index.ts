import type { Screen } from '#portal/kit/screens.tsx';

const area = { prefix: 'fm', texts: ['core'] };

/** The screens of releases, customers, price agreements, billing and the report. */
export const facilityScreens: readonly Screen[] = [
  {
    ...area,
    name: 'releases:index',
    path: '/fm/releases',
    title: 'facility.releases.title',
    load: async () => (await import('./releases/releases-list.tsx')).ReleasesList,
  },
  {
    ...area,
    name: 'releases:detail',
    path: '/fm/releases/{releaseId}',
    title: 'facility.releases.one',
    load: async () => (await import('./releases/release-detail.tsx')).ReleaseDetail,
  },
];
