import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FlowContent } from '#contract/invoicing/approval-flows.ts';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildInvoice, type InvoiceSeed } from '../testing/factories.ts';

// What stands around a decision: locks, advice, several at once, and whose work waits (§C13).
let world: TestApp;
let now = new Date('2026-11-23T13:05:00.000Z');
let manager: TestClient;
let petra: TestClient;
let henk: TestClient;

const approves = [
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.invoices.comment.company',
];

beforeAll(async () => {
  world = await testApp({ now: () => now });
});
afterAll(() => world.close());
beforeEach(async () => {
  now = new Date('2026-11-23T13:05:00.000Z');
  manager = await world.asUser({
    may: [
      ...approves,
      'fmmodule.approvalflows.update.company',
      'fmmodule.approvals.create.company',
      'fmmodule.approvals.update.company',
      'fmmodule.approvals.delete.company',
      'fmmodule.invoices.update.company',
    ],
  });
  const { companyId } = manager;
  petra = await world.asUser({ may: approves, companyId, firstName: 'Petra', lastName: 'Huisman' });
  henk = await world.asUser({ may: approves, companyId, firstName: 'Henk', lastName: 'Drost' });
});

const build = (seed: Partial<InvoiceSeed> = {}) =>
  buildInvoice(world.db, { companyId: manager.companyId, ...seed });
const turn = (who: TestClient, sequence = 1) => ({
  userId: who.userId,
  sequence,
  state: sequence === 1 ? ('pending' as const) : ('waiting' as const),
});
const invoiceUrl = (id: string, more = '') => `/api/fmmodule/invoices/${id}${more}`;
const flowUrl = (more = '') => `/api/fmmodule/approval-flows/${manager.companyId}${more}`;
const decide = (who: TestClient, id: string) => who.post(invoiceUrl(id, '/approve'), { approve: true });
const lines = async (id: string) =>
  (await manager.get(`/api/fmmodule/approvals?invoiceId=${id}`)).json().result;
async function use(content: Partial<FlowContent>): Promise<void> {
  await manager.put(flowUrl(), { draft: { rules: [], otherwise: [], fourEyes: null, ...content } });
  expect((await manager.post(flowUrl('/put-in-use'))).statusCode).toBe(200);
}

describe('after the first decision', () => {
  test('all decisions are withdrawn with a reason, and a new round opens with what was decided kept', async () => {
    const { id } = await build({ lines: [turn(petra), turn(henk, 2)] });
    expect(await manager.post(invoiceUrl(id, '/withdraw-decisions'), { reason: 'Bedrag' })).toBeProblem(
      409,
      'wrong-state',
    );
    expect((await manager.get(invoiceUrl(id))).json().result.isLocked).toBe(false);
    await decide(petra, id);
    expect((await manager.get(invoiceUrl(id))).json().result.isLocked).toBe(true);
    const reply = await manager.post(invoiceUrl(id, '/withdraw-decisions'), { reason: 'Bedrag' });
    expect(reply.json().result).toMatchObject({
      statusValue: 'Concept',
      approvalState: 'pending',
      round: 2,
      isLocked: false,
    });
    expect(
      (await lines(id)).map((line: { round: number; state: string }) => `${line.round} ${line.state}`),
    ).toEqual(['1 approved', '1 cancelled', '2 pending', '2 waiting']);
    const [note] = await world.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .where('verb', '=', 'withdraw-decisions')
      .select('changes')
      .execute();
    expect(note?.changes).toMatchObject({ reason: { new: 'Bedrag' } });
  });
});

describe('what stands beside the decision', () => {
  test('the payment status, in any state and with its history', async () => {
    const { id } = await build({ status: 'Processed' });
    const reply = await manager.post(invoiceUrl(id, '/payment-status'), { paymentStatus: 'directDebit' });
    expect(reply.json().result).toMatchObject({ statusValue: 'Processed', paymentStatus: 'directDebit' });
    expect(await petra.post(invoiceUrl(id, '/payment-status'), { paymentStatus: 'paid' })).toBeProblem(
      403,
      'forbidden',
    );
  });

  test('moving it to another administration chooses its flow again, until somebody decided', async () => {
    const { id: target } = await buildAdministration(world.db, manager.companyId, 'Vastgoed');
    const { id: foreign } = await buildAdministration(
      world.db,
      (await world.asUser({ may: [] })).companyId,
      'Vreemd',
    );
    const { id } = await build();
    await use({
      rules: [
        {
          name: 'Vastgoed',
          conditions: [{ kind: 'administration', ids: [target] }],
          steps: [{ mode: 'one', userIds: [henk.userId] }],
        },
      ],
      otherwise: [{ mode: 'one', userIds: [petra.userId] }],
    });
    await manager.post(flowUrl('/apply'));
    expect(await manager.post(invoiceUrl(id, '/move'), { administrationId: foreign })).toBeProblem(
      400,
      'validation',
      { administrationId: ['unknown'] },
    );
    const reply = await manager.post(invoiceUrl(id, '/move'), { administrationId: target });
    expect(reply.json().result).toMatchObject({
      administration: { name: 'Vastgoed' },
      flow: { rule: 1, name: 'Vastgoed' },
      approver: expect.stringContaining('Drost'),
    });
    await decide(henk, id);
    expect(await manager.post(invoiceUrl(id, '/move'), { administrationId: target })).toBeProblem(
      409,
      'wrong-state',
    );
  });

  test('a name behind an @ is mentioned until they write something', async () => {
    const { id } = await build();
    const say = (who: TestClient, comments: string) => who.post(invoiceUrl(id, '/comments'), { comments });
    await say(petra, 'Klopt dit, @henk DROST?');
    const row = async () => (await henk.get(invoiceUrl(id))).json().result.mentionedBy;
    expect(await row()).toBe('Petra Huisman');
    expect((await henk.get('/api/fmmodule/mentions')).json().result).toMatchObject([{ invoiceId: id }]);
    now = new Date(now.getTime() + 1000);
    await say(henk, 'Klopt dit, @henk DROST?\nJa');
    expect(await row()).toBeNull();
    const entries = (await henk.get(`/api/fmmodule/comments?invoiceId=${id}`)).json().result;
    expect(entries).toMatchObject([
      { kind: 'comment', userName: 'Petra Huisman', mentions: [{ fullName: 'Henk Drost' }] },
      { kind: 'comment', userName: 'Henk Drost', text: 'Ja' },
    ]);
  });
});

describe('who can be mentioned', () => {
  test('are the people of the company who may see the invoice, and nobody else is mentioned', async () => {
    const { companyId } = manager;
    const { id: own } = await buildAdministration(world.db, companyId);
    const { id: foreign } = await buildAdministration(world.db, companyId);
    const { id } = await build({ administrationId: own });
    const as = (lastName: string, may: readonly string[], more: object = {}) =>
      world.asUser({ companyId, may, firstName: 'Gast', lastName, ...more });
    const reads = ['fmmodule.invoices.read.company'];
    const reader = await as('Lezer', reads);
    const outsider = await as('Zonderrecht', ['core.users.read.company']);
    const narrowed = await as('Elders', reads);
    await world.db
      .insertInto('user_administrations')
      .values({ company_id: companyId, user_id: narrowed.userId, administration_id: foreign })
      .execute();
    const people = (who: TestClient) => who.get(`/api/fmmodule/comments/people?invoiceId=${id}`);
    const names = (await people(petra)).json().result.map(({ fullName }: { fullName: string }) => fullName);
    expect(names).toEqual(expect.arrayContaining(['Gast Lezer', 'Henk Drost']));
    expect(names).not.toEqual(expect.arrayContaining(['Gast Zonderrecht']));
    expect(names).not.toEqual(expect.arrayContaining(['Gast Elders']));
    expect(await people(reader)).toBeProblem(403, 'forbidden');
    const stranger = await world.asUser({ may: ['fmmodule.invoices.comment.company'] });
    expect(await people(stranger)).toBeProblem(404, 'not-found');

    await petra.post(invoiceUrl(id, '/comments'), {
      comments: '@Gast Lezer @Gast Zonderrecht @Gast Elders',
    });
    const [entry] = (await petra.get(`/api/fmmodule/comments?invoiceId=${id}`)).json().result;
    expect(entry.mentions).toEqual([{ id: reader.userId, fullName: 'Gast Lezer' }]);
    expect(outsider.userId).not.toBe(reader.userId);
  });
});

describe('a change by hand', () => {
  test('that breaks the steps of the flow is refused, also after a line was passed on', async () => {
    const { id } = await build();
    await use({
      otherwise: [
        { mode: 'one', userIds: [petra.userId] },
        { mode: 'one', userIds: [henk.userId] },
      ],
    });
    await manager.post(flowUrl('/apply'));
    const [first, second] = await lines(id);
    const refused = { reason: 'X' };
    expect(
      await manager.put(`/api/fmmodule/approvals/${second.id}`, { sequence: 1, ...refused }),
    ).toBeProblem(409, 'wrong-state');
    const added = { invoiceId: id, userId: manager.userId, sequence: 1, mode: 'one', reason: 'X' };
    expect(await manager.post('/api/fmmodule/approvals', added)).toBeProblem(409, 'wrong-state');
    expect((await manager.post('/api/fmmodule/approvals', { ...added, mode: 'all' })).statusCode).toBe(201);
    const passOn = { userId: (await world.asUser({ may: approves, companyId: manager.companyId })).userId };
    await petra.post(`/api/fmmodule/approvals/${first.id}/pass-on`, { ...passOn, reason: 'Vrij' });
    expect(await manager.delete(`/api/fmmodule/approvals/${first.id}?reason=X`)).toBeProblem(
      409,
      'cannot-be-deleted',
    );
  });
});

describe('advice', () => {
  test('is asked of somebody who may answer, answered once by them, and decides nothing', async () => {
    const { id } = await build({ lines: [turn(petra)] });
    const asked = { invoiceId: id, userId: henk.userId, question: 'Is dit geleverd?' };
    const [advice] = (await petra.post('/api/fmmodule/advices', asked)).json().result;
    expect(advice).toMatchObject({ fullName: 'Henk Drost', askedByName: 'Petra Huisman', answer: null });
    expect((await henk.get('/api/fmmodule/advices/open')).json().result).toHaveLength(1);
    const answerUrl = `/api/fmmodule/advices/${advice.id}/answer`;
    expect(await petra.post(answerUrl, { answer: 'Ja' })).toBeProblem(403, 'forbidden');
    expect((await henk.post(answerUrl, { answer: 'Ja' })).json().result).toMatchObject([{ answer: 'Ja' }]);
    expect(await henk.post(answerUrl, { answer: 'Nee' })).toBeProblem(409, 'wrong-state');
    expect((await lines(id))[0]).toMatchObject({ state: 'pending' });
    const stranger = await world.asUser({ may: approves });
    expect(await petra.post('/api/fmmodule/advices', { ...asked, userId: stranger.userId })).toBeProblem(
      400,
      'validation',
      { userId: ['unknown'] },
    );
  });
});

describe('several at once', () => {
  const many = async (who: TestClient, verb: string, ids: readonly string[]) =>
    (await who.post('/api/fmmodule/invoices/decide', { verb, ids })).json().result;
  const outcomes = (result: readonly { outcome: string }[]) => result.map(({ outcome }) => outcome);

  test('each by itself: what is refused says why and the others go on; undo takes all back', async () => {
    const fine = await build();
    const held = await build({ approvalState: 'onHold' });
    const unopened = await build();
    const theirs = await build({ lines: [turn(henk)] });
    const ids = [held, fine, theirs, unopened].map(({ id }) => id);
    for (const { id } of [fine, held, theirs]) await petra.put(invoiceUrl(id, '/opened'), {});
    const result = await many(petra, 'approve', ids);
    expect(outcomes(result)).toEqual(['left-out', 'done', 'failed', 'left-out']);
    expect(result.map(({ reason }: { reason: string }) => reason)).toEqual([
      'Deze factuur is aangehouden.',
      '',
      'U bent niet aan de beurt om over deze factuur te besluiten.',
      'Deze factuur hebt u nog niet geopend.',
    ]);
    expect(outcomes(await many(petra, 'undo', [fine.id]))).toEqual(['done']);
    const stored = (await petra.get('/api/fmmodule/invoices')).json().result;
    expect(stored.find(({ id }: { id: string }) => id === fine.id)).toMatchObject({
      approvalState: 'pending',
      isOpened: true,
    });
    expect(outcomes(await many(petra, 'hold', [fine.id, unopened.id]))).toEqual(['done', 'done']);
  });

  test('the company decides whether they must have been opened', async () => {
    const { id } = await build();
    const settings = {
      digestHour: null,
      escalateAfter: null,
      escalateTo: null,
      bulkNeedsOpened: false,
      mailsTurns: false,
    };
    expect((await manager.put(flowUrl('/settings'), settings)).json().result).toMatchObject({
      bulkNeedsOpened: false,
      rowVersion: 1,
    });
    expect((await petra.get('/api/fmmodule/approvals/settings')).json().result.bulkNeedsOpened).toBe(false);
    expect(outcomes(await many(petra, 'approve', [id]))).toEqual(['done']);
  });
});

describe('how approval went', () => {
  test('by week from receipt to decision, what was left as it was, and why it was rejected', async () => {
    const decidedBy = (at: string) => ({ id: petra.userId, name: 'Petra Huisman', at });
    const seed = { status: 'ReadyForProcessing', approvalState: 'approved' } as const;
    // Each came in on 20 November at nine.
    for (const at of ['2026-11-21T09:00:00Z', '2026-11-22T09:00:00Z'])
      await build({ ...seed, decidedBy: decidedBy(at) });
    const { id: touched } = await build({
      ...seed,
      decidedBy: decidedBy('2026-11-24T09:00:00Z'),
      booking: [[1, 0]],
    });
    await world.db
      .updateTable('invoice_lines')
      .set({ touched_by: petra.userId })
      .where('invoice_id', '=', touched)
      .execute();
    const { id: rejected } = await build({ lines: [turn(petra)] });
    const reject = (comments: string) =>
      petra.post(invoiceUrl(rejected, '/approve'), { approve: false, comments });
    await reject('Niet besteld');
    // Rejected for the same reason again it is still one invoice.
    await manager.post(invoiceUrl(rejected, '/resubmit'), {});
    await reject('niet besteld ');
    const report = (await manager.get(flowUrl('/report?weeks=2'))).json().result;
    expect(report.weeks).toEqual([
      { fromDay: '2026-11-16', untilDay: '2026-11-22', decided: 2, medianDays: 1.5, ninetyDays: 1.9 },
      { fromDay: '2026-11-23', untilDay: '2026-11-29', decided: 2, medianDays: 3.6, ninetyDays: 3.9 },
    ]);
    expect(report).toMatchObject({
      decided: 4,
      fromDay: '2026-11-16',
      untouched: 3,
      reasons: [{ count: 1 }],
    });
    const list = async (filter: string) =>
      (
        await manager.get(
          `/api/fmmodule/invoices?status=Concept,ReadyForProcessing&$filter=${encodeURIComponent(filter)}`,
        )
      )
        .json()
        .result.map(({ id }: { id: string }) => id);
    expect(await list('decidedAt ge 2026-11-23T00:00:00Z')).toEqual(
      expect.arrayContaining([touched, rejected]),
    );
    const decided = 'decidedAt ge 2026-11-16T00:00:00Z';
    expect(await list(`${decided} and isUntouched eq true`)).toHaveLength(3);
    expect(await list(`${decided} and isUntouched eq false`)).toEqual([touched]);
    const rejectedFor = (reason: string, since: string) =>
      list(`rejections/any(r: tolower(r/reason) eq '${reason}' and r/decidedAt ge ${since})`);
    expect(await rejectedFor('niet besteld', '2026-11-15T23:00:00Z')).toEqual([rejected]);
    expect(await rejectedFor('niet besteld', '2026-11-24T23:00:00Z')).toEqual([]);
    expect(await rejectedFor('dubbel', '2026-11-15T23:00:00Z')).toEqual([]);
  });

  test('an export by hand that failed is found by its invoices, until something takes them', async () => {
    const { id } = await build({ status: 'ReadyForProcessing', approvalState: 'approved' });
    await build({ status: 'ReadyForProcessing', approvalState: 'approved' });
    await world.db.updateTable('invoices').set({ export_error: 'internal' }).where('id', '=', id).execute();
    const found = await manager.get(
      `/api/fmmodule/invoices?status=ReadyForProcessing&$filter=${encodeURIComponent('isExportFailed eq true')}`,
    );
    expect(found.json().result).toMatchObject([{ id }]);
  });
});

describe('whose work waits', () => {
  test('per person, with the oldest, and those whom nobody can decide for', async () => {
    const gone = await world.asUser({ may: approves, companyId: manager.companyId, lastName: 'Weg' });
    const first = await build({ lines: [turn(petra)] });
    await build({ lines: [turn(petra)] });
    const stuck = await build({ lines: [turn(gone)] });
    await world.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.userId).execute();
    await world.db
      .updateTable('invoice_approvals')
      .set({ pending_since: '2026-11-12T09:00:00Z' })
      .where('invoice_id', '=', first.id)
      .execute();
    const { people } = (await manager.get(flowUrl('/workload'))).json().result;
    expect(people).toMatchObject([
      { fullName: 'Petra Huisman', count: 2, lateCount: 1, oldestDays: 7, mayApprove: true },
      { userId: gone.userId, count: 1, mayApprove: false },
    ]);
    const list = async (approver: string) =>
      (await manager.get(`/api/fmmodule/invoices?approver=${approver}`))
        .json()
        .result.map(({ id }: { id: string }) => id);
    expect(await list(petra.userId)).toHaveLength(2);
    expect(await list('none')).toEqual([stuck.id]);
  });
});
