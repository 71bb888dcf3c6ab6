import type { UpdateInput } from '#contract/resource.ts';
import type { releases } from '#contract/releases/releases.ts';
import type { TestApp, TestClient } from '#server/app/testing/app.ts';
import { takeBuild } from '../builds/builds.service.ts';

/** What staff needs for releases, keys and their settings. */
export const releaseRights = [
  ...['read', 'create', 'update', 'delete'].map((verb) => `fm.releases.${verb}.system`),
  ...['read', 'create', 'delete'].map((verb) => `fm.updatekeys.${verb}.system`),
  'fm.settings.read.system',
  'fm.settings.update.system',
];

/** Somebody of the provider who manages releases. */
export function releaseStaff(balie: TestApp, also: readonly string[] = []): Promise<TestClient> {
  return balie.asUser({ isProvider: true, may: [...releaseRights, ...also] });
}

/** A release of a build that just came in, changed as asked. */
export async function buildRelease(
  balie: TestApp,
  staff: TestClient,
  version: string,
  is: UpdateInput<typeof releases> = {},
): Promise<{ readonly id: string; readonly version: string; readonly build: string }> {
  const build = '1';
  await takeBuild(balie.services, { version, build, notes: '', url: `https://builds.example/${version}` });
  const made = (await staff.post('/api/fm/releases', { version, build })).json().result;
  const changed = await staff.put(`/api/fm/releases/${made.id}`, is);
  if (changed.statusCode !== 200) throw new Error(changed.body);
  return { id: made.id, version, build };
}

/** A key of a company, and a client that asks with it. */
export async function buildClient(balie: TestApp, staff: TestClient, companyId: string) {
  const made = (await staff.post(`/api/fm/companies/${companyId}/update-keys`, { name: 'Kantoor' })).json()
    .result;
  return { keyId: String(made.id), ...clientOf(balie, String(made.key)) };
}

/** Asks and reports with a key. */
export function clientOf(balie: TestApp, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  return {
    key,
    asks: (version: string, who: { user?: string; installation?: string } = {}) =>
      balie.anonymous.get(
        `/api/fm/updates?${new URLSearchParams({ version, build: '1', ...who }).toString()}`,
        headers,
      ),
    fails: (version: string, who: { user?: string; installation?: string; reason?: string } = {}) =>
      balie.anonymous.post('/api/fm/updates/failures', { version, build: '1', ...who }, headers),
  };
}
