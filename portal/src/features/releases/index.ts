import type { Screen, Tab } from '#portal/kit/screens.tsx';

const area = { prefix: 'fm', texts: ['core'] };

/** The screens of releases. */
export const releaseScreens: readonly Screen[] = [
  {
    ...area,
    name: 'releases:index',
    path: '/fm/releases',
    title: 'releases.releases.title',
    load: async () => (await import('./releases/releases-list.tsx')).ReleasesList,
  },
  {
    ...area,
    name: 'releases:detail',
    path: '/fm/releases/{releaseId}',
    title: 'releases.releases.one',
    load: async () => (await import('./releases/release-detail.tsx')).ReleaseDetail,
  },
];

/** The update keys of a customer, as a tab of their detail; its texts are those of `releases`. */
export const updateKeysTab: Tab = {
  path: 'update-keys',
  permission: 'fm.updatekeys.read',
  load: async () => (await import('./update-keys/update-keys-tab.tsx')).UpdateKeysTab,
};
