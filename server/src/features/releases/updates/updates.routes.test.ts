import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waveOf } from '#contract/releases/release-offer.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildCompany, buildUser } from '#server/features/core/testing/factories.ts';
import { mountErrors } from '#server/platform/http/errors.ts';
import { mountSchemas } from '#server/platform/http/schemas.ts';
import { customerReleases } from '../releases/customer-releases.repository.ts';
import { buildClient, buildRelease, clientOf, releaseStaff } from '../testing/releases.ts';
import { updateRoutes } from './updates.routes.ts';

let balie: TestApp;
let staff: TestClient;
let now = new Date('2026-11-21T13:05:00Z');
let company: { id: string };
let client: Awaited<ReturnType<typeof buildClient>>;

beforeAll(async () => {
  balie = await testApp({ now: () => now });
  staff = await releaseStaff(balie);
});
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00Z');
  await balie.db.deleteFrom('releases').execute();
  await balie.db.deleteFrom('installations').execute();
  company = await buildCompany(balie.db);
  client = await buildClient(balie, staff, company.id);
});
afterAll(() => balie.close());

/** A server process that lets each key ask so often a minute. */
async function serverWith(perMinute: number) {
  const app = Fastify();
  mountErrors(app);
  mountSchemas(app);
  await updateRoutes(app, balie.services, null, perMinute);
  return app;
}

const everyone = { active: true, availableForEveryOne: true };
const days = (count: number) => new Date(now.getTime() + count * 24 * 3600 * 1000);

describe('a client that asks', () => {
  test('is offered one release', async () => {
    await buildRelease(balie, staff, '5.1', everyone);
    const { id } = await buildRelease(balie, staff, '5.2', { ...everyone, name: 'Najaar', notes: 'Sneller' });
    const reply = await client.asks('5.0');
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      result: {
        id,
        name: 'Najaar',
        version: '5.2',
        build: '1',
        notes: 'Sneller',
        forceUpdate: false,
        url: 'https://builds.example/5.2',
      },
    });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test('gets nothing when there is nothing above what it runs', async () => {
    await buildRelease(balie, staff, '5.1', everyone);
    for (const version of ['5.1', '5.1.0', '6']) {
      const reply = await client.asks(version);
      expect([reply.statusCode, reply.body]).toEqual([204, '']);
    }
  });

  test('gets a release meant for its company, or for the user who works there, by id or e-mail address', async () => {
    const user = await buildUser(balie.db, { companyId: company.id });
    await buildRelease(balie, staff, '5.1', { active: true, assignedUserIds: [user.id] });
    expect((await client.asks('5.0')).statusCode).toBe(204);
    expect((await client.asks('5.0', { user: user.id })).statusCode).toBe(200);
    expect((await client.asks('5.0', { user: user.email.toUpperCase() })).statusCode).toBe(200);
    await buildRelease(balie, staff, '5.2', { active: true, assignedCompanyIds: [company.id] });
    expect((await client.asks('5.0')).json().result.version).toBe('5.2');
    expect((await client.asks('5.0', { user: 'niemand@nergens.example' })).json().result.version).toBe('5.2');
  });

  test('gets nothing for a user of another company, whoever that is', async () => {
    const stranger = await buildUser(balie.db, {});
    await buildRelease(balie, staff, '5.1', {
      active: true,
      assignedUserIds: [stranger.id],
      assignedCompanyIds: [stranger.companyId],
    });
    for (const user of [stranger.id, stranger.email])
      expect((await client.asks('5.0', { user })).statusCode).toBe(204);
  });

  test('counts as nobody in particular when its user is switched off', async () => {
    const user = await buildUser(balie.db, { companyId: company.id, isActive: false });
    await buildRelease(balie, staff, '5.1', { active: true, assignedUserIds: [user.id] });
    expect((await client.asks('5.0', { user: user.id })).statusCode).toBe(204);
  });

  test('gets a release from its moment on', async () => {
    await buildRelease(balie, staff, '5.1', { ...everyone, availableFrom: '2026-11-24T07:00:00+01:00' });
    now = new Date('2026-11-24T05:59:59.999Z');
    expect((await client.asks('5.0')).statusCode).toBe(204);
    now = new Date('2026-11-24T06:00:00Z');
    expect((await client.asks('5.0')).statusCode).toBe(200);
  });

  test('is forced by a release in between', async () => {
    await buildRelease(balie, staff, '5.1', { ...everyone, forceUpdate: true });
    await buildRelease(balie, staff, '5.2', everyone);
    expect((await client.asks('5.0')).json().result).toMatchObject({ version: '5.2', forceUpdate: true });
    expect((await client.asks('5.1')).json().result).toMatchObject({ version: '5.2', forceUpdate: false });
  });

  test('is within a wave or not by who it is, and stays in when the wave grows', async () => {
    const { id } = await buildRelease(balie, staff, '5.1', { ...everyone, rolloutPercentage: 30 });
    const names = Array.from({ length: 40 }, (_, at) => `PC-${at}`);
    const inWave = async () => {
      const offered: string[] = [];
      for (const installation of names)
        if ((await client.asks('5.0', { installation })).statusCode === 200) offered.push(installation);
      return offered;
    };
    const first = await inWave();
    expect(first).toEqual(names.filter((name) => waveOf(id, `installation:${company.id}/own:${name}`) < 30));
    await staff.put(`/api/fm/releases/${id}`, { rolloutPercentage: 50 });
    const second = await inWave();
    expect(second.length).toBeGreaterThan(first.length);
    expect(second).toEqual(expect.arrayContaining(first));
  });

  test('is one in the wave on all machines of a user', async () => {
    const user = await buildUser(balie.db, { companyId: company.id });
    await buildRelease(balie, staff, '5.1', { ...everyone, rolloutPercentage: 50 });
    const statuses = new Set<number>();
    for (const installation of ['A', 'B', 'C', 'D', 'E', 'F'])
      statuses.add((await client.asks('5.0', { user: user.id, installation })).statusCode);
    expect(statuses.size).toBe(1);
  });

  test('reports all bad parameters at once', async () => {
    const reply = await balie.anonymous.get('/api/fm/updates?version=x', {
      authorization: `Bearer ${client.key}`,
    });
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().codes).toEqual({ version: ['invalid'], build: ['required'] });
  });
});

describe('a key', () => {
  const refused = async (key: string) => {
    const replies = [await clientOf(balie, key).asks('5.0'), await clientOf(balie, key).fails('5.0')];
    for (const reply of replies) expect(reply).toBeProblem(401, 'unauthenticated');
    return replies.map((reply) => ({ ...reply.json(), instance: '' }));
  };

  test('is shown once, is not stored, and has 256 bits', async () => {
    expect(client.key).toMatch(/^bu_[\w-]{43}$/);
    const url = `/api/fm/companies/${company.id}/update-keys`;
    for (const reply of [await staff.get(url), await staff.get(`${url}/${client.keyId}`)])
      expect(reply.body).not.toContain(client.key);
    const [row] = await balie.db
      .selectFrom('update_keys')
      .where('id', '=', client.keyId)
      .selectAll()
      .execute();
    expect(JSON.stringify(row)).not.toContain(client.key);
    const lines = await balie.db
      .selectFrom('history')
      .where('entity', '=', 'fm.updatekeys')
      .select('changes')
      .execute();
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toContain(client.key);
  });

  test('that is missing, wrong, withdrawn, rotated away, of an inactive or deleted company, and a session token are refused alike', async () => {
    const other = await buildClient(balie, staff, company.id);
    await staff.delete(`/api/fm/companies/${company.id}/update-keys/${other.keyId}`);
    const third = await buildClient(balie, staff, company.id);
    const rotated = await staff.post(`/api/fm/companies/${company.id}/update-keys/${third.keyId}/rotate`);
    expect(rotated.statusCode).toBe(200);
    expect((await clientOf(balie, rotated.json().result.key).asks('5.0')).statusCode).toBe(204);
    const off = await buildCompany(balie.db);
    const ofOff = await buildClient(balie, staff, off.id);
    await balie.db.updateTable('companies').set({ is_active: false }).where('id', '=', off.id).execute();
    const gone = await buildCompany(balie.db);
    const ofGone = await buildClient(balie, staff, gone.id);
    await balie.db
      .updateTable('companies')
      .set({ deleted_at: now.toISOString() })
      .where('id', '=', gone.id)
      .execute();
    const answers = [];
    for (const key of [
      '',
      'x',
      `${client.key}x`,
      client.key.toLowerCase(),
      other.key,
      third.key,
      ofOff.key,
      ofGone.key,
      staff.userId,
    ])
      answers.push(...(await refused(key)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('opens nothing else', async () => {
    expect(
      await balie.anonymous.get('/api/fm/releases', { authorization: `Bearer ${client.key}` }),
    ).toBeProblem(401, 'unauthenticated');
  });

  test('is refused before anything of the question is read', async () => {
    expect(await balie.anonymous.get('/api/fm/updates?version=x')).toBeProblem(401, 'unauthenticated');
  });

  test('has keys that are written to a file by name and end, never as they are', async () => {
    const file = (await staff.get(`/api/fm/companies/${company.id}/update-keys/export?format=csv`)).body;
    // An end such as `-lm8` is kept from being a formula.
    expect(file.replace(";'", ';')).toContain(`Kantoor;${client.key.slice(-4)};`);
    expect(file).not.toContain(client.key);
  });

  test('asks so often a minute and no more, whatever others ask', async () => {
    const app = await serverWith(5);
    const other = await buildClient(balie, staff, company.id);
    const asks = ({ key }: { key: string }) =>
      app.inject({ url: '/api/fm/updates?version=5.0&build=1', headers: { authorization: `Bearer ${key}` } });
    const replies = [];
    for (let at = 0; at < 7; at += 1) replies.push(await asks(client));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204, 204, 429, 429]);
    expect(replies.at(-1)).toBeProblem(429, 'too-many-requests');
    expect(Number(replies.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await asks(other)).statusCode).toBe(204);
    await app.close();
  });

  test('asks no more often when there are several servers, and as often again in the next minute', async () => {
    const servers = [await serverWith(5), await serverWith(5)];
    const asks = async () => {
      const statuses = [];
      for (let at = 0; at < 4; at += 1)
        for (const app of servers)
          statuses.push(
            (
              await app.inject({
                url: '/api/fm/updates?version=5.0&build=1',
                headers: { authorization: `Bearer ${client.key}` },
              })
            ).statusCode,
          );
      return statuses;
    };
    now = new Date('2026-11-21T13:05:10Z');
    expect(await asks()).toEqual([204, 204, 204, 204, 204, 429, 429, 429]);
    now = new Date('2026-11-21T13:06:00Z');
    // Each server by itself saw four in the minute of the real clock, and lets one more through.
    expect(
      (
        await servers[0]?.inject({
          url: '/api/fm/updates?version=5.0&build=1',
          headers: { authorization: `Bearer ${client.key}` },
        })
      )?.statusCode,
    ).toBe(204);
    for (const app of servers) await app.close();
  });

  test('belongs to its company: people of another see and touch none of it', async () => {
    const own = await balie.asUser({
      may: ['fm.updatekeys.read', 'fm.updatekeys.create', 'fm.updatekeys.delete'],
    });
    const theirs = `/api/fm/companies/${company.id}/update-keys`;
    expect(await own.get(theirs)).toBeProblem(404, 'not-found');
    expect(await own.post(theirs, { name: 'X' })).toBeProblem(404, 'not-found');
    expect(await own.delete(`${theirs}/${client.keyId}`)).toBeProblem(404, 'not-found');
    expect((await own.post(`/api/fm/companies/${own.companyId}/update-keys`, { name: 'X' })).statusCode).toBe(
      201,
    );
    expect(
      (await own.get(`/api/fm/companies/${own.companyId}/update-keys?$count=true`)).json().metadata.count,
    ).toBe(1);
  });

  test('has a name, and a company has at most ten', async () => {
    const url = `/api/fm/companies/${company.id}/update-keys`;
    expect(await staff.post(url, { name: ' ' })).toBeProblem(400, 'validation');
    const made = await Promise.all(Array.from({ length: 12 }, () => staff.post(url, { name: 'X' })));
    expect(made.filter(({ statusCode }) => statusCode === 201).length).toBe(9);
    expect(made.filter(({ statusCode }) => statusCode === 409).length).toBe(3);
  });
});

describe('what clients run', () => {
  const runs = async () => (await customerReleases(balie.db, [company.id], now))(company.id);

  test('is the highest that they reported in 30 days, and the one before it', async () => {
    expect(await runs()).toMatchObject({ currentRelease: '', previousRelease: '' });
    await client.asks('5.1.2', { installation: 'A' });
    expect(await runs()).toMatchObject({ currentRelease: '5.1.2', previousRelease: '' });
    await client.asks('5.0', { installation: 'B' });
    await client.asks('5.1.10', { installation: 'B' });
    expect(await runs()).toMatchObject({ currentRelease: '5.1.10', previousRelease: '5.1.2' });
    now = days(31);
    expect(await runs()).toMatchObject({ currentRelease: '', previousRelease: '' });
    await client.asks('5.1.2', { installation: 'A' });
    expect(await runs()).toMatchObject({ currentRelease: '5.1.2', previousRelease: '5.0' });
  });

  test('is marked where it is no release of ours', async () => {
    await buildRelease(balie, staff, '5.3.0');
    await client.asks('5.1.77', { installation: 'A' });
    expect((await runs()).unknownReleases).toEqual(['5.1.77']);
    await client.asks('5.3.0', { installation: 'A' });
    expect(await runs()).toEqual({
      currentRelease: '5.3.0',
      previousRelease: '5.1.77',
      unknownReleases: ['5.1.77'],
    });
  });

  test('counts each installation once: 3 of 10 run it', async () => {
    const { id } = await buildRelease(balie, staff, '5.2.0', everyone);
    for (let at = 0; at < 10; at += 1) await client.asks('5.1', { installation: `PC-${at}` });
    for (let at = 0; at < 3; at += 1) await client.asks('5.2.0', { installation: `PC-${at}` });
    await client.asks('5.2.0', { installation: 'PC-0' });
    const { result } = (await staff.get(`/api/fm/releases/${id}/adoption`)).json();
    expect(result).toMatchObject({
      running: 3,
      installations: 10,
      companies: 1,
      offered: 10,
      took: 3,
      failed: 0,
    });
    expect(result.versions).toEqual([
      { version: '5.2.0', build: '1', releaseId: id, count: 3 },
      { version: '5.1', build: '1', releaseId: null, count: 7 },
    ]);
    now = days(31);
    expect((await staff.get(`/api/fm/releases/${id}/adoption`)).json().result).toMatchObject({
      running: 0,
      installations: 0,
      took: 3,
    });
  });

  test('identifies clients by installation, else by user, else by an unknown name, else as one', async () => {
    const user = await buildUser(balie.db, { companyId: company.id });
    const asks = [
      { installation: 'A' },
      { installation: 'B' },
      { installation: 'A', user: user.id },
      { user: user.id },
      { user: user.email },
      { user: 'x' },
      { user: 'X ' },
      { user: 'y' },
      {},
      {},
    ];
    for (const who of asks) await client.asks('5.0', who);
    const known = await balie.db
      .selectFrom('installations')
      .where('company_id', '=', company.id)
      .select(['key', 'user_id'])
      .execute();
    expect(known.length).toBe(6);
    expect(known.find(({ key }) => key === 'own:A')?.user_id).toBe(user.id);
    expect(JSON.stringify(known)).not.toContain('"name:x"');
  });

  test('a reported release is not deleted, and the answer says what to do', async () => {
    const { id } = await buildRelease(balie, staff, '5.2.0', everyone);
    await client.asks('5.1');
    await client.asks('5.2');
    const reply = await staff.delete(`/api/fm/releases/${id}`);
    expect(reply).toBeProblem(409, 'wrong-state');
    expect(reply.json().detail).toContain('zet hem op inactief');
  });
});
