import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { sessionCookie } from '#server/features/identity/index.ts';
import type { MailMessage } from '#server/platform/mail/mail.ts';
import { buildInvoice, type InvoiceSeed } from '../testing/factories.ts';
import { keyOfToken } from './link-token.ts';
import { linkPath, sendLink } from './links.service.ts';
import { mailTurns } from './turn-mails.job.ts';

// A link in a mail decides once, for one person, on one invoice as it was (§C13).
let world: TestApp;
let now: Date;
let petra: TestClient;
let henk: TestClient;
const approves = ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'];
const mail = { send: async (_message: MailMessage) => undefined };

beforeAll(async () => {
  now = new Date('2026-11-23T09:00:00Z');
  world = await testApp({ now: () => now, mail });
});
afterAll(() => world.close());
beforeEach(async () => {
  now = new Date('2026-11-23T09:00:00Z');
  petra = await world.asUser({ may: approves, firstName: 'Petra', lastName: 'Huisman' });
  henk = await world.asUser({ may: approves, companyId: petra.companyId });
});

async function linkOf(seed: Partial<InvoiceSeed> = {}) {
  const { id } = await buildInvoice(world.db, {
    companyId: petra.companyId,
    booking: [[12_100, 12_100]],
    lines: [{ userId: petra.userId, sequence: 1, state: 'pending' }],
    ...seed,
  });
  await sendLink(world.services, { companyId: petra.companyId, invoiceId: id, userId: petra.userId });
  return { id, url: await newestLink(id) };
}
async function newestLink(invoiceId: string) {
  const { id } = await world.db
    .selectFrom('approval_links')
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow();
  return linkPath(world.services.secretKey, { companyId: petra.companyId, id });
}
const open = (url: string, headers = {}) => world.anonymous.get(url, headers);
const submit = (url: string, verb: string, body = '', headers = {}) =>
  world.anonymous.post(`${url}/${verb}`, body, {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });
const stateOf = async (id: string) => {
  const { statusValue, approvalState } = (await petra.get(`/api/fmmodule/invoices/${id}`)).json().result;
  return `${statusValue}/${approvalState}`;
};
const untouched = 'Concept/pending';

test('opening shows the invoice, decides nothing and uses nothing up', async () => {
  const { id, url } = await linkOf({ totalInCents: 411_400, creditor: 'Liftonderhoud Salland' });
  for (const address of [url, `${url}/approve`, `${url}/reject`, url]) await open(address);
  const page = await open(url);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Liftonderhoud Salland');
  expect(page.body).toContain('4.114,00');
  expect(page.body).toContain('U keurt als Petra Huisman');
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(await stateOf(id)).toBe(untouched);
});

test('it says which warnings are open', async () => {
  const { id, url } = await linkOf();
  await world.db
    .insertInto('invoice_warnings')
    .values([
      {
        company_id: petra.companyId,
        invoice_id: id,
        code: 'future-date',
        severity: 2,
        raised_at: now.toISOString(),
        closed_at: null,
        closed_by: null,
      },
      {
        company_id: petra.companyId,
        invoice_id: id,
        code: 'g-account',
        severity: 1,
        state: 1,
        raised_at: now.toISOString(),
        closed_at: now.toISOString(),
        closed_by: null,
      },
    ])
    .execute();
  await world.db.updateTable('invoices').set({ warning_level: 2 }).where('id', '=', id).execute();
  const page = (await open(url)).body;
  expect(page).toContain('<li data-severity="warning">Datum in de toekomst</li>');
  expect(page).not.toContain('G-rekening');
});

test('it decides once; afterwards it says who and when, and takes back for ten seconds', async () => {
  const { id, url } = await linkOf();
  expect((await submit(url, 'approve')).statusCode).toBe(303);
  expect(await stateOf(id)).toBe('ReadyForProcessing/approved');
  expect((await open(url)).body).toContain('Petra Huisman besloot op');
  expect((await submit(url, 'approve')).statusCode).toBe(409);
  now = new Date('2026-11-23T09:00:08Z');
  expect((await submit(url, 'undo')).statusCode).toBe(303);
  expect(await stateOf(id)).toBe(untouched);
  expect((await submit(url, 'approve')).statusCode).toBe(409);
  expect(await stateOf(id)).toBe(untouched);
});

test('too late to take back', async () => {
  const { id, url } = await linkOf();
  await submit(url, 'approve');
  now = new Date('2026-11-23T09:01:00Z');
  expect((await submit(url, 'undo')).body).toContain('tot 10 seconden na het besluit');
  expect(await stateOf(id)).toBe('ReadyForProcessing/approved');
});

test('rejecting asks a reason, which everybody reads', async () => {
  const { id, url } = await linkOf();
  expect((await submit(url, 'reject', 'reason=+')).body).toContain('Geef een reden');
  expect(await stateOf(id)).toBe(untouched);
  await submit(url, 'reject', 'reason=Niet+besteld');
  expect(await stateOf(id)).toBe('Concept/rejected');
  expect((await petra.get(`/api/fmmodule/invoices/${id}`)).json().result.comments).toContain('Niet besteld');
});

test('of two at once one decides', async () => {
  const { id, url } = await linkOf();
  const codes = (await Promise.all([submit(url, 'approve'), submit(url, 'reject', 'reason=Nee')])).map(
    ({ statusCode }) => statusCode,
  );
  expect(codes.toSorted((one, other) => one - other)).toEqual([303, 409]);
  expect(['ReadyForProcessing/approved', 'Concept/rejected']).toContain(await stateOf(id));
});

describe('it decides nothing', () => {
  const change = (id: string, values: object) =>
    world.db.updateTable('invoices').set(values).where('id', '=', id).execute();

  test.each<[string, (id: string) => Promise<unknown>, string]>([
    ['when a value changed', (id) => change(id, { total_in_cents: 423_500 }), 'De factuur is veranderd'],
    [
      'when the booking changed',
      (id) =>
        world.db
          .updateTable('invoice_lines')
          .set({ ledger_number: '4310' })
          .where('invoice_id', '=', id)
          .execute(),
      'De factuur is veranderd',
    ],
    [
      'when the lines changed',
      (id) =>
        world.db
          .updateTable('invoice_approvals')
          .set({ user_id: henk.userId })
          .where('invoice_id', '=', id)
          .execute(),
      'De factuur is veranderd',
    ],
    ['when a stop is open', (id) => change(id, { warning_level: 3 }), 'Deze factuur is gestopt'],
    [
      'when the person lost the right',
      () =>
        world.db
          .deleteFrom('user_permissions')
          .where('user_id', '=', petra.userId)
          .where('permission', 'like', '%approve%')
          .execute(),
      'U mag deze factuur niet keuren',
    ],
    [
      'when the person is switched off',
      () => world.db.updateTable('users').set({ is_active: false }).where('id', '=', petra.userId).execute(),
      'U mag deze factuur niet keuren',
    ],
    [
      'when the company demands a second factor',
      () =>
        world.db
          .updateTable('companies')
          .set({ second_factor_from: '2026-11-23' })
          .where('id', '=', petra.companyId)
          .execute(),
      'Hier is een tweede factor nodig',
    ],
    ['when its time is over', async () => (now = new Date('2026-11-26T09:00:01Z')), 'Deze link is verlopen'],
  ])('%s', async (_, act, title) => {
    const { id, url } = await linkOf();
    await act(id);
    const page = await open(url);
    expect(page.body).toContain(title);
    expect(page.body).toContain('Er is niets besloten');
    expect((await submit(url, 'approve')).statusCode).toBe(409);
    const stored = await world.db
      .selectFrom('invoices')
      .where('id', '=', id)
      .select(['status', 'approval_state'])
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ status: 0, approval_state: 0 });
  });

  test('for somebody else who is signed in in this browser', async () => {
    const { id, url } = await linkOf();
    const sessionId = `session-of-${henk.userId}`;
    await world.db
      .insertInto('oidc_state')
      .values({
        kind: 'Session',
        id: sessionId,
        payload: JSON.stringify({ accountId: `${henk.userId}.0` }),
        expires_at: '2027-01-01T00:00:00Z',
      })
      .execute();
    const cookie = { cookie: `other=1; ${sessionCookie}=${sessionId}` };
    expect((await open(url, cookie)).body).toContain('Iemand anders is ingelogd');
    expect((await submit(url, 'approve', '', cookie)).statusCode).toBe(409);
    expect(await stateOf(id)).toBe(untouched);
  });

  test('by an address that is none of ours, which is the same page for all', async () => {
    const { url } = await linkOf();
    const other = `${url.slice(0, -2)}${url.at(-2) === 'A' ? 'B' : 'A'}${url.at(-1)}`;
    for (const address of [other, '/approve/nothing']) {
      const page = await open(address);
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain('Deze link bestaat niet');
    }
  });
});

test('a comment does not close it', async () => {
  const { id, url } = await linkOf();
  await world.db.updateTable('invoices').set({ comments: 'Gezien' }).where('id', '=', id).execute();
  expect((await submit(url, 'approve')).statusCode).toBe(303);
  expect(await stateOf(id)).toBe('ReadyForProcessing/approved');
});

test('turns are mailed once in companies that want it, and a new link is made on request', async () => {
  const { id } = await buildInvoice(world.db, {
    companyId: petra.companyId,
    lines: [{ userId: petra.userId, sequence: 1, state: 'pending' }],
  });
  await world.db
    .updateTable('invoice_approvals')
    .set({ pending_since: '2026-11-23T08:00:00Z' })
    .where('invoice_id', '=', id)
    .execute();
  const made = async () =>
    (await world.db.selectFrom('approval_links').where('invoice_id', '=', id).select('id').execute()).length;
  await mailTurns(world.services);
  expect(await made()).toBe(0);
  await world.db
    .insertInto('approval_settings')
    .values({
      company_id: petra.companyId,
      digest_hour: null,
      escalate_after: null,
      escalate_to: null,
      mails_turns: true,
      updated_by: null,
    })
    .execute();
  await Promise.all([mailTurns(world.services), mailTurns(world.services)]);
  expect(await made()).toBe(1);
  const url = await newestLink(id);
  expect((await submit(url, 'renew')).body).toContain('een nieuwe link onderweg');
  expect(await made()).toBe(2);
  expect(keyOfToken(world.services.secretKey, url.slice('/approve/'.length))).toBeDefined();
});
