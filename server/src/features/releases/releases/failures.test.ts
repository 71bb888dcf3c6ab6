import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany, buildUser } from '#server/features/core/testing/factories.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { buildClient, buildRelease, releaseStaff } from '../testing/releases.ts';
import { isTooMany } from './switch-off.rules.ts';
import { switchedOffJob, mailSwitchedOff } from './switched-off.job.ts';

let balie: TestApp;
let staff: TestClient;
let now = new Date('2026-11-21T13:05:00Z');
const sent: MailMessage[] = [];
const url = '/api/fm/releases';
const everyone = { active: true, availableForEveryOne: true };
type Client = Awaited<ReturnType<typeof buildClient>>;
let clients: Client[] = [];

beforeAll(async () => {
  balie = await testApp({ now: () => now, mail: { send: async (message) => void sent.push(message) } });
  staff = await releaseStaff(balie);
});
beforeEach(async () => {
  sent.length = 0;
  now = new Date('2026-11-21T13:05:00Z');
  for (const table of ['releases', 'builds', 'installations', 'release_settings'] as const)
    await balie.db.deleteFrom(table).execute();
  clients = [];
  for (let at = 0; at < 2; at += 1)
    clients.push(await buildClient(balie, staff, (await buildCompany(balie.db)).id));
});
afterAll(() => balie.close());

const pc = (at: number) => ({ installation: `PC-${at}` });
const release = async (id: string) => (await staff.get(`${url}/${id}`)).json().result;
const mails = async () => {
  const { rows } = await sql<{ data: Parameters<typeof mailSwitchedOff>[1] }>`
    select data from jobs.job where name = ${switchedOffJob.name}`.execute(balie.db);
  return rows.map(({ data }) => data);
};

describe('a failure', () => {
  test('is counted once for an installation and release, with the last reason', async () => {
    const { id } = await buildRelease(balie, staff, '5.2', everyone);
    expect((await clients[0]?.fails('5.2', { ...pc(1), reason: 'Schijf vol' }))?.statusCode).toBe(204);
    now = new Date('2026-11-21T14:05:00Z');
    await clients[0]?.fails('5.2', { ...pc(1), reason: 'Nog steeds' });
    await clients[1]?.fails('5.2', pc(1));
    const { result, metadata } = (
      await staff.get(`${url}/${id}/failures?$count=true&$orderby=times desc`)
    ).json();
    expect(metadata.count).toBe(2);
    expect(result[0]).toMatchObject({
      name: 'PC-1',
      reason: 'Nog steeds',
      times: 2,
      firstAt: '2026-11-21T13:05:00.000Z',
      lastAt: now.toISOString(),
    });
    expect((await staff.get(`${url}/${id}/adoption`)).json().result).toMatchObject({
      failed: 2,
      failedCompanies: 2,
      took: 2,
      running: 0,
      installations: 0,
    });
  });

  test('of what is no release is refused', async () => {
    const reply = await clients[0]?.fails('9.9', pc(1));
    expect(reply).toBeProblem(400, 'validation');
    expect(reply?.json().codes).toEqual({ version: ['unknown'] });
  });
});

describe('the switch', () => {
  test('takes all three bounds: installations, companies, and the share of those that took it', () => {
    const bounds = { isAutomatic: true, failingInstallations: 5, failingCompanies: 2, failingPercentage: 20 };
    const failing = { installations: 5, companies: 2, took: 25 };
    expect(isTooMany(failing, bounds)).toBe(true);
    expect(isTooMany({ ...failing, installations: 4 }, bounds)).toBe(false);
    expect(isTooMany({ ...failing, companies: 1 }, bounds)).toBe(false);
    expect(isTooMany({ ...failing, took: 26 }, bounds)).toBe(false);
    expect(isTooMany(failing, { ...bounds, isAutomatic: false })).toBe(false);
  });

  test('turns a release off at the fifth of two companies, with its reason in the history and one mail to each of the staff', async () => {
    const { id } = await buildRelease(balie, staff, '5.2', everyone);
    for (let at = 0; at < 4; at += 1) await clients[0]?.fails('5.2', pc(at));
    await clients[0]?.fails('5.2', pc(4));
    expect(await release(id)).toMatchObject({ active: true });
    await clients[1]?.fails('5.2', pc(0));
    expect(await release(id)).toMatchObject({
      active: false,
      switchedOffAt: now.toISOString(),
      updatedBy: null,
    });
    expect((await clients[1]?.asks('5.1', pc(1)))?.statusCode).toBe(204);
    const [last] = (await staff.get(`/api/core/history?entity=fm.releases&entityId=${id}`)).json().result;
    expect(last).toMatchObject({ verb: 'switch-off', userName: 'Balie' });
    expect(last.changes).toEqual(
      expect.arrayContaining([
        { field: 'active', old: true, new: false },
        { field: 'failingInstallations', old: null, new: 6 },
        { field: 'failingCompanies', old: null, new: 2 },
        { field: 'took', old: null, new: 6 },
      ]),
    );
    const queued = (await mails()).filter(({ releaseId }) => releaseId === id);
    expect(queued.map(({ userId }) => userId)).toContain(staff.userId);
    expect(new Set(queued.map(({ userId }) => userId)).size).toBe(queued.length);
    for (const one of queued) await mailSwitchedOff(balie.services, one);
    const [mail] = sent;
    expect(mail?.subject).toBe('Release 5.2 is uitgeschakeld');
    expect(mail?.text).toContain('6 installaties bij 2 klanten');
    expect(mail?.text).toContain('100 % van de 6');
    expect(mail?.text).toContain(`Release bekijken: http://localhost/fm/releases/${id}`);
    expect(mail?.html).toContain(`href="http://localhost/fm/releases/${id}"`);
  });

  test('counts right when all report at once, and turns off once', async () => {
    const { id } = await buildRelease(balie, staff, '5.2', everyone);
    const reports = clients
      .flatMap((client) =>
        Array.from({ length: 5 }, (_, at) => [
          client.fails('5.2', pc(at)),
          client.fails('5.2', pc(at)),
          client.asks('5.1', pc(at)),
        ]),
      )
      .flat();
    const statuses = (await Promise.all(reports)).map(({ statusCode }) => statusCode);
    expect(statuses.every((status) => status === 204 || status === 200)).toBe(true);
    expect((await staff.get(`${url}/${id}/adoption`)).json().result).toMatchObject({
      failed: 10,
      failedCompanies: 2,
      took: 10,
    });
    expect(await release(id)).toMatchObject({ active: false });
    const lines = (await staff.get(`/api/core/history?entity=fm.releases&entityId=${id}`)).json().result;
    expect(lines.filter(({ verb }: { verb: string }) => verb === 'switch-off').length).toBe(1);
    const queued = (await mails()).filter(({ releaseId }) => releaseId === id);
    expect(queued.length).toBe(new Set(queued.map(({ userId }) => userId)).size);
  }, 60_000);

  test('stays out of it while too few of those that took it fail', async () => {
    const { id } = await buildRelease(balie, staff, '5.2', everyone);
    for (let at = 0; at < 26; at += 1) await clients[0]?.asks('5.2', pc(at));
    for (let at = 0; at < 3; at += 1) await clients[0]?.fails('5.2', pc(at));
    for (let at = 0; at < 2; at += 1) await clients[1]?.fails('5.2', pc(at));
    // 5 of the 28 that took it.
    expect(await release(id)).toMatchObject({ active: true });
    await clients[1]?.fails('5.2', pc(2));
    // 6 of 29 are more than a fifth.
    expect(await release(id)).toMatchObject({ active: false });
  });

  test('restarts the count when the release is switched on again', async () => {
    const { id } = await buildRelease(balie, staff, '5.2', everyone);
    for (const client of clients) for (let at = 0; at < 4; at += 1) await client.fails('5.2', pc(at));
    expect(await release(id)).toMatchObject({ active: false });
    now = new Date('2026-11-21T15:05:00Z');
    await staff.put(`${url}/${id}`, { active: true });
    expect(await release(id)).toMatchObject({ active: true, switchedOffAt: null });
    expect((await staff.get(`${url}/${id}/adoption`)).json().result).toMatchObject({ failed: 0 });
    await clients[0]?.fails('5.2', pc(1));
    expect(await release(id)).toMatchObject({ active: true });
  });

  test('has bounds that the provider sets, and others may not', async () => {
    const address = '/api/fm/release-settings';
    expect((await staff.get(address)).json().result).toMatchObject({
      isAutomatic: true,
      failingInstallations: 5,
      failingCompanies: 2,
      failingPercentage: 20,
      rowVersion: 0,
    });
    const changed = await staff.put(address, { failingInstallations: 2, rowVersion: 0 });
    expect(changed.json().result).toMatchObject({
      failingInstallations: 2,
      failingCompanies: 2,
      rowVersion: 1,
    });
    expect(await staff.put(address, { failingInstallations: 3, rowVersion: 0 })).toBeProblem(409, 'stale');
    expect(
      (await staff.put(address, { failingInstallations: 0, failingPercentage: 101 })).json().codes,
    ).toEqual({ failing_installations: ['too-small'], failing_percentage: ['too-large'] });
    const { id } = await buildRelease(balie, staff, '5.2', everyone);
    for (const client of clients) await client.fails('5.2', pc(1));
    expect(await release(id)).toMatchObject({ active: false });
    const own = await balie.asUser({ may: ['fm.settings.read.company', 'fm.settings.update.company'] });
    expect(await own.get(address)).toBeProblem(403, 'forbidden');
    expect(await own.put(address, {})).toBeProblem(403, 'forbidden');
  });

  test('mails no user who may no longer sign in', async () => {
    const gone = await buildUser(balie.db, { isProvider: true, isActive: false });
    await mailSwitchedOff(balie.services, {
      userId: gone.id,
      releaseId: gone.id,
      name: 'X',
      version: '1',
      link: null,
      build: '1',
      installations: 5,
      companies: 2,
      took: 5,
    });
    expect(sent).toEqual([]);
  });
});
