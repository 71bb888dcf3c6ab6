import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildInvoice } from '../testing/factories.ts';

let world: TestApp;
let approver: TestClient;
let colleague: TestClient;

const rights = ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'];

beforeAll(async () => {
  world = await testApp();
  approver = await world.asUser({ may: rights, firstName: 'Sanne', lastName: 'de Wit' });
  colleague = await world.asUser({
    may: rights,
    companyId: approver.companyId,
    firstName: 'Bram',
    lastName: 'Vos',
  });
});
afterAll(() => world.close());

const build = (seed: Partial<Parameters<typeof buildInvoice>[1]> = {}) =>
  buildInvoice(world.db, { companyId: approver.companyId, ...seed });
const approve = (client: TestClient, id: string, body: object = { approve: true }) =>
  client.post(`/api/fmmodule/invoices/${id}/approve`, body);

async function stored(id: string) {
  return world.db
    .selectFrom('invoices')
    .where('id', '=', id)
    .select(['status', 'approval_state', 'comments', 'decided_by', 'row_version'])
    .executeTakeFirstOrThrow();
}

function history(id: string) {
  return world.db
    .selectFrom('history')
    .where('entity_id', '=', id)
    .orderBy('id')
    .select(['verb', 'user_name', 'changes'])
    .execute();
}

describe('approving', () => {
  test('sets ReadyForProcessing and remembers who and when', async () => {
    const { id } = await build({
      booking: [
        [10_000, 0],
        [2100, 0],
        [0, 12_100],
      ],
    });
    const reply = await approve(approver, id);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().result).toMatchObject({
      statusValue: 'ReadyForProcessing',
      approvalState: 'approved',
      decidedBy: 'Sanne de Wit',
      decidedAt: '2026-11-21T13:05:00.000Z',
    });
    expect(await history(id)).toEqual([
      {
        verb: 'approve',
        user_name: 'Sanne de Wit',
        changes: {
          statusValue: { old: 'Concept', new: 'ReadyForProcessing' },
          approvalState: { old: 'pending', new: 'approved' },
        },
      },
    ]);
  });

  test('twice by the same person is the same answer and one line of history', async () => {
    const { id } = await build();
    const first = await approve(approver, id);
    const second = await approve(approver, id);
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual(first.json());
    expect(await history(id)).toHaveLength(1);
  });

  test('after somebody else names who was first, and when', async () => {
    const { id } = await build();
    await approve(colleague, id);
    const reply = await approve(approver, id);
    expect(reply).toBeProblem(409, 'already-decided');
    expect(reply.json().detail).toBe('Bram Vos heeft deze factuur op 21-11-2026 14:05 goedgekeurd.');
    expect(await stored(id)).toMatchObject({ decided_by: colleague.userId });
  });

  test('by two at once is decided by one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await build();
      const replies = await Promise.all([approve(approver, id), approve(colleague, id)]);
      expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
        200, 409,
      ]);
      expect(await history(id)).toHaveLength(1);
    }
  });

  test('the same click sent ten times is one approval', async () => {
    const { id } = await build();
    const replies = await Promise.all(Array.from({ length: 10 }, () => approve(approver, id)));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await history(id)).toHaveLength(1);
  });

  test('booking lines that do not balance are refused and nothing changes', async () => {
    const { id } = await build({
      booking: [
        [10_000, 0],
        [0, 12_100],
      ],
    });
    const before = await stored(id);
    expect(await approve(approver, id)).toBeProblem(400, 'validation', { booking: ['unbalanced'] });
    expect(await stored(id)).toEqual(before);
    expect(await history(id)).toEqual([]);
  });

  test.each(['Duplicate', 'Processed'] as const)('a %s invoice is refused', async (status) => {
    const { id } = await build({ status });
    expect(await approve(approver, id)).toBeProblem(409, 'wrong-state');
    expect(await history(id)).toEqual([]);
  });

  test('a version that is no longer the newest is refused with what is stored', async () => {
    const { id } = await build();
    const reply = await approve(approver, id, { approve: true, rowVersion: 7 });
    expect(reply).toBeProblem(409, 'stale');
    expect(reply.json().current).toMatchObject({ id, rowVersion: 1 });
    expect((await approve(approver, id, { approve: true, rowVersion: 1 })).statusCode).toBe(200);
  });

  test.each([
    [{}, { approve: ['required'] }],
    [{ approve: 'yes' }, { approve: ['invalid'] }],
    [
      { approve: true, rowVersion: 'x', comments: 'x'.repeat(8000) },
      { row_version: ['not-a-number'], comments: ['too-long'] },
    ],
  ] as const)('%j names every bad field', async (body, codes) => {
    const { id } = await build();
    expect(await approve(approver, id, body)).toBeProblem(400, 'validation', codes);
  });

  test('without the right is forbidden', async () => {
    const { id } = await build();
    const reader = await world.asUser({
      may: ['fmmodule.invoices.read.company'],
      companyId: approver.companyId,
    });
    expect(await approve(reader, id)).toBeProblem(403, 'forbidden');
  });

  test('an invoice of another company is as unknown as one that does not exist', async () => {
    const stranger = await world.asUser({ may: rights });
    const { id } = await build();
    const theirs = await approve(stranger, id);
    const nobodys = await approve(stranger, '00000000-0000-7000-8000-000000000000');
    expect(theirs).toBeProblem(404, 'not-found');
    expect({ ...theirs.json(), instance: '' }).toEqual({ ...nobodys.json(), instance: '' });
    expect(await stored(id)).toMatchObject({ status: 0, row_version: 1 });
  });
});

describe('rejecting', () => {
  test('needs a remark', async () => {
    const { id } = await build();
    expect(await approve(approver, id, { approve: false, comments: '  ' })).toBeProblem(400, 'validation', {
      comments: ['required'],
    });
  });

  test('keeps the remark with its stamp, takes the invoice off the list and onto the rejected one', async () => {
    const { id } = await build({ comments: 'Eerder.' });
    const reply = await approve(approver, id, { approve: false, comments: 'Dubbel geleverd' });
    expect(reply.json().result).toMatchObject({
      statusValue: 'Concept',
      approvalState: 'rejected',
      comments: 'Eerder.\n21-11-2026 14:05 CET Sanne de Wit\nDubbel geleverd',
      commentsVersion: 1,
    });
    const listed = async (query: string) =>
      (await approver.get(`/api/fmmodule/invoices${query}`))
        .json()
        .result.map((row: { id: string }) => row.id);
    expect(await listed('')).not.toContain(id);
    expect(await listed('?status=rejected')).toContain(id);
  });

  test('a remark that no longer fits is refused', async () => {
    const { id } = await build({ comments: 'x'.repeat(7990) });
    expect(await approve(approver, id, { approve: false, comments: 'Nee' })).toBeProblem(400, 'validation', {
      comments: ['too-long'],
    });
    expect(await stored(id)).toMatchObject({ approval_state: 0 });
  });

  test('a resubmitted invoice waits again', async () => {
    const { id } = await build();
    await approve(approver, id, { approve: false, comments: 'Nee' });
    const staff = await world.asUser({ isProvider: true, may: ['fmmodule.invoices.update.system'] });
    const reply = await staff.post(`/api/fmmodule/invoices/${id}/resubmit`);
    expect(reply.json().result).toMatchObject({ approvalState: 'pending', decidedBy: null });
    expect((await approve(approver, id)).statusCode).toBe(200);
  });
});

describe('approving in turns', () => {
  test('goes from one to the next, and only shows the invoice to who is next', async () => {
    const { id } = await build({
      lines: [
        { userId: approver.userId, sequence: 1, state: 'pending' },
        { userId: colleague.userId, sequence: 2, state: 'waiting' },
      ],
    });
    const sees = async (client: TestClient) =>
      (await client.get('/api/fmmodule/invoices')).json().result.some((row: { id: string }) => row.id === id);
    expect([await sees(approver), await sees(colleague)]).toEqual([true, false]);
    expect(await approve(colleague, id)).toBeProblem(409, 'wrong-state');
    expect((await approve(approver, id)).json().result).toMatchObject({
      statusValue: 'Concept',
      approvalState: 'pending',
    });
    expect([await sees(approver), await sees(colleague)]).toEqual([false, true]);
    expect((await approve(approver, id)).statusCode).toBe(200);
    expect((await approve(colleague, id)).json().result).toMatchObject({ statusValue: 'ReadyForProcessing' });
    expect(await history(id)).toHaveLength(2);
  });
});

describe('holding and withdrawing', () => {
  test('an invoice that is set aside stays on the list', async () => {
    const { id } = await build();
    const reply = await approver.post(`/api/fmmodule/invoices/${id}/hold`, { hold: true });
    expect(reply.json().result).toMatchObject({ approvalState: 'onHold' });
    expect(
      (await approver.get('/api/fmmodule/invoices')).json().result.map((row: { id: string }) => row.id),
    ).toContain(id);
    expect(
      (await approver.post(`/api/fmmodule/invoices/${id}/hold`, { hold: false })).json().result,
    ).toMatchObject({ approvalState: 'pending' });
    expect((await history(id)).map(({ verb }) => verb)).toEqual(['hold', 'resume']);
  });

  test('an approval can be taken back', async () => {
    const { id } = await build();
    await approve(approver, id);
    const reply = await approver.post(`/api/fmmodule/invoices/${id}/withdraw`);
    expect(reply.json().result).toMatchObject({
      statusValue: 'Concept',
      approvalState: 'pending',
      decidedBy: null,
      decidedAt: null,
    });
  });

  test('not once an export took the invoice', async () => {
    const { id } = await build({
      status: 'ReadyForProcessing',
      approvalState: 'approved',
      decidedBy: { id: approver.userId, name: 'Sanne', at: '2026-11-20T09:00:00Z' },
      exportId: '00000000-0000-7000-8000-000000000001',
    });
    expect(await approver.post(`/api/fmmodule/invoices/${id}/withdraw`)).toBeProblem(409, 'wrong-state');
  });
});

describe('marking as original', () => {
  test('makes a Concept of a Duplicate, with the reason in history', async () => {
    const first = await build();
    const { id } = await build({ status: 'Duplicate', duplicateOf: first.id });
    const staff = await world.asUser({
      isProvider: true,
      may: ['fmmodule.invoices.markoriginal.system', 'fmmodule.invoices.read.system'],
    });
    expect((await staff.get(`/api/fmmodule/invoices/${id}`)).json().result.duplicateOf).toEqual({
      id: first.id,
      documentId: first.documentId,
    });
    expect(await staff.post(`/api/fmmodule/invoices/${id}/mark-original`, { reason: ' ' })).toBeProblem(
      400,
      'validation',
      { reason: ['required'] },
    );
    const reply = await staff.post(`/api/fmmodule/invoices/${id}/mark-original`, {
      reason: 'Andere levering',
    });
    expect(reply.json().result).toMatchObject({ statusValue: 'Concept', duplicateOf: null });
    expect((await history(id))[0]).toMatchObject({
      verb: 'mark-original',
      changes: { reason: { old: null, new: 'Andere levering' } },
    });
  });

  test('comes with the right to approve, in the own company', async () => {
    const { id } = await build({ status: 'Duplicate' });
    const reader = await world.asUser({
      may: ['fmmodule.invoices.read.company'],
      companyId: approver.companyId,
    });
    const url = `/api/fmmodule/invoices/${id}/mark-original`;
    expect(await reader.post(url, { reason: 'x' })).toBeProblem(403, 'forbidden');
    const reply = await approver.post(url, { reason: 'Andere levering' });
    expect(reply.json().result.statusValue).toBe('Concept');
  });
});

describe('removing a duplicate', () => {
  const document = (id: string) =>
    world.db
      .selectFrom('documents')
      .where('id', '=', id)
      .select(['state', 'reasons', 'invoice_id', 'is_duplicate', 'deleted_at'])
      .executeTakeFirstOrThrow();

  test('takes its document along, and leaves the original', async () => {
    const first = await build();
    const second = await build({ status: 'Duplicate', duplicateOf: first.id });
    const url = `/api/fmmodule/invoices/${second.id}`;
    const reader = await world.asUser({
      may: ['fmmodule.invoices.read.company'],
      companyId: approver.companyId,
    });
    expect(await reader.delete(url)).toBeProblem(403, 'forbidden');
    expect((await approver.delete(url)).statusCode).toBe(204);
    expect(await approver.get(url)).toBeProblem(404, 'not-found');
    expect(await approver.delete(url)).toBeProblem(404, 'not-found');
    expect((await approver.get(`/api/fmmodule/invoices/${first.id}`)).statusCode).toBe(200);
    expect(await document(second.documentKey)).toEqual({
      state: 4,
      reasons: ['duplicate'],
      invoice_id: null,
      is_duplicate: false,
      deleted_at: expect.any(String),
    });
    expect((await history(second.id))[0]).toMatchObject({ verb: 'remove' });
  });

  test('is taken back with its document, once', async () => {
    const second = await build({ status: 'Duplicate', duplicateOf: (await build()).id });
    const url = `/api/fmmodule/invoices/${second.id}`;
    expect(await approver.post(`${url}/restore-duplicate`, {})).toBeProblem(404, 'not-found');
    const before = await document(second.documentKey);
    await approver.delete(url);
    const stranger = await world.asUser({ may: ['fmmodule.invoices.approve.company'] });
    expect(await stranger.post(`${url}/restore-duplicate`, {})).toBeProblem(404, 'not-found');
    const reply = await approver.post(`${url}/restore-duplicate`, {});
    expect(reply.json().result).toMatchObject({ id: second.id, statusValue: 'Duplicate' });
    expect(await document(second.documentKey)).toEqual({ ...before, is_duplicate: true });
    expect(await approver.post(`${url}/restore-duplicate`, {})).toBeProblem(404, 'not-found');
  });

  test.each(['Concept', 'ReadyForProcessing', 'Processed'] as const)('refuses a %s', async (status) => {
    const { id } = await build({ status });
    expect(await approver.delete(`/api/fmmodule/invoices/${id}`)).toBeProblem(409, 'wrong-state');
  });
});
