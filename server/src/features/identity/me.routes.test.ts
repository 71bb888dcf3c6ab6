import '#server/platform/testing/matchers.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokenVerifier, InvalidToken } from '#server/platform/auth/access-token.ts';
import { mountCaller } from '#server/platform/http/caller.ts';
import { mountErrors } from '#server/platform/http/errors.ts';
import { problem } from '#server/platform/http/problem.ts';
import { mountSchemas } from '#server/platform/http/schemas.ts';
import { createTestSigner, type TestSigner } from '#server/platform/testing/tokens.ts';
import { mountMe } from './me.routes.ts';
import { setStage, type Stage } from './testing/stage.ts';

let stage: Stage;
let app: FastifyInstance;
let signer: TestSigner;

beforeAll(async () => {
  stage = await setStage();
  signer = await createTestSigner();
  const { issuer, audience, keys } = signer;
  const verify = createTokenVerifier({ isIssuer: (given) => given === issuer, audience, keys });
  app = Fastify();
  mountErrors(app);
  mountSchemas(app);
  mountCaller(
    app,
    async (token) => {
      const verified = await verify(token).catch((error: unknown) => {
        throw error instanceof InvalidToken ? problem.unauthenticated() : error;
      });
      return {
        userId: verified.subject,
        companyId: 'company-1',
        companyName: 'Bakkerij De Korst',
        isProvider: false,
        name: 'Sanne de Wit',
        email: 'sanne@balie.example',
        permissions: ['fmmodule.invoices.read.company'],
      };
    },
    async () => 'fresh',
  );
  mountMe(app, stage.directory);
});

afterAll(async () => {
  await app.close();
  await stage.close();
});

const call = (token: string) =>
  app.inject({ url: '/api/identity/me', headers: token === '' ? {} : { authorization: `Bearer ${token}` } });

test('says who is signed in, with the rights as they are now rather than as the token has them', async () => {
  const account = await stage.person();
  const token = await signer.sign({
    subject: account.userId,
    claims: { permissions: ['core.users.delete.system'] },
  });
  const reply = await call(token);
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    result: {
      id: account.userId,
      companyId: 'company-1',
      companyName: 'Bakkerij De Korst',
      name: 'Sanne de Wit',
      nickname: 'Sanne',
      picture: null,
      emailAddress: 'sanne@balie.example',
      isProvider: false,
      language: null,
      permissions: ['fmmodule.invoices.read.company'],
    },
  });
});

test('keeps the language that a person works in', async () => {
  const { userId } = await stage.person();
  const token = await signer.sign({ subject: userId });
  const put = (language: string) =>
    app.inject({
      method: 'PUT',
      url: '/api/identity/me',
      headers: { authorization: `Bearer ${token}` },
      payload: { language },
    });
  expect((await put('en')).json().result.language).toBe('en');
  expect(await put('fr')).toBeProblem(400, 'validation');
  expect((await call(token)).json().result.language).toBe('en');
});

test('needs a token that counts', async () => {
  const account = await stage.person();
  expect(await call('')).toBeProblem(401, 'unauthenticated');
  expect(await call(await signer.sign({ subject: account.userId, expiresIn: -60 }))).toBeProblem(
    401,
    'unauthenticated',
  );
  expect(await call(await (await createTestSigner()).sign({ subject: account.userId }))).toBeProblem(
    401,
    'unauthenticated',
  );
});
