import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FlowContent } from '#contract/invoicing/approval-flows.ts';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '../testing/factories.ts';
import { startWork, uploadUbl, type Work } from '../testing/work.ts';

let world: TestApp;
let work: Work;
let now = new Date('2026-11-21T13:05:00.000Z');
let manager: TestClient;
let petra: TestClient;
let henk: TestClient;

const approves = ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'];

beforeAll(async () => {
  world = await testApp({ now: () => now });
  work = startWork(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00.000Z');
  manager = await world.asUser({
    may: [
      ...approves,
      'fmmodule.approvalflows.update.company',
      'fmmodule.approvals.create.company',
      'fmmodule.approvals.update.company',
      'fmmodule.approvals.delete.company',
      'fmmodule.absences.create.company',
      'fmmodule.absences.update.company',
      'fmmodule.absences.delete.company',
      'fmmodule.invoices.update.company',
      'fmmodule.documents.create.company',
      'fmmodule.documents.read.company',
    ],
  });
  const { companyId } = manager;
  petra = await world.asUser({ may: approves, companyId, firstName: 'Petra', lastName: 'Huisman' });
  henk = await world.asUser({ may: approves, companyId, firstName: 'Henk', lastName: 'Drost' });
  await buildAdministration(world.db, companyId, 'Holding');
});

const flowUrl = (more = '') => `/api/fmmodule/approval-flows/${manager.companyId}${more}`;

/** Saves a draft and puts it in use. */
async function use(content: Partial<FlowContent>): Promise<void> {
  const draft = { rules: [], otherwise: [], fourEyes: null, ...content };
  const saved = await manager.put(flowUrl(), { draft });
  expect(saved.statusCode, saved.body).toBe(200);
  const used = await manager.post(flowUrl('/put-in-use'));
  expect(used.statusCode, used.body).toBe(200);
}

const lines = async (invoiceId: string) =>
  (await manager.get(`/api/fmmodule/approvals?invoiceId=${invoiceId}`)).json().result;
const inWords = async (invoiceId: string) =>
  (await lines(invoiceId)).map(
    (line: {
      round: number;
      sequence: number;
      fullName: string;
      state: string;
      onBehalfOfName: string | null;
    }) =>
      [
        line.round,
        line.sequence,
        line.fullName,
        line.state,
        ...(line.onBehalfOfName === null ? [] : [`for ${line.onBehalfOfName}`]),
      ].join(' '),
  );
const decide = (who: TestClient, id: string, approve = true) =>
  who.post(`/api/fmmodule/invoices/${id}/approve`, approve ? { approve } : { approve, comments: 'Nee' });
const sees = async (who: TestClient, id: string) =>
  (await who.get('/api/fmmodule/invoices')).json().result.some((row: { id: string }) => row.id === id);
const upload = async (euros: number): Promise<string> => {
  uploads += 1;
  // What came first is told by the clock.
  now = new Date(now.getTime() + 1000);
  return (await uploadUbl(world, work, manager, { number: `F-${uploads}`, exclInCents: euros * 100 })) ?? '';
};
let uploads = 0;

test('the first edit of a flow that nobody set up yet carries the version that was shown', async () => {
  const { rowVersion } = (await manager.get(flowUrl())).json().result;
  const draft = { rules: [], otherwise: [], fourEyes: null };
  const saved = await manager.put(flowUrl(), { draft, rowVersion });
  expect(saved.statusCode, saved.body).toBe(200);
  const again = await manager.put(flowUrl(), { draft, rowVersion });
  expect(again.json()).toMatchObject({ status: 409, type: '/problems/stale' });
});

describe('a flow', () => {
  test('is a draft until it is put in use, then a version that never changes', async () => {
    expect((await manager.get(flowUrl())).json().result).toMatchObject({ version: 0, draft: null });
    await use({ otherwise: [{ mode: 'one', userIds: [petra.userId] }] });
    await use({ otherwise: [{ mode: 'one', userIds: [henk.userId] }] });
    expect((await manager.get(flowUrl())).json().result).toMatchObject({ version: 2, draft: null });
    const versions = (await manager.get(flowUrl('/versions'))).json().result;
    expect(versions).toMatchObject([
      { version: 2, usedUntil: null, content: { otherwise: [{ userIds: [henk.userId] }] } },
      { version: 1, usedUntil: now.toISOString(), content: { otherwise: [{ userIds: [petra.userId] }] } },
    ]);
    expect(await manager.post(flowUrl('/put-in-use'))).toBeProblem(409, 'wrong-state');
  });

  test('may be unfinished while it is edited, and is checked when it is put in use', async () => {
    const rule = { name: '', conditions: [], steps: [{ mode: 'one', userIds: [] }] };
    const draft = { rules: [rule], otherwise: [{ mode: 'one', userIds: [petra.userId] }], fourEyes: null };
    expect((await manager.put(flowUrl(), { draft })).json().result.draft).toEqual(draft);
    const previewed = (await manager.get(flowUrl('/preview?amount=100&draft=true'))).json().result;
    expect(previewed.rules).toMatchObject([
      { rule: 1, holds: false },
      { rule: 0, holds: true },
    ]);
    expect(await manager.post(flowUrl('/put-in-use'))).toBeProblem(400, 'validation', {
      draft_rules_0_name: ['required'],
      draft_rules_0_conditions: ['required'],
      draft_rules_0_steps_0_user_ids: ['required'],
    });
  });

  test('offers what its rules can name, and says who would get an invoice that is there', async () => {
    const { id } = await buildInvoice(world.db, {
      companyId: manager.companyId,
      totalInCents: 900_000,
      booking: [[900_000, 0]],
    });
    await use({
      rules: [
        {
          name: 'Groot',
          conditions: [{ kind: 'amount', above: 500_000, upTo: null }],
          steps: [{ mode: 'one', userIds: [henk.userId] }],
        },
      ],
    });
    const choices = (await manager.get(flowUrl('/choices'))).json().result;
    expect(choices.people.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Petra Huisman', 'Henk Drost']),
    );
    expect(choices.administrations).toMatchObject([{ name: 'Holding' }]);
    expect(choices.ledgers).toEqual([{ code: '4990', name: 'Overige kosten' }]);
    const previewed = (await manager.get(flowUrl(`/preview?invoiceId=${id}`))).json().result;
    expect(previewed.rules).toMatchObject([{ rule: 1, holds: true }]);
    const { id: theirs } = await buildInvoice(world.db, { companyId: (await world.asUser({})).companyId });
    expect(await manager.get(flowUrl(`/preview?invoiceId=${theirs}`))).toBeProblem(404, 'not-found');
  });

  test('names only people who may approve for the company', async () => {
    const reader = await world.asUser({
      may: ['fmmodule.invoices.read.company'],
      companyId: manager.companyId,
    });
    const stranger = await world.asUser({ may: approves });
    for (const { userId } of [reader, stranger]) {
      const draft = { rules: [], otherwise: [{ mode: 'one', userIds: [userId] }], fourEyes: null };
      expect(await manager.put(flowUrl(), { draft })).toBeProblem(400, 'validation', {
        'draft.otherwise.0.userIds': ['unknown'],
      });
    }
  });

  test('keeps a person whom it names from being deleted', async () => {
    await use({ otherwise: [{ mode: 'one', userIds: [petra.userId] }] });
    const admin = await world.asUser({
      may: ['core.users.delete.company', 'core.users.read.company', 'fmmodule.approvalflows.read.company'],
      companyId: manager.companyId,
    });
    const reply = await admin.delete(`/api/core/companies/${manager.companyId}/users/${petra.userId}`);
    expect(reply).toBeProblem(409, 'in-use');
    expect(reply.json().usedBy).toMatchObject({ count: 1, first: [{ resource: 'fmmodule/approval-flows' }] });
  });

  test('gives an invoice its lines when it becomes Concept, and says by which rule', async () => {
    await use({
      rules: [
        {
          name: 'Boven 1.000',
          conditions: [{ kind: 'amount', above: 100_000, upTo: null }],
          steps: [
            { mode: 'all', userIds: [petra.userId] },
            { mode: 'one', userIds: [henk.userId, manager.userId] },
          ],
        },
      ],
      otherwise: [{ mode: 'one', userIds: [henk.userId] }],
    });
    const [dear, cheap] = [await upload(2000), await upload(100)];
    expect((await manager.get(`/api/fmmodule/invoices/${dear}`)).json().result.flow).toEqual({
      version: 1,
      rule: 1,
      name: 'Boven 1.000',
    });
    expect((await manager.get(`/api/fmmodule/invoices/${cheap}`)).json().result.flow).toMatchObject({
      rule: 0,
    });
    expect([await sees(petra, dear), await sees(henk, dear), await sees(henk, cheap)]).toEqual([
      true,
      false,
      true,
    ]);
    await decide(petra, dear);
    expect([await sees(petra, dear), await sees(henk, dear)]).toEqual([false, true]);
    expect((await decide(henk, dear)).json().result.statusValue).toBe('ReadyForProcessing');
    const states = (await lines(dear)).map(({ state }: { state: string }) => state);
    expect(states.toSorted()).toEqual(['approved', 'approved', 'cancelled']);
  });

  test('is applied to open invoices on demand; decided ones are left out', async () => {
    const [open, decided] = [
      await buildInvoice(world.db, { companyId: manager.companyId }),
      await buildInvoice(world.db, {
        companyId: manager.companyId,
        lines: [
          { userId: henk.userId, sequence: 1, state: 'approved', decidedAt: '2026-11-20T09:00:00.000Z' },
          { userId: henk.userId, sequence: 2, state: 'pending' },
        ],
      }),
    ];
    await use({ otherwise: [{ mode: 'one', userIds: [petra.userId] }] });
    expect((await manager.get(flowUrl())).json().result.openInvoices).toBe(1);
    expect((await manager.post(flowUrl('/apply'))).json().result).toEqual({ changed: 1, decided: 1 });
    expect(await inWords(open.id)).toEqual(['1 1 Petra Huisman pending']);
    expect(await lines(decided.id)).toHaveLength(2);
  });

  test('that asks for nobody any more gives open invoices back to everybody', async () => {
    await use({ otherwise: [{ mode: 'one', userIds: [petra.userId] }] });
    const invoiceId = await upload(100);
    expect([await sees(petra, invoiceId), await sees(henk, invoiceId)]).toEqual([true, false]);
    await use({ otherwise: [] });
    expect((await manager.post(flowUrl('/apply'))).json().result).toMatchObject({ changed: 1 });
    expect(await lines(invoiceId)).toEqual([]);
    expect([await sees(petra, invoiceId), await sees(henk, invoiceId)]).toEqual([true, true]);
  });

  test('says who would get an invoice, and why', async () => {
    await use({
      rules: [
        {
          name: 'Boven 5.000',
          conditions: [{ kind: 'amount', above: 500_000, upTo: null }],
          steps: [{ mode: 'one', userIds: [petra.userId] }],
        },
      ],
      fourEyes: { above: 500_000, secondApproverId: henk.userId },
    });
    const preview = async (amount: number) =>
      (await manager.get(flowUrl(`/preview?amount=${amount}`))).json().result;
    expect(await preview(500_001)).toMatchObject({
      rules: [{ rule: 1, holds: true }],
      steps: [
        { mode: 'one', origin: 'flow', people: [{ fullName: 'Petra Huisman', mayApprove: true }] },
        { mode: 'all', origin: 'four-eyes', people: [{ fullName: 'Henk Drost' }] },
      ],
      fourEyes: 'met',
    });
    expect(await preview(500_000)).toMatchObject({
      rules: [{ holds: false }, { rule: 0, holds: true }],
      steps: [],
      fourEyes: 'below',
    });
  });
});

describe('rounds', () => {
  test('a rejection cancels the rest; resubmitting opens a new round and keeps the old', async () => {
    await use({
      otherwise: [
        { mode: 'all', userIds: [petra.userId] },
        { mode: 'all', userIds: [henk.userId] },
      ],
    });
    const id = await upload(100);
    await decide(petra, id, false);
    expect(await inWords(id)).toEqual(['1 1 Petra Huisman rejected', '1 2 Henk Drost cancelled']);
    await use({ otherwise: [{ mode: 'all', userIds: [henk.userId] }] });
    const reply = await manager.post(`/api/fmmodule/invoices/${id}/resubmit`);
    expect(reply.json().result).toMatchObject({ round: 2, approvalState: 'pending', flow: { version: 2 } });
    expect(await inWords(id)).toEqual([
      '1 1 Petra Huisman rejected',
      '1 2 Henk Drost cancelled',
      '2 1 Henk Drost pending',
    ]);
    expect((await decide(henk, id)).json().result.statusValue).toBe('ReadyForProcessing');
  });

  test('without a flow the people of the last round come back, undecided', async () => {
    const { id } = await buildInvoice(world.db, {
      companyId: manager.companyId,
      lines: [
        { userId: petra.userId, sequence: 1, state: 'pending' },
        { userId: henk.userId, sequence: 2, state: 'waiting' },
      ],
    });
    await decide(petra, id, false);
    await manager.post(`/api/fmmodule/invoices/${id}/resubmit`);
    expect((await inWords(id)).slice(2)).toEqual(['2 1 Petra Huisman pending', '2 2 Henk Drost waiting']);
  });
});

describe('a substitute', () => {
  const absent = (userId: string, substituteId: string, days = ['2020-01-01', '2030-12-31']) =>
    manager.post('/api/fmmodule/absences', { userId, substituteId, fromDay: days[0], untilDay: days[1] });

  test('has the lines of the absent person, and decides in their name', async () => {
    await use({ otherwise: [{ mode: 'all', userIds: [petra.userId] }] });
    const id = await upload(100);
    expect(await sees(henk, id)).toBe(false);
    const { id: absence } = (await absent(petra.userId, henk.userId)).json().result;
    expect(await sees(henk, id)).toBe(true);
    expect((await lines(id))[0].substitute).toMatchObject({ fullName: 'Henk Drost' });
    expect((await decide(henk, id)).json().result.statusValue).toBe('ReadyForProcessing');
    expect(await inWords(id)).toEqual(['1 1 Henk Drost approved for Petra Huisman']);
    expect((await henk.post(`/api/fmmodule/invoices/${id}/undo`)).json().result.statusValue).toBe('Concept');
    expect(await inWords(id)).toEqual(['1 1 Petra Huisman pending']);
    expect((await manager.delete(`/api/fmmodule/absences/${absence}`)).statusCode).toBe(204);
    expect(await decide(henk, id)).toBeProblem(409, 'wrong-state');
  });

  test('is neither away, nor without the right, nor part of a chain', async () => {
    const reader = await world.asUser({
      may: ['fmmodule.invoices.read.company'],
      companyId: manager.companyId,
    });
    expect(await absent(petra.userId, reader.userId)).toBeProblem(400, 'validation', {
      substituteId: ['not-a-choice'],
    });
    expect(await absent(petra.userId, petra.userId)).toBeProblem(400, 'validation', {
      substituteId: ['not-a-choice'],
    });
    expect((await absent(petra.userId, henk.userId)).statusCode).toBe(201);
    expect(await absent(henk.userId, petra.userId)).toBeProblem(400, 'validation', {
      substituteId: ['stands-in'],
    });
    expect(await absent(manager.userId, petra.userId)).toBeProblem(400, 'validation', {
      substituteId: ['stands-in'],
    });
    expect(await absent(petra.userId, manager.userId)).toBeProblem(400, 'validation', {
      fromDay: ['overlaps'],
    });
    expect(await absent(henk.userId, manager.userId, ['2031-02-01', '2031-01-01'])).toBeProblem(
      400,
      'validation',
      {
        untilDay: ['ends-before-start'],
      },
    );
  });

  test('people say of themselves only that they are away', async () => {
    const self = await world.asUser({
      may: [...approves, 'fmmodule.absences.create.user', 'fmmodule.absences.read.user'],
      companyId: manager.companyId,
    });
    const body = { substituteId: henk.userId, fromDay: '2026-12-01', untilDay: '2026-12-02' };
    expect((await self.post('/api/fmmodule/absences', { ...body, userId: self.userId })).statusCode).toBe(
      201,
    );
    expect(await self.post('/api/fmmodule/absences', { ...body, userId: petra.userId })).toBeProblem(
      400,
      'validation',
      {
        userId: ['unknown'],
      },
    );
    expect((await self.get('/api/fmmodule/absences')).json().result).toHaveLength(1);
  });
});

describe('four eyes', () => {
  test('the same person cannot be the only one, in any way', async () => {
    await use({
      otherwise: [{ mode: 'one', userIds: [petra.userId] }],
      fourEyes: { above: 500_000, secondApproverId: henk.userId },
    });
    const { id } = await buildInvoice(world.db, {
      companyId: manager.companyId,
      totalInCents: 500_001,
      lines: [{ userId: petra.userId, sequence: 1, state: 'pending' }],
    });
    expect((await decide(petra, id)).json().result.statusValue).toBe('Concept');
    expect(await inWords(id)).toEqual(['1 1 Petra Huisman approved', '1 2 Henk Drost pending']);
    expect((await decide(petra, id)).json().result.statusValue).toBe('Concept');
    expect((await decide(henk, id)).json().result.statusValue).toBe('ReadyForProcessing');
  });

  test('programs decide where that was switched on, and two of them are never enough', async () => {
    await use({ fourEyes: { above: 0, secondApproverId: henk.userId } });
    const { companyId } = manager;
    const seed = { companyId, may: ['fmmodule.invoices.read.company'] };
    const [one, two] = [
      await world.asProgram({ ...seed, name: 'Koppeling', mayApprove: true }),
      await world.asProgram({ ...seed, name: 'Scanstraat', mayApprove: true }),
    ];
    const { id } = await buildInvoice(world.db, {
      companyId,
      totalInCents: 1,
      lines: [one, two].map(({ userId }) => ({ userId, sequence: 1, state: 'pending' as const })),
    });
    expect(await decide(await world.asProgram(seed), id)).toBeProblem(403, 'forbidden');
    expect((await decide(one, id)).statusCode).toBe(200);
    expect((await decide(two, id)).json().result.statusValue).toBe('Concept');
    expect(await inWords(id)).toEqual(
      expect.arrayContaining(['1 1 Koppeling approved', '1 1 Scanstraat approved', '1 2 Henk Drost pending']),
    );
    expect((await decide(henk, id)).json().result.statusValue).toBe('ReadyForProcessing');
  });

  test('where nobody may be the second, it is refused with who can', async () => {
    await use({ fourEyes: { above: 0, secondApproverId: null } });
    const { id } = await buildInvoice(world.db, { companyId: manager.companyId, totalInCents: 1 });
    const reply = await decide(petra, id);
    expect(reply).toBeProblem(409, 'four-eyes');
    expect(reply.json().detail).toContain('Henk Drost');
  });
});

describe('lines by hand', () => {
  test('are added, moved, passed on and deleted, each with a reason in the history', async () => {
    const { id, lineIds } = await buildInvoice(world.db, {
      companyId: manager.companyId,
      lines: [{ userId: petra.userId, sequence: 1, state: 'pending' }],
    });
    const added = await manager.post('/api/fmmodule/approvals', {
      invoiceId: id,
      userId: henk.userId,
      sequence: 2,
      reason: 'Kent de levering',
    });
    expect(added.statusCode, added.body).toBe(201);
    expect(await inWords(id)).toEqual(['1 1 Petra Huisman pending', '1 2 Henk Drost waiting']);
    await manager.put(`/api/fmmodule/approvals/${lineIds[0]}`, { sequence: 3, reason: 'Later' });
    expect(await inWords(id)).toEqual(['1 2 Henk Drost pending', '1 3 Petra Huisman waiting']);
    const passed = await petra.post(`/api/fmmodule/approvals/${lineIds[0]}/pass-on`, {
      userId: manager.userId,
      reason: 'Vrij',
    });
    expect(passed.statusCode, passed.body).toBe(200);
    const mine = (await lines(id)).find(({ userId }: { userId: string }) => userId === manager.userId);
    expect(mine).toMatchObject({ origin: 'passed-on', reason: 'Vrij' });
    expect((await manager.delete(`/api/fmmodule/approvals/${mine.id}?reason=Dubbel`)).statusCode).toBe(204);
    const verbs = await world.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .orderBy('id')
      .select('verb')
      .execute();
    expect(verbs.map(({ verb }) => verb)).toEqual([
      'add-approval',
      'move-approval',
      'pass-on-approval',
      'remove-approval',
    ]);
  });

  test('what the flow asks for is passed on, not deleted', async () => {
    await use({
      otherwise: [
        { mode: 'all', userIds: [petra.userId] },
        { mode: 'all', userIds: [henk.userId] },
      ],
    });
    const [first] = await lines(await upload(100));
    expect(await manager.delete(`/api/fmmodule/approvals/${first.id}`)).toBeProblem(409, 'cannot-be-deleted');
    expect(
      await henk.post(`/api/fmmodule/approvals/${first.id}/pass-on`, { userId: manager.userId, reason: 'X' }),
    ).toBeProblem(403, 'forbidden');
  });
});
