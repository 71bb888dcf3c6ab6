import type { BuildForeign, Isolation } from '#server/app/testing/isolation-types.ts';

// A release belongs to no tenant: a caller of one company finds none, so that each is as good as unknown.
const release: BuildForeign = async ({ db }, theirs) => {
  const id = theirs.userId;
  const stamp = { created_by: null, updated_by: null, deleted_at: null, deleted_by: null };
  const empty = { url: null, available_from: null, failures_since: null, switched_off_at: null };
  await db
    .insertInto('releases')
    .values({ id, name: 'X', version: '1', build: '1', release_key: '011\t011', ...empty, ...stamp })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
};
const updateKey: BuildForeign = async ({ db }, { companyId, userId }) => {
  await db
    .insertInto('update_keys')
    .values({
      company_id: companyId,
      id: userId,
      name: 'X',
      hash: userId,
      hint: 'xxxx',
      last_used_at: null,
      created_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return userId;
};

export const releaseIsolation: Isolation = {
  foreign: {
    '/api/fm/releases/:id': release,
    '/api/fm/releases/:releaseId': release,
    '/api/fm/companies/:companyId/update-keys/:id': updateKey,
  },
  bodies: {
    '/api/fm/releases': { name: 'X', version: '1', build: '1' },
    '/api/fm/release-settings': { failingCompanies: 3 },
    '/api/fm/companies/:companyId/update-keys': { name: 'X' },
  },
  readByPost: { '/api/fm/releases/:id/audience': 'shows what a roll-out would reach, without saving it' },
  // Programs call these without a person; builds.routes.test.ts and updates.routes.test.ts have their wrong secrets.
  publicRoutes: ['POST /api/fm/builds', 'GET /api/fm/updates', 'POST /api/fm/updates/failures'],
};
