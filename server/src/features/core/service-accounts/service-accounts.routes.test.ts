import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { serviceKeyMade, serviceAccounts } from '#contract/core/service-accounts.ts';
import { testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '../testing/factories.ts';
import { addKey } from '../testing/service-accounts.ts';

let now = testNow;
const balie = await testApp({ now: () => now });
afterAll(() => balie.close());
beforeEach(() => {
  now = testNow;
});

const manage = ['read', 'create', 'update', 'delete'].map((verb) => `core.serviceaccounts.${verb}.company`);
const upload = 'fmmodule.documents.create.company';
const invoices = 'fmmodule.invoices.read.company';

async function asManager(may: readonly string[] = [upload, invoices]) {
  const client = await balie.asUser({ may: [...manage, ...may] });
  const url = `/api/core/companies/${client.companyId}/service-accounts`;
  const make = async (body: object) => {
    const reply = await client.post(url, { name: 'Boekhoudkoppeling', ...body });
    expect(reply.statusCode, reply.body).toBe(201);
    return serviceAccounts.record.parse(reply.json().result);
  };
  const key = async (id: string, body?: object): Promise<z.output<typeof serviceKeyMade>> => {
    const reply = await client.post(`${url}/${id}/keys`, body);
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    return serviceKeyMade.parse(reply.json().result);
  };
  return { client, url, make, key };
}

describe('a service account', () => {
  test('calls with its key, by its own rights, and history names it', async () => {
    const { client, make, key } = await asManager(['core.customerrelations.create.company']);
    const { id } = await make({ permissionIds: ['core.customerrelations.create.company'] });
    const made = await key(id);
    expect(made.key).toMatch(/^balie_live_[\w-]{43}$/);
    expect(made.keys[0]?.hint).toBe(made.key.slice(0, 15));
    const program = balie.withToken(made.key);
    const me = await program.get('/api/identity/me');
    expect(me.json().result).toMatchObject({
      id,
      name: 'Boekhoudkoppeling',
      companyId: client.companyId,
      permissions: ['core.customerrelations.create.company'],
    });
    const relation = await program.post('/api/core/customer-relations', { name: 'Drukkerij' });
    expect(relation.statusCode, relation.body).toBe(201);
    expect(relation.json().result.updatedBy).toBe('Boekhoudkoppeling');
    const lines = await balie.db
      .selectFrom('history')
      .where('entity_id', '=', relation.json().result.id)
      .select(['user_name', 'user_id'])
      .execute();
    expect(lines).toEqual([{ user_name: 'Boekhoudkoppeling', user_id: id }]);
    expect(await program.get('/api/fmmodule/invoices')).toBeProblem(403, 'forbidden');
  });

  test('is refused with each field that is wrong', async () => {
    const { client, url } = await asManager();
    const reply = await client.post(url, {
      name: '',
      permissionIds: [],
    });
    expect(reply.json().codes).toEqual({ name: ['required'] });
    const wrong = await client.post(url, {
      name: 'X',
      permissionIds: ['core.users.create.company', 'fmmodule.invoices.update.company', 'no.such.right'],
      mayApprove: true,
      administrationIds: ['00000000-0000-7000-8000-00000000dead'],
      addresses: ['203.0.113.0/33'],
    });
    expect(wrong.json().codes).toEqual({
      permission_ids: ['unknown', 'not-for-programs', 'not-yours-to-give'],
      may_approve: ['not-yours-to-give'],
      administration_ids: ['unknown'],
      addresses: ['not-an-address'],
    });
    expect((await client.get(url)).json().result).toEqual([]);
  });

  test('has a name of its own in the company', async () => {
    const { client, url, make } = await asManager();
    await make({});
    expect((await client.post(url, { name: 'boekhoudkoppeling' })).json().codes).toEqual({ name: ['taken'] });
  });

  test('keeps what somebody else gave it when its name changes', async () => {
    const { client, url, make } = await asManager();
    const made = await make({ permissionIds: [upload], validUntil: '2027-06-30' });
    const other = await balie.asUser({ companyId: client.companyId, may: manage });
    const reply = await other.put(`${url}/${made.id}`, { name: 'Scanstraat', rowVersion: made.rowVersion });
    expect(reply.json().result).toMatchObject({
      name: 'Scanstraat',
      permissions: [upload],
      validUntil: '2027-06-30',
    });
    expect(await other.put(`${url}/${made.id}`, { name: 'Y', rowVersion: made.rowVersion })).toBeProblem(
      409,
      'stale',
    );
  });

  test('does what only people do with nobody’s key', async () => {
    const { companyId, ...program } = await balie.asProgram({ may: [...manage, upload] });
    expect(await program.get(`/api/core/companies/${companyId}/service-accounts`)).toBeProblem(
      403,
      'forbidden',
    );
    const views = await program.get('/api/core/saved-views?screen=x');
    expect(views).toBeProblem(403, 'forbidden');
    expect(views.json().detail).toBe(
      'Dit kan alleen iemand die zelf is ingelogd, geen programma met een sleutel.',
    );
  });
});

describe('keys', () => {
  test('change without a gap: the older one goes on for a week, a third is refused', async () => {
    const { client, url, make, key } = await asManager();
    const { id } = await make({});
    const first = await key(id);
    const second = await key(id);
    expect(second.keys.map(({ expiresAt }) => expiresAt)).toEqual([null, '2026-11-28T13:05:00.000Z']);
    for (const { key: each } of [first, second])
      expect((await balie.withToken(each).get('/api/identity/me')).statusCode).toBe(200);
    const third = await client.post(`${url}/${id}/keys`);
    expect(third).toBeProblem(409, 'wrong-state');
    now = new Date('2026-11-28T13:05:00.000Z');
    expect(await balie.withToken(first.key).get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
    expect((await balie.withToken(second.key).get('/api/identity/me')).statusCode).toBe(200);
    expect((await key(id, { overlapDays: 0 })).keys).toHaveLength(1);
    expect(await balie.withToken(second.key).get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
  });

  test('are changed under load without one refusal', async () => {
    const { client, url, make, key } = await asManager();
    const { id } = await make({});
    const load = callers(await key(id), (secret) => balie.withToken(secret).get('/api/identity/me'));
    for (let change = 0; change < 4; change += 1)
      await load.change(
        () => key(id),
        (old) => client.delete(`${url}/${id}/keys/${old}`),
      );
    expect(await load.end()).toEqual([200]);
  });

  test('end when they are revoked, and with their account', async () => {
    const { client, url, make, key } = await asManager();
    const { id } = await make({});
    const made = await key(id);
    const revoked = await client.delete(`${url}/${id}/keys/${made.keys[0]?.id}`);
    expect(revoked.json().result.keys).toEqual([]);
    expect(await balie.withToken(made.key).get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
    const again = await key(id);
    const off = await client.put(`${url}/${id}`, { name: 'Boekhoudkoppeling', active: false });
    expect(off.statusCode).toBe(200);
    expect(await balie.withToken(again.key).get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
    await client.put(`${url}/${id}`, { name: 'Boekhoudkoppeling', active: true });
    expect((await balie.withToken(again.key).get('/api/identity/me')).statusCode).toBe(200);
    expect((await client.delete(`${url}/${id}`)).statusCode).toBe(204);
    expect(await balie.withToken(again.key).get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
    expect(await client.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
  });

  test('say when they were used, to the minute', async () => {
    const { client, url, make, key } = await asManager();
    const { id } = await make({});
    const { key: secret } = await key(id);
    const used = async () =>
      serviceAccounts.record.parse((await client.get(`${url}/${id}`)).json().result).lastUsedAt;
    expect(await used()).toBeNull();
    await balie.withToken(secret).get('/api/identity/me');
    expect(await used()).toBe(now.toISOString());
    now = new Date(testNow.getTime() + 30_000);
    await balie.withToken(secret).get('/api/identity/me');
    expect(await used()).toBe(testNow.toISOString());
    now = new Date(testNow.getTime() + 61_000);
    await balie.withToken(secret).get('/api/identity/me');
    expect(await used()).toBe(now.toISOString());
  });

  test('are stored as hashes, and history shows how they start', async () => {
    const { make, key } = await asManager();
    const { id } = await make({});
    const { key: secret } = await key(id);
    const stored = JSON.stringify([
      await balie.db.selectFrom('service_account_keys').selectAll().execute(),
      await balie.db.selectFrom('history').where('entity_id', '=', id).selectAll().execute(),
    ]);
    expect(stored).not.toContain(secret);
    expect(stored).toContain(secret.slice(0, 15));
  });

  test.each([
    ['203.0.113.0/28', '203.0.113.15', 200],
    ['203.0.113.0/28', '203.0.113.16', 403],
    ['203.0.113.9', '::ffff:203.0.113.9', 200],
    ['2001:db8::/32', '2001:db8:1::1', 200],
    ['2001:db8::/32', '203.0.113.9', 403],
  ])('limited to %s work from %s with %i', async (allowed, from, status) => {
    const { key } = await balie.asProgram({ addresses: [allowed] });
    const reply = await balie.app.inject({
      url: '/api/identity/me',
      remoteAddress: from,
      headers: { host: 'localhost', authorization: `Bearer ${key}` },
    });
    expect(reply.statusCode, reply.body).toBe(status);
  });

  test('of a company that is switched off are refused with its sentence', async () => {
    const { companyId, ...program } = await balie.asProgram();
    await balie.db.updateTable('companies').set({ is_active: false }).where('id', '=', companyId).execute();
    expect(await program.get('/api/identity/me')).toBeProblem(401, 'company-inactive');
  });
});

describe('a choice of administrations', () => {
  test('leaves only what belongs to them, and rights that keep to them', async () => {
    const { client, url } = await asManager([upload, invoices, 'core.administrations.read.company']);
    const [mine, other] = [
      await buildAdministration(balie.db, client.companyId, 'Logistiek'),
      await buildAdministration(balie.db, client.companyId, 'Holding'),
    ];
    const refused = await client.post(url, {
      name: 'X',
      permissionIds: ['fmmodule.invoices.export.company'],
      administrationIds: [mine.id],
    });
    expect(refused.json().codes).toEqual({ permission_ids: ['not-for-programs'] });

    const program = await balie.asProgram({
      companyId: client.companyId,
      may: [
        upload,
        'fmmodule.documents.read.company',
        'core.administrations.read.company',
        'core.companies.read.company',
      ],
      administrationIds: [mine.id],
    });
    const listed = await program.get(`/api/core/administrations`);
    expect(listed.json().result.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    // A right from before the choice, and one that does not keep to it.
    expect(await program.get('/api/core/companies')).toBeProblem(403, 'forbidden');
    const send = (field?: string) => {
      const text =
        field === undefined
          ? ''
          : `--x\r\ncontent-disposition: form-data; name="administrationId"\r\n\r\n${field}\r\n`;
      return program.post(
        '/api/fmmodule/documents',
        `${text}--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\r\n--x--\r\n`,
        { 'content-type': 'multipart/form-data; boundary=x' },
      );
    };
    expect((await send(other.id)).json().codes).toEqual({ administration_id: ['unknown'] });
    const sent = await send();
    expect(sent.statusCode, sent.body).toBeLessThan(300);
    const theirs = await balie.asProgram({
      companyId: client.companyId,
      may: ['fmmodule.documents.read.company'],
      administrationIds: [other.id],
    });
    const ids = async (by: typeof program): Promise<string[]> =>
      (await by.get('/api/fmmodule/documents')).json().result.map((row: { id: string }) => row.id);
    const [id = ''] = await ids(program);
    expect(await ids(theirs)).toEqual([]);
    expect((await program.get(`/api/fmmodule/documents/${id}`)).statusCode).toBe(200);
    expect(await theirs.get(`/api/fmmodule/documents/${id}`)).toBeProblem(404, 'not-found');
  });
});

describe('OAuth 2.0 client credentials', () => {
  const ask = (id: string, secret: string, form = 'grant_type=client_credentials') =>
    balie.app.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        host: 'localhost',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      },
      payload: form,
    });

  test('give a token of ten minutes that calls as the account, until its secret ends', async () => {
    const { client, url, make, key } = await asManager();
    const { id } = await make({ permissionIds: [upload] });
    const made = await key(id, { kind: 'client-secret' });
    expect(made.key).toMatch(/^balie_secret_/);
    const reply = await ask(id, made.key);
    expect(reply.statusCode, reply.body).toBe(200);
    const { access_token: token, expires_in: seconds, token_type: type } = reply.json();
    expect([seconds, type]).toEqual([600, 'Bearer']);
    const me = await balie.withToken(token).get('/api/identity/me');
    expect(me.json().result).toMatchObject({ id, permissions: [upload] });
    // The secret itself is no key of the API.
    expect(await balie.withToken(made.key).get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
    await client.delete(`${url}/${id}/keys/${made.keys[0]?.id}`);
    expect(await balie.withToken(token).get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
  });

  test('change their secret under load without one refusal', async () => {
    const { client, url, make, key } = await asManager();
    const { id } = await make({ permissionIds: [upload] });
    const made = () => key(id, { kind: 'client-secret' });
    const load = callers(await made(), async (secret) => {
      const reply = await ask(id, secret);
      return reply.statusCode === 200
        ? balie.withToken(reply.json().access_token).get('/api/identity/me')
        : reply;
    });
    for (let change = 0; change < 3; change += 1)
      await load.change(made, (old) => client.delete(`${url}/${id}/keys/${old}`));
    expect(await load.end()).toEqual([200]);
  });

  test('refuse a wrong secret, an API key, another account’s secret and an unknown client alike', async () => {
    const [one, other] = [await balie.asProgram(), await balie.asProgram()];
    await addKey(balie.db, one.userId, { kind: 'client-secret' });
    const theirs = await addKey(balie.db, other.userId, { kind: 'client-secret' });
    const ended = await addKey(balie.db, one.userId, {
      kind: 'client-secret',
      expiresAt: '2026-11-21T13:04:59Z',
    });
    const unknown = '00000000-0000-7000-8000-00000000dead';
    for (const [id, secret] of [
      [one.userId, 'x'],
      [one.userId, one.key],
      [one.userId, theirs],
      [one.userId, ended],
      [unknown, theirs],
    ] as const) {
      const reply = await ask(id, secret);
      expect([reply.statusCode, reply.json().error]).toEqual([401, 'invalid_client']);
    }
    const asPerson = await ask(other.userId, theirs, 'grant_type=authorization_code&code=x');
    expect([asPerson.statusCode, asPerson.json().access_token]).toEqual([400, undefined]);
  });
});

describe('where another service does the sign-in', () => {
  test('there are API keys only: an OAuth secret is refused with a sentence, and no address takes one', async () => {
    const elsewhere = await testApp({ now: () => now, env: { OIDC_ISSUER: 'https://login.example' } });
    try {
      const client = await elsewhere.asUser({ may: manage });
      const program = await elsewhere.asProgram({ companyId: client.companyId });
      const url = `/api/core/companies/${client.companyId}/service-accounts/${program.userId}/keys`;
      const make = (kind: string, language: string) =>
        client.post(url, { kind }, { 'accept-language': language });
      const [dutch, english] = [await make('client-secret', 'nl'), await make('client-secret', 'en')];
      expect(dutch).toBeProblem(409, 'wrong-state');
      expect(dutch.json().detail).toContain('dus een programma werkt met een API-sleutel');
      expect(english.json().detail).toContain('so a program works with an API key');
      expect(await elsewhere.anonymous.post('/oidc/token', {})).toBeProblem(404, 'not-found');

      const made = serviceKeyMade.parse((await make('api-key', 'nl')).json().result);
      expect(made.keys.map(({ kind }) => kind)).toEqual(['api-key', 'api-key']);
      expect((await elsewhere.withToken(made.key).get('/api/identity/me')).statusCode).toBe(200);
    } finally {
      await elsewhere.close();
    }
  });
});

/** Programs that call without a pause, each with the key that is given out at that moment. */
function callers(
  first: z.output<typeof serviceKeyMade>,
  call: (key: string) => Promise<{ readonly statusCode: number }>,
) {
  const statuses = new Set<number>();
  let [current, calls] = [first, 0];
  const over = new AbortController();
  const turns = Array.from({ length: 4 }, () => 0);
  const all = turns.map(async (_, caller) => {
    while (!over.signal.aborted) {
      statuses.add((await call(current.key)).statusCode);
      turns[caller] = (turns[caller] ?? 0) + 1;
      calls += 1;
    }
  });
  // Each has finished a call, so what began before is answered.
  const nextTurn = async () => {
    const before = [...turns];
    while (turns.some((turn, caller) => turn <= (before[caller] ?? 0) + 1)) await new Promise(setImmediate);
  };
  return {
    /** Makes another key, gives it out, and ends the old one once nobody calls with it any more. */
    async change(
      make: () => Promise<z.output<typeof serviceKeyMade>>,
      revoke: (id: string) => Promise<{ readonly statusCode: number }>,
    ) {
      const old = current.keys.find(({ expiresAt }) => expiresAt === null)?.id ?? '';
      await nextTurn();
      current = await make();
      await nextTurn();
      expect((await revoke(old)).statusCode).toBe(200);
      await nextTurn();
    },
    async end() {
      over.abort();
      await Promise.all(all);
      expect(calls).toBeGreaterThan(turns.length);
      return [...statuses];
    },
  };
}
