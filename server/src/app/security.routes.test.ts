import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  passkeyAnswer,
  passkeyCreationAnswer,
  passkeyRequestAnswer,
  securityAnswer,
  totpAnswer,
} from '#contract/identity/security.ts';
import { securityMailJob, setPassword } from '#server/features/identity/index.ts';
import { Authenticator } from '#server/features/identity/testing/authenticator.ts';
import { codeAt } from '#server/features/identity/testing/codes.ts';
import { Browser } from '#server/features/identity/testing/browser.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { createOutbox } from '#server/platform/mail/testing/outbox.ts';
import { testApp } from './testing/app.ts';

// What somebody sees and changes of their own sign-in, and the routes that ask for a fresh second factor.
let now = new Date();
const balie = await testApp({ now: () => now, trustedProxies: 1, mail: createOutbox() });
afterAll(() => balie.close());
beforeEach(() => {
  now = new Date();
});

const password = 'Welkom-2026';
const manage = ['read', 'create', 'update', 'delete'].map((verb) => `core.serviceaccounts.${verb}.company`);

async function person(may: readonly string[] = manage) {
  const user = await buildUser(balie.db, { may });
  await setPassword(balie.db, user.id, password, { mustChange: false });
  const signIn = async (ip: string) => {
    const { access_token: token } = await new Browser(balie.app, 'localhost', ip).signIn(
      user.email,
      password,
    );
    return balie.withToken(token);
  };
  return { ...user, signIn };
}

async function toldOf(userId: string) {
  const { rows } = await sql<{ about: string; from: { ip: string } }>`
    select data->>'about' as about, data->'from' as "from" from jobs.job
    where name = ${securityMailJob.name} and data->>'userId' = ${userId} order by created_on`.execute(
    balie.db,
  );
  return rows.map(({ about, from }) => `${about} ${from.ip}`);
}

type Client = Awaited<ReturnType<Awaited<ReturnType<typeof person>>['signIn']>>;
const codeOf = (secret: string) => codeAt(secret, now);

async function addApp(client: Client) {
  const { secret, uri } = totpAnswer.parse((await client.post('/api/identity/totp')).json()).result;
  expect(uri).toContain(`secret=${secret}`);
  const confirmed = await client.post('/api/identity/totp/confirm', { code: codeOf(secret) });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  expect(confirmed.json().result.codes).toHaveLength(10);
  return secret;
}

describe('a second factor', () => {
  test('is added with a code, seen, and removed', async () => {
    const { id, signIn } = await person();
    const client = await signIn('198.51.100.1');
    const before = (await client.get('/api/identity/security')).json().result;
    expect(before).toMatchObject({ isOurs: true, totpSince: null, recoveryCodesLeft: 0, requiredFrom: null });
    await client.post('/api/identity/totp');
    const wrong = await client.post('/api/identity/totp/confirm', { code: '000000' });
    expect(wrong.json().codes).toEqual({ code: ['invalid'] });
    await addApp(client);
    const after = (await client.get('/api/identity/security')).json().result;
    expect(after).toMatchObject({ totpSince: now.toISOString(), recoveryCodesLeft: 10 });
    expect(await client.post('/api/identity/totp')).toBeProblem(409, 'wrong-state');
    expect((await client.post('/api/identity/recovery-codes')).statusCode).toBe(200);
    expect((await client.delete('/api/identity/totp')).statusCode).toBe(204);
    expect((await client.get('/api/identity/security')).json().result.totpSince).toBeNull();
    const told = ['app-added', 'codes-made', 'app-removed'].map((about) => `${about} 127.0.0.1`);
    expect(await toldOf(id)).toEqual(told);
  });

  test('is asked for again after five minutes where rights are given, by who has one', async () => {
    const { companyId, signIn } = await person();
    const url = `/api/core/companies/${companyId}/service-accounts`;
    const client = await signIn('198.51.100.2');
    expect((await client.post(url, { name: 'Zonder' })).statusCode).toBe(201);
    const secret = await addApp(client);
    expect((await client.post(url, { name: 'Vers' })).statusCode).toBe(201);
    now = new Date(now.getTime() + 5 * 60_000);
    expect(await client.post(url, { name: 'Te laat' })).toBeProblem(403, 'step-up');
    expect((await client.get(url)).statusCode).toBe(200);
    const wrong = await client.post('/api/identity/step-up', { code: '000000' });
    expect(wrong.json().codes).toEqual({ code: ['invalid'] });
    expect((await client.post('/api/identity/step-up', { code: codeOf(secret) })).statusCode).toBe(204);
    expect((await client.post(url, { name: 'Weer vers' })).statusCode).toBe(201);
  });

  test('is asked for before somebody who was deleted comes back, and not for a relation', async () => {
    const may = ['users', 'customerrelations'].flatMap((name) =>
      ['read', 'create', 'delete'].map((verb) => `core.${name}.${verb}.company`),
    );
    const { companyId, signIn } = await person([...may, 'core.trash.restore.company']);
    const client = await signIn('198.51.100.4');
    const colleague = await buildUser(balie.db, { companyId });
    const users = `/api/core/companies/${companyId}/users`;
    expect((await client.delete(`${users}/${colleague.id}`)).statusCode).toBe(204);
    const relations = '/api/core/customer-relations';
    const relation = (await client.post(relations, { name: 'Bakkerij Ommen', tag: 'K-1' })).json().result;
    expect((await client.delete(`${relations}/${relation.id}`)).statusCode).toBe(204);
    const secret = await addApp(client);
    now = new Date(now.getTime() + 5 * 60_000);
    const restore = (entity: string, id: string) => client.post(`/api/core/trash/${entity}/${id}/restore`);
    expect((await restore('core.customerrelations', relation.id)).statusCode).toBe(200);
    expect(await restore('core.users', colleague.id)).toBeProblem(403, 'step-up');
    expect((await client.post('/api/identity/step-up', { code: codeOf(secret) })).statusCode).toBe(204);
    expect((await restore('core.users', colleague.id)).statusCode).toBe(200);
  });

  test('that the company asks for cannot be removed', async () => {
    const { companyId, signIn } = await person();
    const client = await signIn('198.51.100.3');
    await addApp(client);
    const row = { second_factor_from: '2026-01-01' };
    await balie.db.updateTable('companies').set(row).where('id', '=', companyId).execute();
    expect(await client.delete('/api/identity/totp')).toBeProblem(409, 'wrong-state');
  });

  test('of somebody is nothing for a program', async () => {
    const program = await balie.asProgram({ may: ['core.companies.read.company'] });
    expect(await program.post('/api/identity/step-up', { code: '000000' })).toBeProblem(403, 'forbidden');
    expect(await program.get('/api/identity/security')).toBeProblem(403, 'forbidden');
  });
});

describe('a passkey', () => {
  const ask = { related: false };
  const at = { rpId: 'localhost', origin: 'http://localhost' };

  async function addPasskey(client: Client, name = 'Laptop kantoor') {
    const device = new Authenticator();
    const begun = await client.post('/api/identity/passkeys/begin', ask);
    const { challenge, user, rp } = passkeyCreationAnswer.parse(begun.json()).result;
    expect(rp.id).toBe(at.rpId);
    const passkey = device.make({ challenge, userHandle: user.id, ...at });
    const kept = await client.post('/api/identity/passkeys', { name, passkey });
    expect(kept.statusCode, kept.body).toBe(201);
    const again = await client.post('/api/identity/passkeys', { name, passkey });
    expect(again).toBeProblem(409, 'wrong-state');
    return { device, ...passkeyAnswer.parse(kept.json()).result };
  }

  const listed = async (client: Client) =>
    securityAnswer.parse((await client.get('/api/identity/security')).json()).result;

  test('is added with recovery codes, named, and removed with them', async () => {
    const { id: userId, signIn } = await person();
    const client = await signIn('198.51.100.31');
    const { id, codes } = await addPasskey(client);
    expect(codes).toHaveLength(10);
    expect((await client.put(`/api/identity/passkeys/${id}`, { name: 'Telefoon' })).statusCode).toBe(204);
    expect(await listed(client)).toMatchObject({
      passkeys: [{ id, name: 'Telefoon', createdAt: now.toISOString(), lastUsedAt: null, host: 'localhost' }],
      recoveryCodesLeft: 10,
    });
    // The second one leaves the codes as they are.
    const second = await addPasskey(client);
    expect(second.codes).toBeNull();
    expect((await client.delete(`/api/identity/passkeys/${second.id}`)).statusCode).toBe(204);
    expect(await listed(client)).toMatchObject({ recoveryCodesLeft: 10 });
    expect((await client.delete(`/api/identity/passkeys/${id}`)).statusCode).toBe(204);
    expect(await listed(client)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    const told = ['added', 'added', 'removed', 'removed'].map((how) => `passkey-${how} 127.0.0.1`);
    expect(await toldOf(userId)).toEqual(told);
  });

  test('is shown again after five minutes where rights are given', async () => {
    const { companyId, signIn } = await person();
    const url = `/api/core/companies/${companyId}/service-accounts`;
    const client = await signIn('198.51.100.32');
    expect(await client.post('/api/identity/step-up/passkey/ask', ask)).toBeProblem(409, 'wrong-state');
    const { device } = await addPasskey(client);
    now = new Date(now.getTime() + 5 * 60_000);
    expect(await client.post(url, { name: 'Te laat' })).toBeProblem(403, 'step-up');
    expect(await client.post('/api/identity/passkeys/begin', ask)).toBeProblem(403, 'step-up');
    const show = async () => {
      const begun = await client.post('/api/identity/step-up/passkey/ask', ask);
      const { challenge, allowCredentials } = passkeyRequestAnswer.parse(begun.json()).result;
      expect(allowCredentials).toHaveLength(1);
      const body = { passkey: device.show({ challenge, ...at }) };
      return { body, reply: await client.post('/api/identity/step-up/passkey', body) };
    };
    device.isVerifying = false;
    expect((await show()).reply).toBeProblem(409, 'wrong-state');
    device.isVerifying = true;
    const { body, reply } = await show();
    expect(reply.statusCode).toBe(204);
    expect((await client.post(url, { name: 'Weer vers' })).statusCode).toBe(201);
    expect(await client.post('/api/identity/step-up/passkey', body)).toBeProblem(409, 'wrong-state');
  });

  test('that is the last factor stays where the company asks for one', async () => {
    const { companyId, signIn } = await person();
    const client = await signIn('198.51.100.33');
    const { id } = await addPasskey(client);
    const row = { second_factor_from: '2026-01-01' };
    await balie.db.updateTable('companies').set(row).where('id', '=', companyId).execute();
    expect(await client.delete(`/api/identity/passkeys/${id}`)).toBeProblem(409, 'wrong-state');
    expect((await listed(client)).passkeys).toHaveLength(1);
    await addApp(client);
    expect((await client.delete(`/api/identity/passkeys/${id}`)).statusCode).toBe(204);
  });
});

describe('sessions', () => {
  test('are listed with their place, and end one by one and all others at once', async () => {
    const { signIn } = await person();
    const [here, there, elsewhere] = [
      await signIn('198.51.100.11'),
      await signIn('198.51.100.12'),
      await signIn('198.51.100.13'),
    ];
    const list = async () =>
      securityAnswer.parse((await here.get('/api/identity/security')).json()).result.sessions;
    const all = await list();
    expect(all.map(({ ip, isCurrent, methods }) => [ip, isCurrent, methods])).toEqual(
      expect.arrayContaining([
        ['198.51.100.11', true, ['pwd']],
        ['198.51.100.12', false, ['pwd']],
        ['198.51.100.13', false, ['pwd']],
      ]),
    );
    const second = all.find(({ ip }) => ip === '198.51.100.12');
    expect((await here.delete(`/api/identity/sessions/${second?.id}`)).statusCode).toBe(204);
    // Within ten seconds (decision 0070).
    now = new Date(now.getTime() + 11_000);
    expect(await there.get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
    expect((await elsewhere.get('/api/identity/me')).statusCode).toBe(200);
    expect((await here.delete('/api/identity/sessions')).statusCode).toBe(204);
    now = new Date(now.getTime() + 11_000);
    expect(await elsewhere.get('/api/identity/me')).toBeProblem(401, 'unauthenticated');
    expect((await list()).map(({ ip }) => ip)).toEqual(['198.51.100.11']);
  });

  test('of somebody else do not end', async () => {
    const [mine, theirs] = [
      await (await person()).signIn('198.51.100.21'),
      await (await person()).signIn('198.51.100.22'),
    ];
    const [session] = (await theirs.get('/api/identity/security')).json().result.sessions;
    expect(await mine.delete(`/api/identity/sessions/${session.id}`)).toBeProblem(404, 'not-found');
    expect((await theirs.get('/api/identity/me')).statusCode).toBe(200);
  });
});

test('these routes ask for a fresh second factor, and no other', () => {
  const asking = balie.routes.filter(({ isFresh }) => isFresh).map(({ method, url }) => `${method} ${url}`);
  expect(asking.toSorted()).toMatchInlineSnapshot(`
    [
      "DELETE /api/core/companies/:companyId/identity-provider",
      "DELETE /api/core/companies/:companyId/service-accounts/:id",
      "DELETE /api/core/companies/:companyId/service-accounts/:id/keys/:keyId",
      "DELETE /api/core/companies/:companyId/users/:id",
      "DELETE /api/core/companies/:companyId/webhooks/:id",
      "DELETE /api/core/groups/:id",
      "DELETE /api/identity/passkeys/:id",
      "DELETE /api/identity/totp",
      "GET /api/core/companies/:companyId/users/:id/personal-data",
      "GET /api/core/personal-data",
      "POST /api/core/companies/:companyId/identity-provider/prove",
      "POST /api/core/companies/:companyId/service-accounts",
      "POST /api/core/companies/:companyId/service-accounts/:id/keys",
      "POST /api/core/companies/:companyId/users",
      "POST /api/core/companies/:companyId/users/:id/erase",
      "POST /api/core/companies/:companyId/users/:id/invite",
      "POST /api/core/companies/:companyId/users/:id/reset-sign-in",
      "POST /api/core/companies/:companyId/users/:id/starting-password",
      "POST /api/core/companies/:companyId/webhooks",
      "POST /api/core/companies/:companyId/webhooks/:id/secret",
      "POST /api/core/groups",
      "POST /api/core/groups/:id/copy",
      "POST /api/core/inspectors",
      "POST /api/core/inspectors/:id/end",
      "POST /api/core/trash/:entity/:id/restore",
      "POST /api/fmmodule/bank-accounts/:id/block",
      "POST /api/fmmodule/bank-accounts/:id/confirm",
      "POST /api/fmmodule/payment-settings/:id/confirm",
      "POST /api/fmmodule/payments/:id/prepare",
      "POST /api/fmmodule/payments/:id/release",
      "POST /api/identity/passkeys/begin",
      "POST /api/identity/recovery-codes",
      "POST /api/identity/totp",
      "PUT /api/core/companies/:companyId/identity-provider",
      "PUT /api/core/companies/:companyId/service-accounts/:id",
      "PUT /api/core/companies/:companyId/users/:id",
      "PUT /api/core/companies/:companyId/webhooks/:id",
      "PUT /api/core/groups/:id",
      "PUT /api/core/inspectors/:id",
    ]
  `);
});
