import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { TestApp, TestClient } from './app.ts';
import { HardClient } from './hard-clients.ts';

const path = '/api/core/groups';
const oddKeys = [
  '',
  ' ',
  'a'.repeat(200),
  'a'.repeat(201),
  'a'.repeat(5000),
  '\xe9\xff',
  '"',
  "'; drop table groups; --",
  '%00',
  '{}',
  'a, b',
  '0',
];

/**
 * Clients that leave at random moments, send slowly and use odd and equal `Idempotency-Key`s, for a while. What is
 * promised meanwhile and after it (§B6): no answer is 5xx, a key never makes two records, and everybody else is served.
 */
export async function storm(
  balie: TestApp,
  forMs: number,
  seed: number,
): Promise<{ readonly rounds: number }> {
  const address = balie.app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the app does not listen');
  const client = new HardClient(address.port);
  const person = await balie.asUser({ may: ['core.groups.read.company', 'core.groups.create.company'] });
  const random = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), { seed, numRuns: 5000 });
  let drawn = 0;
  const next = () => random[(drawn += 1) % random.length] ?? 0;
  const until = Date.now() + forMs;
  const keys = new Set<string>();
  const statuses: number[] = [];
  let rounds = 0;
  for (; Date.now() < until; rounds += 1) {
    const key = `storm-${seed}-${rounds}`;
    keys.add(key);
    const request = (name: string, sent: string) => ({
      path,
      headers: { authorization: `Bearer ${person.userId}`, 'idempotency-key': sent },
      body: JSON.stringify({ name }),
    });
    const post = async (name: string, sent: string) =>
      statuses.push((await person.post(path, { name }, { 'idempotency-key': sent })).statusCode);
    await Promise.all([
      // The same key: some leave, some are slow, some stay. However many come through, they make one.
      ...[0, 1, 2].map(() => client.abort(request(key, key), next(), next() * 40)),
      client.slow(request(key, key), 4, next() * 20).then((text) => statuses.push(statusOf(text))),
      post(key, key),
      post(key, key),
      // Other keys, and odd ones.
      client.abort(request(`${key}-left`, `${key}-left`), next(), next() * 60),
      client
        .slow(request('odd', oddKeys[Math.floor(next() * oddKeys.length)] ?? ''), 2, 5)
        .then((text) => statuses.push(statusOf(text))),
      // The rest of a body that never comes.
      client.abort(request(`${key}-late`, `${key}-late`), 0.9, 100),
    ]);
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  // Whoever left may have been first: what they began ends before it is counted.
  await wait(500);
  await expectServed(person);
  const names = await balie.db
    .selectFrom('groups')
    .select('name')
    .where('company_id', '=', person.companyId)
    .execute();
  const made = Map.groupBy(
    names.map(({ name }) => name).filter((name) => name.startsWith('storm-')),
    (name) => name,
  );
  for (const key of keys) expect(made.get(key), key).toHaveLength(1);
  for (const [name, all] of made) expect(all, name).toHaveLength(1);
  return { rounds };
}

/** A create with a key of its own is answered, so nothing is left holding what it needs. */
async function expectServed(person: TestClient): Promise<void> {
  const replies = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((number) =>
      person.post(path, { name: `after ${number}` }, { 'idempotency-key': `after-${number}` }),
    ),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201));
}

// Nothing came back from a connection that was cut: 0.
function statusOf(text: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
}
