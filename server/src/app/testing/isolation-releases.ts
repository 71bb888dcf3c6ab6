import type { IsolationRow } from './isolation-row.ts';

const json = (payload: object) => () => ({ payload });
const releases = '/api/fm/releases';
const permission = 'fm.releases';

// A release is no tenant's: for who reaches his own company only, each is as good as unknown.
const theirRelease: NonNullable<IsolationRow['foreign']> = async (balie, theirs) => {
  const id = theirs.userId;
  const stamp = { created_by: null, updated_by: null, deleted_at: null, deleted_by: null };
  const empty = { url: null, available_from: null, failures_since: null, switched_off_at: null };
  await balie.db
    .insertInto('releases')
    .values({ id, name: 'X', version: '1', build: '1', release_key: '011\t011', ...empty, ...stamp })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { id, releaseId: id };
};

const keys = '/api/fm/companies/:companyId/update-keys';
const theirKey: NonNullable<IsolationRow['foreign']> = async (balie, theirs) => {
  const id = theirs.userId;
  await balie.db
    .insertInto('update_keys')
    .values({
      company_id: theirs.companyId,
      id,
      name: 'X',
      hash: id,
      hint: 'xxxx',
      last_used_at: null,
      created_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { id, companyId: theirs.companyId };
};

/** A row for every guarded route of releases and update keys. */
export const releaseIsolation: readonly IsolationRow[] = [
  { method: 'GET', url: releases, permission: `${permission}.read` },
  { method: 'GET', url: `${releases}/:id`, permission: `${permission}.read`, foreign: theirRelease },
  // Only the provider makes releases: others are refused whatever they name.
  {
    method: 'POST',
    url: releases,
    permission: `${permission}.create`,
    body: json({ version: '1', build: '1' }),
  },
  {
    method: 'PUT',
    url: `${releases}/:id`,
    permission: `${permission}.update`,
    foreign: theirRelease,
    body: json({ name: 'X' }),
  },
  { method: 'DELETE', url: `${releases}/:id`, permission: `${permission}.delete`, foreign: theirRelease },
  { method: 'GET', url: `${releases}/export`, permission: `${permission}.read` },
  { method: 'GET', url: `${releases}/new-devops`, permission: `${permission}.read` },
  { method: 'GET', url: `${releases}/tree`, permission: `${permission}.read` },
  {
    method: 'POST',
    url: `${releases}/:id/audience`,
    permission: `${permission}.read`,
    foreign: theirRelease,
    body: json({}),
  },
  { method: 'GET', url: `${releases}/:id/adoption`, permission: `${permission}.read`, foreign: theirRelease },
  {
    method: 'GET',
    url: `${releases}/:releaseId/failures`,
    permission: `${permission}.read`,
    foreign: theirRelease,
  },
  { method: 'GET', url: '/api/fm/release-settings', permission: 'fm.settings.read' },
  {
    method: 'PUT',
    url: '/api/fm/release-settings',
    permission: 'fm.settings.update',
    body: json({ failingCompanies: 3 }),
  },
  { method: 'GET', url: keys, permission: 'fm.updatekeys.read', foreign: theirKey },
  { method: 'GET', url: `${keys}/export`, permission: 'fm.updatekeys.read', foreign: theirKey },
  { method: 'GET', url: `${keys}/:id`, permission: 'fm.updatekeys.read', foreign: theirKey },
  {
    method: 'POST',
    url: keys,
    permission: 'fm.updatekeys.create',
    foreign: theirKey,
    body: json({ name: 'X' }),
  },
  { method: 'POST', url: `${keys}/:id/rotate`, permission: 'fm.updatekeys.create', foreign: theirKey },
  { method: 'DELETE', url: `${keys}/:id`, permission: 'fm.updatekeys.delete', foreign: theirKey },
];

/**
 * Where programs call without a person: features/releases/builds/builds.routes.test.ts and
 * features/releases/updates/updates.routes.test.ts have rows for missing, wrong, expired, reused and foreign secrets.
 */
export const publicReleaseRoutes: readonly string[] = [
  'POST /api/fm/builds',
  'GET /api/fm/updates',
  'POST /api/fm/updates/failures',
];
