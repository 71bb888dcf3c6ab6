import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { documentStates } from '#contract/documents/documents.ts';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { recogniseJob, type DocumentJob } from '../jobs.ts';
import { drainQueue } from '../testing/queue.ts';
import { applyTrigger, type ApplyTriggerJob, applyTriggerJob } from './apply-trigger.job.ts';
import { sharedMatcher } from './matcher.ts';
import { buildTextDocument, type TextDocumentSeed } from './testing/factories.ts';

let balie: TestApp;
let person: TestClient;
let read: DocumentJob[];
const url = '/api/fmmanagement/triggers';
const may = [
  'fmmanagement.triggers.create.company',
  'fmmanagement.triggers.update.company',
  'fmmanagement.documents.read.company',
];
const bakery = {
  naam: 'De Zon',
  keywords: 'De Zon',
  factuurnummer: 'Nummer: (\\S+)',
  factuurdatum: 'Datum: (.+)',
  totaalbedrag: 'Totaal (.+)',
};
const text = 'De Zon\nNummer: 2026-7\nDatum: 3 mei 2026\nTotaal 12,10';

beforeAll(async () => {
  balie = await testApp();
});
afterAll(async () => {
  await sharedMatcher().close();
  await balie.close();
});
beforeEach(async () => {
  person = await balie.asUser({ may });
  read = [];
});

const unknown = async (seed: Partial<TextDocumentSeed> = {}, client = person) =>
  (await buildTextDocument(balie.db, client, { text, ...seed })).id;
const work = () =>
  drainQueue(balie.db, {
    [applyTriggerJob.name]: (job: ApplyTriggerJob) => applyTrigger(balie.services, sharedMatcher(), job),
    [recogniseJob.name]: async (job: DocumentJob) => void read.push(job),
  });
const stateOf = async (id: string) => {
  const { state } = await balie.db
    .selectFrom('documents')
    .where('id', '=', id)
    .select('state')
    .executeTakeFirstOrThrow();
  return documentStates[state];
};

test('a saved trigger has the unknown documents read that it fits, from the text that is kept', async () => {
  const fitting = await unknown();
  const other = await unknown({ text: 'Iets anders' });
  const partly = await unknown({ text: 'De Zon\nNummer: 2026-7' });
  expect((await person.post(url, bakery)).statusCode).toBe(201);
  await work();
  expect(read).toMatchObject([{ documentId: fitting, keepsText: true, by: { userId: person.userId } }]);
  expect(await stateOf(fitting)).toBe('Bezig');
  expect([await stateOf(other), await stateOf(partly)]).toEqual(['Onbekend', 'Onbekend']);
  const history = await balie.db
    .selectFrom('history')
    .where('entity_id', '=', fitting)
    .select(['verb', 'user_id'])
    .execute();
  expect(history).toMatchObject([{ verb: 'retry', user_id: person.userId }]);
});

test('what a person edited, what is known and what is another company’s stays', async () => {
  const edited = await unknown();
  await balie.db.updateTable('documents').set({ is_edited: true }).where('id', '=', edited).execute();
  const aside = await unknown({ state: 'Onverwerkbaar' });
  await unknown({}, await balie.asUser({ may }));
  await person.post(url, { ...bakery, conflictsConfirmed: true });
  await work();
  expect(read).toEqual([]);
  expect([await stateOf(edited), await stateOf(aside)]).toEqual(['Onbekend', 'Onverwerkbaar']);
});

test('a change of a trigger does the same', async () => {
  const { id } = (await person.post(url, { ...bakery, keywords: 'De Maan' })).json().result;
  const fitting = await unknown();
  await work();
  expect(read).toEqual([]);
  await person.put(`${url}/${id}`, { ...bakery, keywords: 'De Zon' });
  await work();
  expect(read.map(({ documentId }) => documentId)).toEqual([fitting]);
});
