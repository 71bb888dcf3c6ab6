import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildCompany, buildGroup } from '#server/features/core/testing/factories.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import type { LiveEvent } from '#server/platform/jobs/live-events.ts';
import { testApp, type TestApp, type TestClient } from './testing/app.ts';

// Who hears of what, over the wire. Nothing here is remembered between events: what a process remembers of a caller ages
// as it does for requests (fresh-rights.test.ts).
let balie: TestApp;
let base: string;
const listening: AbortController[] = [];

beforeAll(async () => {
  balie = await testApp({ build: 'ab12cd34' });
  base = (await balie.app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost');
});
afterEach(() => {
  for (const each of listening.splice(0)) each.abort();
});
afterAll(() => balie.close());

interface Heard {
  readonly resource?: string;
  readonly id?: string;
}

async function listen({ userId }: TestClient, question = '') {
  const stop = new AbortController();
  listening.push(stop);
  const response = await fetch(`${base}/api/identity/events${question}`, {
    headers: { authorization: `Bearer ${userId}` },
    signal: stop.signal,
  });
  let text = '';
  const state = { hasEnded: false };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    state.hasEnded = true;
  })().catch(() => undefined);
  // Which portal the server gives comes first.
  const first = ': open\n\ndata: {"build":"ab12cd34"}\n\n';
  await expect.poll(() => text).toContain(first);
  const heard = (): Heard[] =>
    [...text.slice(first.length).matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
  return { heard, hasEnded: () => state.hasEnded };
}

const publish = (...events: LiveEvent[]) => balie.services.events.publish(balie.db, ...events);
const invoice = (companyId: string, id = 'x') => ({ resource: 'fmmodule/invoices', companyId, id });

// Whoever is of the company hears of notes: events come in order, so all before this one has been told or never will be.
let marks = 0;
async function heardBy(stream: { heard: () => Heard[] }, companyId: string): Promise<Heard[]> {
  marks += 1;
  const resource = 'shared/entities/{entityId}/notes';
  const before = stream.heard().filter((event) => event.resource === resource).length;
  await publish({ resource, companyId, id: `mark ${marks}` });
  await expect
    .poll(() => stream.heard().filter((event) => event.resource === resource).length, { timeout: 10_000 })
    .toBe(before + 1);
  return stream.heard().filter((event) => event.resource !== resource);
}

test('only who may read a resource hears of it, and only of their own company', async () => {
  const reader = await balie.asUser({ may: ['fmmodule.invoices.read.company'] });
  const other = await balie.asUser({ companyId: reader.companyId, may: ['core.users.read.company'] });
  const [theirs, nothing] = [await listen(reader), await listen(other)];
  await publish(
    invoice((await buildCompany(balie.db)).id, 'foreign'),
    invoice(noCompany, 'common'),
    invoice(reader.companyId, 'own'),
  );
  await publish({ resource: 'nobody/reads-this', companyId: reader.companyId });
  expect(await heardBy(theirs, reader.companyId)).toEqual([{ resource: 'fmmodule/invoices', id: 'own' }]);
  expect(await heardBy(nothing, reader.companyId)).toEqual([]);
});

test('a lock on a document is heard by whoever may take it', async () => {
  const may = ['fmmanagement.documents.update.company'];
  const colleague = await balie.asUser({ may });
  const other = await balie.asUser({ companyId: colleague.companyId, may: ['core.users.read.company'] });
  const [theirs, nothing] = [await listen(colleague), await listen(other)];
  const lock = { resource: 'fmmanagement/documenten/locks', companyId: colleague.companyId, id: 'x' };
  await publish(lock);
  expect(await heardBy(theirs, colleague.companyId)).toEqual([{ resource: lock.resource, id: 'x' }]);
  expect(await heardBy(nothing, colleague.companyId)).toEqual([]);
});

test('the provider’s people hear of other companies with a right that reaches them', async () => {
  const wide = await balie.asUser({ isProvider: true, may: ['fmmodule.invoices.read.system'] });
  const narrow = await balie.asUser({ isProvider: true, may: ['fmmodule.invoices.read.company'] });
  const [all, own] = [await listen(wide), await listen(narrow)];
  await publish(invoice((await buildCompany(balie.db)).id, 'foreign'), invoice(wide.companyId, 'own'));
  expect((await heardBy(all, wide.companyId)).map(({ id }) => id)).toEqual(['foreign', 'own']);
  expect((await heardBy(own, narrow.companyId)).map(({ id }) => id)).toEqual(['own']);
});

test('who may read their own records only hears that there is something, not of which record', async () => {
  const person = await balie.asUser({ may: ['comceptum.workorders.read.user'] });
  const stream = await listen(person);
  await publish({ resource: 'comceptum/workorders', companyId: person.companyId, id: 'x' });
  expect(await heardBy(stream, person.companyId)).toEqual([{ resource: 'comceptum/workorders' }]);
});

test('a right that is taken away ends what is heard by it, and the page is told that its rights changed', async () => {
  const person = await balie.asUser();
  const group = await buildGroup(balie.db, {
    companyId: person.companyId,
    may: ['fmmodule.invoices.read.company'],
    userIds: [person.userId],
  });
  const stream = await listen(person);
  await publish(invoice(person.companyId));
  expect(await heardBy(stream, person.companyId)).toHaveLength(1);
  await balie.db.deleteFrom('group_users').where('group_id', '=', group.id).execute();
  await publish(
    { resource: 'core/groups', companyId: person.companyId, id: group.id },
    invoice(person.companyId),
  );
  expect((await heardBy(stream, person.companyId)).slice(1)).toEqual([{ resource: 'identity/me' }]);
});

test('who comes late is told that rights may have changed meanwhile', async () => {
  const person = await balie.asUser();
  const witness = await listen(person);
  for (let round = 0; round < 5; round += 1) await heardBy(witness, person.companyId);
  const from = performance.now();
  await publish({ resource: 'core/groups', companyId: person.companyId });
  expect(await heardBy(witness, person.companyId)).toEqual([]);
  // A request takes its time, so the question reaches further back until it covers the event.
  let further = 0;
  const asksLate = async () => {
    further += 100;
    const late = await listen(person, `?since=${performance.now() - from + further}`);
    await heardBy(late, person.companyId);
    return late.heard();
  };
  await expect.poll(asksLate, { timeout: 10_000 }).toContainEqual({ resource: 'identity/me' });
});

test('a stream ends with the first event after its user is switched off', async () => {
  const person = await balie.asUser({ may: ['fmmodule.invoices.read.company'] });
  const stream = await listen(person);
  await balie.db.updateTable('users').set({ is_active: false }).where('id', '=', person.userId).execute();
  await publish(invoice(person.companyId));
  await expect.poll(stream.hasEnded, { timeout: 10_000 }).toBe(true);
  expect(stream.heard()).toEqual([]);
});

test('the eleventh stream of a user ends the oldest, and nobody else’s', async () => {
  const person = await balie.asUser({ may: ['fmmodule.invoices.read.company'] });
  const other = await listen(await balie.asUser({ companyId: person.companyId }));
  const streams = [];
  for (let count = 0; count < 11; count += 1) streams.push(await listen(person));
  const [oldest, ...rest] = streams;
  await expect.poll(() => oldest?.hasEnded(), { timeout: 10_000 }).toBe(true);
  await publish(invoice(person.companyId));
  for (const stream of rest) await expect.poll(stream.heard, { timeout: 10_000 }).toHaveLength(1);
  expect(rest.some(({ hasEnded }) => hasEnded())).toBe(false);
  expect(other.hasEnded()).toBe(false);
});
