import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { testApp } from './testing/app.ts';

const now = new Date('2026-11-26T13:14:15.000Z');
const contacts = 'mailto:security@balie.example, https://balie.example/melden';
const balie = await testApp({ now: () => now, env: { BALIE_SECURITY_CONTACT: contacts } });
afterAll(() => balie.close());

test('security.txt names the contacts, and a moment that is half a year ahead', async () => {
  const reply = await balie.app.inject({
    url: '/.well-known/security.txt',
    headers: { host: 'fm.localhost' },
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(reply.body.split('\n')).toEqual([
    'Contact: mailto:security@balie.example',
    'Contact: https://balie.example/melden',
    'Expires: 2027-05-25T00:00:00Z',
    'Preferred-Languages: nl, en',
    'Canonical: http://fm.localhost/.well-known/security.txt',
    '',
  ]);
});

test('without a contact there is none, and a contact that nobody can use is refused at start', async () => {
  const bare = await testApp();
  expect(await bare.anonymous.get('/.well-known/security.txt')).toBeProblem(404, 'not-found');
  await bare.close();
  for (const contact of ['security@balie.example', 'http://balie.example'])
    expect(() => readConfig({ BALIE_SECURITY_CONTACT: contact })).toThrow('BALIE_SECURITY_CONTACT');
});
