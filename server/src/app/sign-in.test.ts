import { expect, test } from 'vitest';
import { createDiscovery } from '#server/platform/auth/token-keys.ts';
import { obstacleOf } from './sign-in.ts';

const issuer = 'https://login.example.test';
const answering = (answer: () => Promise<Response>) => obstacleOf(createDiscovery(issuer, answer));

test('a provider that answers as it should is no obstacle', async () => {
  const document = { issuer, jwks_uri: `${issuer}/jwks` };
  await expect(answering(async () => Response.json(document))).resolves.toBeNull();
});

test.each([
  [
    'is out of reach',
    async () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })),
    'fetch failed (connect ECONNREFUSED)',
  ],
  ['answers an error', async () => new Response('', { status: 503 }), 'answered 503'],
  [
    'names another issuer',
    async () => Response.json({ issuer: 'https://other.example.test', jwks_uri: `${issuer}/jwks` }),
    'names the issuer https://other.example.test',
  ],
])('the operator reads why nobody can sign in when the provider %s', async (_, answer, reason) => {
  const sentence = await answering(answer);
  expect(sentence).toContain('nobody can sign in');
  expect(sentence).toContain(reason);
});
