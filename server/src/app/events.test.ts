import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type Event, eventDays, eventsPage } from '#contract/core/events.ts';
import { testApp, testNow } from '#server/app/testing/app.ts';
import { recordEvents } from '#server/platform/db/events.ts';
import { newId } from '#server/platform/db/ids.ts';
import { forgetOldEvents } from '#server/features/core/events/forget-events.job.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { upload } from '#server/platform/testing/upload.ts';

const balie = await testApp();
afterAll(() => balie.close());

const readInvoices = 'fmmodule.invoices.read.company';
const invoice = 'fmmodule.invoices';

function say(companyId: string, type: Event['type'] = 'invoice.updated', entity = invoice) {
  const recordId = newId();
  return {
    recordId,
    in: (tx: Parameters<typeof recordEvents>[0], now = testNow) =>
      recordEvents(tx, now, [{ companyId, type, entity, recordId }]),
  };
}

// Events are numbered as they were made, to the millisecond.
let moments = 0;

async function happens(companyId: string, type?: Event['type'], entity?: string): Promise<string> {
  const said = say(companyId, type, entity);
  moments += 1;
  const at = new Date(testNow.getTime() + moments);
  await balie.db.transaction().execute((tx) => said.in(tx, at));
  return said.recordId;
}

const pdf = () => upload({ filename: 'factuur.pdf', content: `%PDF-1.4 ${newId()}` });

type Reader = Pick<Awaited<ReturnType<typeof balie.asProgram>>, 'get'>;
async function feed(reader: Reader, query = '') {
  const reply = await reader.get(`/api/events${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  const { result, metadata } = eventsPage.parse(reply.json());
  return { ...metadata, ids: result.map(({ data }) => data.id), result };
}

test('a change of a record is an event, for a program with the right to read it', async () => {
  const orders = ['comceptum.workorders.read.company', 'core.customerrelations.create.company'];
  const program = await balie.asProgram({ may: [...orders, readInvoices] });
  const id = await happens(program.companyId, 'invoice.approved');
  await happens(program.companyId, 'document.created', 'fmmodule.documents');
  // A relation is no kind of record that programs hear of.
  expect((await program.post('/api/core/customer-relations', { name: 'X' })).statusCode).toBe(201);
  const { result, next, hasMore } = await feed(program);
  expect(result).toEqual([
    {
      type: 'invoice.approved',
      timestamp: new Date(testNow.getTime() + 1).toISOString(),
      data: {
        eventId: expect.any(String),
        companyId: program.companyId,
        id,
        url: `/api/fmmodule/invoices/${id}`,
      },
      cursor: '1',
    },
  ]);
  expect({ next, hasMore }).toEqual({ next: '2', hasMore: false });
  expect((await feed(program, `?after=${next}`)).ids).toEqual([]);
});

test('an event that is committed late comes later, and is never skipped', async () => {
  const program = await balie.asProgram({ may: [readInvoices] });
  const { companyId } = program;
  const [late, undone] = [say(companyId), say(companyId)];
  let early = '';
  let after = '';
  await balie.db.transaction().execute(async (tx) => {
    await late.in(tx);
    early = await happens(companyId);
    const page = await feed(program);
    expect(page.ids).toEqual([early]);
    after = page.next;
  });
  const left = balie.db.transaction().execute(async (tx) => {
    await undone.in(tx);
    throw new Error('left');
  });
  await expect(left).rejects.toThrow('left');
  expect((await feed(program, `?after=${after}`)).ids).toEqual([late.recordId]);
  expect((await feed(program)).ids).toEqual([early, late.recordId]);
});

test('whoever reads while others write misses none and sees none twice', async () => {
  const program = await balie.asProgram({ may: [readInvoices] });
  const { companyId } = program;
  const written: string[] = [];
  const writer = async () => {
    for (let turn = 0; turn < 12; turn += 1)
      await balie.db.transaction().execute(async (tx) => {
        const said = say(companyId);
        await said.in(tx);
        await sql`select pg_sleep(${Math.random() / 100})`.execute(tx);
        written.push(said.recordId);
      });
  };
  const state = { isWriting: true };
  const writers = Promise.all([writer(), writer(), writer()]).finally(() => (state.isWriting = false));
  const seen: string[] = [];
  let after = '0';
  const read = async () => {
    const page = await feed(program, `?after=${after}&limit=5`);
    seen.push(...page.ids);
    after = page.next;
    return page.hasMore;
  };
  while (state.isWriting) await read();
  await writers;
  while (await read());
  expect(seen).toHaveLength(written.length);
  expect(new Set(seen)).toEqual(new Set(written));
});

test('pages end at the limit, and say so', async () => {
  const program = await balie.asProgram({ may: [readInvoices] });
  const ids = [
    await happens(program.companyId),
    await happens(program.companyId),
    await happens(program.companyId),
  ];
  const first = await feed(program, '?limit=2');
  expect(first).toMatchObject({ ids: ids.slice(0, 2), next: '2', hasMore: true });
  expect(await feed(program, `?after=${first.next}&limit=2`)).toMatchObject({
    ids: ids.slice(2),
    hasMore: false,
  });
});

test('who may read some of the records only hears of those', async () => {
  const program = await balie.asProgram({ may: [readInvoices], administrationIds: [newId()] });
  await happens(program.companyId);
  expect((await feed(program)).ids).toEqual([]);
  const may = ['fmmodule.documents.read.user', 'fmmodule.documents.create.user'];
  const uploader = await balie.asUser({ may });
  const colleague = await balie.asUser({ may, companyId: uploader.companyId });
  const sent = await uploader.post('/api/fmmodule/documents', ...pdf());
  expect(sent.statusCode, sent.body).toBeLessThan(300);
  const { result } = await feed(uploader);
  expect(result.map(({ type }) => type)).toEqual(['document.created']);
  expect((await uploader.get(result[0]?.data.url ?? '')).statusCode).toBe(200);
  expect((await feed(colleague)).ids).toEqual([]);
});

test('a change without a difference is no event, and one by a single statement is', async () => {
  const may = ['read', 'create', 'update', 'delete'].map((verb) => `comceptum.workorders.${verb}.company`);
  const user = await balie.asUser({ may });
  const administrationId = (await buildAdministration(balie.db, user.companyId)).id;
  const body = { administrationId, reference: 'Folder' };
  const made = await user.post('/api/comceptum/workorders', body);
  expect(made.statusCode, made.body).toBe(201);
  const { id } = made.json().result;
  for (const status of [1, 1, 2])
    expect((await user.put(`/api/comceptum/workorders/${id}`, { ...body, status })).statusCode).toBe(200);
  await user.delete(`/api/comceptum/workorders/${id}`);
  const { result } = await feed(user);
  expect(result.map(({ type }) => type)).toEqual([
    'work_order.created',
    'work_order.updated',
    'work_order.updated',
    'work_order.removed',
  ]);
});

test('who may read none of them, and who asks for another company, gets none', async () => {
  const nobody = await balie.asUser({ may: ['core.groups.read.company'] });
  expect(await nobody.get('/api/events')).toBeProblem(403, 'forbidden');
  const program = await balie.asProgram({ may: [readInvoices] });
  const theirs = await buildCompany(balie.db);
  await happens(theirs.id);
  expect(await program.get(`/api/events?companyId=${theirs.id}`)).toBeProblem(404, 'not-found');
  const staff = await balie.asUser({ isProvider: true, may: ['fmmodule.invoices.read.system'] });
  expect((await feed(staff, `?companyId=${theirs.id}`)).ids).toHaveLength(1);
});

test('what belongs to no company is an event of the provider', async () => {
  const staff = await balie.asUser({ isProvider: true, may: ['fm.releases.read.system'] });
  const before = await feed(staff);
  const id = await happens('00000000-0000-0000-0000-000000000000', 'release.switched_off', 'fm.releases');
  expect((await feed(staff, `?after=${before.next}`)).ids).toEqual([id]);
});

test('a place from before what is kept, or behind the end, is refused with a sentence', async () => {
  const program = await balie.asProgram({ may: [readInvoices] });
  await happens(program.companyId);
  const page = await feed(program);
  const later = new Date(testNow.getTime() + (eventDays + 1) * 24 * 3_600_000);
  await forgetOldEvents({ db: balie.db, now: () => later });
  expect((await feed(program)).ids).toEqual([]);
  expect((await feed(program, `?after=${page.next}`)).ids).toEqual([]);
  expect(await program.get('/api/events?after=0')).toBeProblem(409, 'wrong-state');
  expect((await program.get('/api/events?after=99')).json().codes).toEqual({ after: ['unknown'] });
  expect(await program.get('/api/events?after=x')).toBeProblem(400, 'validation');
});
