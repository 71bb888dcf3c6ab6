import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '#server/app/testing/app.ts';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { Browser } from '#server/features/identity/testing/browser.ts';
import { mailOverSmtp } from '#server/platform/mail/mail.ts';
import { type SmtpServer, startSmtpServer } from '#server/platform/mail/testing/smtp-server.ts';

// Behind a proxy on another port, which passes host names without it or tells of hosts of its own.
let balie: TestApp;
let smtp: SmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
  const mail = mailOverSmtp({ url: smtp.url, from: 'Balie <post@balie.example>' });
  balie = await testApp({
    mail,
    env: { PUBLIC_SCHEME: 'https', BALIE_HOSTS: 'generic=localhost:8443,fm=fm.example.nl' },
  });
});
afterAll(async () => {
  await balie.close();
  smtp.close();
});
afterEach(() => void smtp.received.splice(0));

async function invite(headers: Record<string, string>) {
  const user = await buildUser(balie.db);
  const chief = await balie.asUser({ companyId: user.companyId, may: ['core.users.invite.company'] });
  const reply = await chief.post(
    `/api/core/companies/${user.companyId}/users/${user.id}/invite`,
    undefined,
    headers,
  );
  return { reply, links: (smtp.received[0]?.text ?? '').match(/https?:\/\/[^/\s"]+(?=\/oidc)/g) ?? [] };
}

test.each([
  ['localhost:8443', 'https://localhost:8443'],
  ['localhost', 'https://localhost:8443'],
  ['FM.example.nl:443', 'https://fm.example.nl'],
])('an invitation that is asked for on %s leads to %s', async (host, origin) => {
  const { reply, links } = await invite({
    host,
    'x-forwarded-host': 'evil.example',
    'x-forwarded-port': '1',
  });
  expect(reply.json()).toMatchObject({ result: { isMailed: true } });
  expect(new Set(links)).toEqual(new Set([origin]));
});

test.each(['localhost:8443@evil.example', 'localhost.evil.example', 'localhost:3000', 'fm.example.nl:8443'])(
  'on %s nobody is invited',
  async (host) => {
    const { reply } = await invite({ host });
    expect(reply).toBeProblem(421, 'unknown-host');
    expect(smtp.received).toEqual([]);
  },
);

test('a forgotten password leads to the site of the settings too', async () => {
  const { email } = await buildUser(balie.db);
  const ask = (host: string) =>
    new Browser(balie.app, host).post(
      '/oidc/account/forgotten',
      { email },
      { origin: 'https://localhost:8443' },
    );
  expect((await ask('localhost')).statusCode).toBe(200);
  expect((await ask('localhost:3000')).statusCode).toBe(421);
  const { rows } = await sql<{
    origin: string;
  }>`select data->>'origin' as origin from jobs.job where name = 'identity-new-password'`.execute(balie.db);
  expect(rows).toEqual([{ origin: 'https://localhost:8443' }]);
});

test('the provider and its redirect addresses are those of the settings', async () => {
  const browser = new Browser(balie.app, 'localhost');
  expect((await browser.get('/oidc/.well-known/openid-configuration')).json()).toMatchObject({
    issuer: 'https://localhost:8443/oidc',
  });
  expect((await browser.begin({ redirect_uri: 'https://localhost:8443/callback' })).reply.statusCode).toBe(
    303,
  );
  expect((await browser.begin({ redirect_uri: 'https://localhost/callback' })).reply.statusCode).toBe(400);
});
