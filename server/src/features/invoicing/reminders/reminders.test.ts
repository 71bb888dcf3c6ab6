import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { createSite } from '#server/features/identity/index.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { findSettings } from '../settings/settings.repository.ts';
import { buildInvoice } from '../testing/factories.ts';
import { isDigestHour, sendDigest } from './digest.job.ts';
import { escalate } from './escalate.service.ts';

// Turns that stay where they are, and the mail of a day (§C13).
let world: TestApp;
let manager: TestClient;
let petra: TestClient;
let henk: TestClient;
const now = new Date('2026-11-23T08:05:00.000Z');
const approves = ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'];
const sites = { allSites: () => [createSite('http', 'fm', 'fm.localhost', 3000)] };

beforeAll(async () => {
  world = await testApp({ now: () => now });
  manager = await world.asUser({ may: [...approves, 'fmmodule.approvalflows.update.company'] });
  const { companyId } = manager;
  petra = await world.asUser({ may: approves, companyId, firstName: 'Petra', lastName: 'Huisman' });
  henk = await world.asUser({ may: approves, companyId, firstName: 'Henk', lastName: 'Drost' });
});
afterAll(() => world.close());

const settingsUrl = () => `/api/fmmodule/approval-flows/${manager.companyId}/settings`;
const set = (change: object) =>
  manager.put(settingsUrl(), {
    digestHour: null,
    escalateAfter: null,
    escalateTo: null,
    bulkNeedsOpened: true,
    mailsTurns: false,
    ...change,
  });
const companyNow = async () => ({
  companyId: manager.companyId,
  ...(await findSettings(world.db, manager.companyId)),
});
const owners = async (id: string) =>
  (await manager.get(`/api/fmmodule/approvals?invoiceId=${id}`))
    .json()
    .result.map((line: { fullName: string; origin: string }) => `${line.fullName} ${line.origin}`);

test('a turn goes on after its working days, once, and the history says so', async () => {
  const { id } = await buildInvoice(world.db, {
    companyId: manager.companyId,
    lines: [
      { userId: petra.userId, sequence: 1, state: 'pending' },
      { userId: henk.userId, sequence: 2, state: 'waiting' },
    ],
  });
  await world.db
    .updateTable('invoice_approvals')
    .set({ pending_since: '2026-11-19T10:00:00Z' })
    .where('invoice_id', '=', id)
    .where('sequence', '=', 1)
    .execute();
  await set({ escalateAfter: 3 });
  expect(await escalate(world.services, await companyNow())).toBe(0);
  await set({ escalateAfter: 2 });
  expect(await escalate(world.services, await companyNow())).toBe(1);
  expect(await owners(id)).toEqual(['Henk Drost escalated', 'Henk Drost before']);
  expect(await escalate(world.services, await companyNow())).toBe(0);
  const [note] = await world.db
    .selectFrom('history')
    .where('entity_id', '=', id)
    .where('verb', '=', 'escalate-approval')
    .select(['changes', 'user_name'])
    .execute();
  expect(note?.changes).toMatchObject({ approver: { old: 'Petra Huisman', new: 'Henk Drost' } });
});

test('a turn of somebody who cannot decide any more goes to the named person at once', async () => {
  const gone = await world.asUser({ may: approves, companyId: manager.companyId });
  const { id } = await buildInvoice(world.db, {
    companyId: manager.companyId,
    lines: [{ userId: gone.userId, sequence: 1, state: 'pending' }],
  });
  await world.db.updateTable('users').set({ is_active: false }).where('id', '=', gone.userId).execute();
  await set({ escalateTo: petra.userId });
  expect(await escalate(world.services, await companyNow())).toBe(1);
  expect(await owners(id)).toEqual(['Petra Huisman escalated']);
});

test.each([
  ['at its hour on a working day', '2026-11-23T08:05:00Z', 9, true],
  ['not at another hour', '2026-11-23T09:05:00Z', 9, false],
  ['not on a Sunday', '2026-11-22T08:05:00Z', 9, false],
  ['not on Christmas Day', '2026-12-25T08:05:00Z', 9, false],
  ['never without an hour', '2026-11-23T08:05:00Z', null, false],
])('the mail of a day goes %s', (_, at, digestHour, expected) => {
  expect(isDigestHour({ digestHour }, new Date(at))).toBe(expected);
});

test('it names what waits, leads to the portal, and is not sent when nothing waits', async () => {
  const sent: MailMessage[] = [];
  const mail = { send: async (message: MailMessage) => void sent.push(message) };
  const joris = await world.asUser({ may: approves, companyId: manager.companyId, firstName: 'Joris' });
  const job = { companyId: manager.companyId, userId: joris.userId };
  const services = { db: world.db, mail, now: () => now };
  await sendDigest(services, sites, job);
  expect(sent).toEqual([]);
  const { id, documentId } = await buildInvoice(world.db, {
    companyId: manager.companyId,
    lines: [{ userId: joris.userId, sequence: 1, state: 'pending' }],
  });
  await sendDigest(services, sites, job);
  expect(sent).toMatchObject([{ subject: '1 factuur wacht op u', isAutomatic: true }]);
  expect(sent[0]?.text).toContain(documentId);
  expect(sent[0]?.text).toContain(`http://fm.localhost:3000/fmmodule/invoices?open=${id}`);
});
