import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokenVerifier, InvalidToken } from '#server/platform/auth/access-token.ts';
import { createDiscovery, createRemoteKeys } from '#server/platform/auth/token-keys.ts';
import { createTestSigner } from '#server/platform/testing/tokens.ts';
import { Browser } from '../testing/browser.ts';
import { createSite } from '../sites.ts';
import { setStage, type Stage, testPassword } from '../testing/stage.ts';

// Our own provider stands for somebody else's: another process that is known by its address only.
let stage: Stage;
let host: string;
let provider: Browser;

beforeAll(async () => {
  stage = await setStage();
  let port = 80;
  const app = await stage.start({ allSites: () => [createSite('http', 'generic', 'localhost', port)] });
  port = Number(new URL(await app.listen({ port: 0, host: 'localhost' })).port);
  host = `localhost:${port}`;
  provider = new Browser(app, host);
});

afterAll(() => stage.close());

const verifierFor = (issuer: string) =>
  createTokenVerifier({
    isIssuer: (given) => given === issuer,
    audience: 'balie-api',
    keys: createRemoteKeys(createDiscovery(issuer)),
  });

test('a provider takes the place of ours by its address alone', async () => {
  const account = await stage.person();
  const { access_token: token } = await provider.signIn(account.email, testPassword);
  const issuer = `http://${host}/oidc`;
  await expect(verifierFor(issuer)(token)).resolves.toMatchObject({ issuer, subject: account.userId });
});

test('a token that only claims to be of that provider does not count', async () => {
  const issuer = `http://${host}/oidc`;
  const forged = await (await createTestSigner()).sign({ subject: 'somebody', issuer });
  await expect(verifierFor(issuer)(forged)).rejects.toBeInstanceOf(InvalidToken);
});
