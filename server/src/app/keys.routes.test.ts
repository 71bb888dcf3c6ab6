import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upload } from '#server/features/documents/testing/upload.ts';
import { createDb, createPool, type Db } from '#server/platform/db/database.ts';
import { testApp, type TestApp, type TestClient } from './testing/app.ts';
import { bytesOf, fileBody, type RawPost, sendPart } from './testing/leaving-clients.ts';

let balie: TestApp;
let staff: TestClient;
let owner: Db;
let port: number;

beforeAll(async () => {
  balie = await testApp();
  owner = createDb(createPool({ ...balie.database.owner, max: 1 }));
  staff = await balie.asUser({
    isProvider: true,
    may: ['core.companies.create.system', 'fmmodule.documents.create'],
  });
  port = Number(new URL(await balie.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  await owner.destroy();
  await balie.close();
});

const company = (name: string) => ({ name, domainName: `${name}.example` });
const jsonPost = (key: string, name: string): RawPost => ({
  port,
  token: staff.userId,
  path: '/api/core/companies',
  key,
  type: 'application/json',
  body: Buffer.from(JSON.stringify(company(name))),
});
const filePost = (key: string, content: string): RawPost => ({
  port,
  token: staff.userId,
  path: '/api/fmmodule/documents',
  key,
  ...fileBody(`${key}.xml`, `<?xml version="1.0"?><a>${content}</a>`),
});
const create = (key: string, name: string) =>
  staff.post('/api/core/companies', company(name), { 'idempotency-key': key });
const companies = async (name: string) =>
  (await balie.db.selectFrom('companies').where('name', '=', name).select('id').execute()).length;

/** What the process crashing between its commit and its answer leaves behind. */
const loseAnswer = (key: string) =>
  owner
    .updateTable('idempotency_keys')
    .set({ status: null, answer: null, media_type: null })
    .where('key', '=', key)
    .execute();

/** Sessions of the product that a transaction is open in, and nothing is asked. */
async function heldSessions(): Promise<number> {
  const { rows } = await sql<{ state: string }>`select state from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`.execute(
    owner,
  );
  return rows.length;
}

describe('clients that leave', () => {
  test('at any moment keep nothing from those that stay', async () => {
    const posts = Array.from({ length: 60 }, (_, at) =>
      at % 2 === 0 ? jsonPost(`left-${at}`, `left-${at}`) : filePost(`left-${at}`, 'x'.repeat(2000)),
    );
    await Promise.all(
      posts.map(async (post, at) => {
        const { length } = bytesOf(post);
        // Before the body, in the middle of it, and when the work may have begun.
        const sent =
          [length - post.body.length, length - Math.ceil(post.body.length / 2), length][at % 3] ?? length;
        const socket = await sendPart(post, sent);
        await sleep(Math.random() * 40);
        socket.destroy();
      }),
    );
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => create(`stayed-${at}`, `stayed-${at}`)),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 201));
    await expect.poll(heldSessions, { timeout: 10_000 }).toBe(0);
    // Whoever left comes back with their key, and everything is there once.
    for (const at of [0, 2, 4, 6, 8, 10])
      expect((await create(`left-${at}`, `left-${at}`)).statusCode).toBe(201);
    for (const at of [0, 2, 4, 6, 8, 10]) expect(await companies(`left-${at}`)).toBe(1);
  });

  test('half way in an upload hold no connection, and neither the key', async () => {
    const slow = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const post = filePost(`slow-${at}`, 'y'.repeat(4000));
        return sendPart(post, bytesOf(post).length - 100);
      }),
    );
    await sleep(200);
    expect(await heldSessions()).toBe(0);
    expect((await create('beside', 'beside')).statusCode).toBe(201);
    const [payload, headers] = upload({
      filename: 'slow-0.xml',
      content: '<?xml version="1.0"?><a>whole</a>',
    });
    const again = await staff.post('/api/fmmodule/documents', payload, {
      ...headers,
      'idempotency-key': 'slow-0',
    });
    expect(again.statusCode).toBe(202);
    for (const socket of slow) socket.destroy();
  });
});

describe('a request whose answer was lost', () => {
  test('is answered from what its transaction returned, and makes no second record', async () => {
    const first = await create('lost', 'lost');
    await loseAnswer('lost');
    const again = await create('lost', 'lost');
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await companies('lost')).toBe(1);
  });

  test('refuses another body under its key', async () => {
    await create('lost-other', 'lost-one');
    await loseAnswer('lost-other');
    expect(await create('lost-other', 'lost-two')).toBeProblem(422, 'idempotency-mismatch');
    expect(await companies('lost-two')).toBe(0);
  });

  test('of an upload gives the documents that were written', async () => {
    const send = async () => {
      const [payload, headers] = upload({ filename: 'a.xml', content: '<?xml version="1.0"?><a>lost</a>' });
      return staff.post('/api/fmmodule/documents', payload, { ...headers, 'idempotency-key': 'lost-upload' });
    };
    const first = await send();
    await loseAnswer('lost-upload');
    expect((await send()).json()).toEqual(first.json());
    const ids = first.json().result.map(({ id }: { id: string }) => id);
    expect(
      await balie.db
        .selectFrom('documents')
        .where('sha256', 'in', balie.db.selectFrom('documents').where('id', 'in', ids).select('sha256'))
        .select('id')
        .execute(),
    ).toHaveLength(1);
  });

  test('whose answer holds a secret gives the same one, and none is readable in the database', async () => {
    const admin = await balie.asUser({
      isProvider: true,
      may: ['fm.updatekeys.create.system', 'core.companies.create.system'],
    });
    const url = `/api/fm/companies/${admin.companyId}/update-keys`;
    const first = await admin.post(url, { name: 'Kantoor' }, { 'idempotency-key': 'secret' });
    const again = await admin.post(url, { name: 'Kantoor' }, { 'idempotency-key': 'secret' });
    expect(first.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    const rows = await owner.selectFrom('idempotency_keys').where('key', '=', 'secret').selectAll().execute();
    expect(rows).toMatchObject([{ answer: null }]);
    const { key } = first.json().result;
    const stored = JSON.stringify(rows);
    for (const text of [key, Buffer.from(key).toString('base64').slice(2, -4)])
      expect(stored).not.toContain(text);
  });
});

describe('a key', () => {
  test('that work failed under is free', async () => {
    await create('taken-first', 'taken');
    const failed = await create('failed', 'taken');
    expect(failed.statusCode).toBe(400);
    expect((await create('failed', 'free')).statusCode).toBe(201);
  });

  test('of yesterday is free again, also when its answer was lost', async () => {
    for (const key of ['old', 'old-lost']) {
      await create(key, key);
      if (key === 'old-lost') await loseAnswer(key);
      await owner
        .updateTable('idempotency_keys')
        .set({ created_at: '2026-11-20T13:00:00Z' })
        .where('key', '=', key)
        .execute();
      expect((await create(key, `${key}-new`)).statusCode).toBe(201);
      expect(await companies(`${key}-new`)).toBe(1);
    }
  });

  test('of before the upgrade, which has an answer and no steps, goes on working', async () => {
    await create('legacy', 'legacy');
    await owner.updateTable('idempotency_keys').set({ steps: null }).where('key', '=', 'legacy').execute();
    const again = await create('legacy', 'legacy');
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await companies('legacy')).toBe(1);
  });

  test('in an address that is longer than an index takes is kept all the same', async () => {
    const url = `/api/core/companies?${Array.from({ length: 200 }, () => randomUUID()).join('&')}`;
    const [one, two] = [
      await staff.post(url, company('long'), { 'idempotency-key': 'k' }),
      await staff.post(url, company('long'), { 'idempotency-key': 'k' }),
    ];
    expect([one.statusCode, two.statusCode]).toEqual([201, 201]);
    expect(await companies('long')).toBe(1);
  });
});

// How a retry is answered: by the transactions of the request (decision 0066). A route belongs here when everything it
// writes goes through `ctx.transaction`, and what it answers comes out of it. Any other says in its config why it may
// happen twice.
const once = [
  'carpetline/drawings',
  'carpetline/orders',
  'carpetline/orders/:id/complete',
  'carpetline/orders/:id/delivery-date',
  'carpetline/orders/:id/receive',
  'carpetline/orders/:id/step-back',
  'carpetline/semi-finishes',
  'carpetline/semi-finishes/import',
  'carpetline/user-customer-relations',
  'carpetline/user-customer-relations/:id/invite',
  'carpetline/users',
  'comceptum/orderlines',
  'comceptum/ordertimes',
  'comceptum/timer',
  'comceptum/timer/stop',
  'comceptum/timesheets/copy-week',
  'comceptum/workorders',
  'comceptum/workorders/:id/send-offer',
  'comceptum/workorders/:workOrderId/lines',
  'comceptum/workorders/:workOrderId/offers',
  'comceptum/workorders/:workOrderId/offers/:id/send',
  'comceptum/workorders/:workOrderId/offers/:id/withdraw',
  'comceptum/workorders/:workOrderId/times',
  'core/companies',
  'core/companies/:companyId/administrations',
  'core/companies/:companyId/modules',
  'core/companies/:companyId/service-accounts',
  'core/companies/:companyId/service-accounts/:id/keys',
  'core/companies/:companyId/users',
  'core/companies/:companyId/users/:id/invite',
  'core/companies/:companyId/users/:id/starting-password',
  'core/companies/:companyId/webhooks',
  'core/companies/:companyId/webhooks/:id/deliveries/:deliveryId/resend',
  'core/companies/:companyId/webhooks/:id/resume',
  'core/companies/:companyId/webhooks/:id/secret',
  'core/companies/:companyId/webhooks/:id/test',
  'core/customer-relations',
  'core/customer-relations/:customerRelationId/contact-persons',
  'core/customer-relations/import',
  'core/groups',
  'core/inspectors',
  'core/groups/:id/copy',
  'core/modules',
  'core/saved-views',
  'core/status/jobs/:kind/:id/retry',
  'core/trash/:entity/:id/restore',
  'fm/billing-runs',
  'fm/billing-runs/:id/finalise',
  'fm/billing-runs/:id/mail',
  'fm/billing-runs/:id/recalculate',
  'fm/billing-runs/:id/reopen',
  'fm/billing-runs/:id/review',
  'fm/billing-runs/:runId/credits',
  'fm/companies/:companyId/issued-invoices/:id/mail',
  'fm/companies/:companyId/issued-invoices/:id/paid',
  'fm/companies/:companyId/one-off-lines',
  'fm/companies/:companyId/price-agreements',
  'fm/companies/:companyId/settings',
  'fm/companies/:companyId/update-keys',
  'fm/companies/:companyId/update-keys/:id/rotate',
  'fm/price-agreements',
  'fm/price-agreements-customer',
  'fm/releases',
  'fm/settings',
  'fmmanagement/board/suppliers/:id/memory/forget',
  'fmmanagement/documenten/:hash',
  'fmmanagement/documenten/:id/herstel',
  'fmmanagement/documenten/:id/remove-pages',
  'fmmanagement/documenten/:id/restore-source',
  'fmmanagement/documenten/:id/rotate',
  'fmmanagement/documenten/:id/split',
  'fmmanagement/documenten/:id/vraag',
  'fmmanagement/documenten/batches/:id/undo',
  'fmmanagement/documenten/merge',
  'fmmanagement/documenten/onverwerkbaar',
  'fmmanagement/documenten/retryDocumentsThroughOcr',
  'fmmanagement/triggers',
  'fmmanagement/triggers/import',
  'fmmodule/archive-files',
  'fmmodule/absences',
  'fmmodule/advices',
  'fmmodule/advices/:id/answer',
  'fmmodule/approval-flows/:id/apply',
  'fmmodule/approval-flows/:id/put-in-use',
  'fmmodule/approvals',
  'fmmodule/approvals/:id/pass-on',
  'fmmodule/bank-accounts/:id/block',
  'fmmodule/bank-accounts/:id/confirm',
  'fmmodule/charts/:id/imports/csv',
  'fmmodule/charts/:id/imports/xaf',
  'fmmodule/creditors/:id/block',
  'fmmodule/creditors/:id/merge',
  'fmmodule/creditors/:id/unblock',
  'fmmodule/creditors/:id/undo-merge',
  'fmmodule/deliveries',
  'fmmodule/deliveries/:id/again',
  'fmmodule/deliveries/:id/arrived',
  'fmmodule/deliveries/:id/new-creditors',
  'fmmodule/deliveries/:id/release',
  'fmmodule/deliveries/:id/retry',
  'fmmodule/documents',
  'fmmodule/exports',
  'fmmodule/invoicerecognition/unvalidated/:id/undo',
  'fmmodule/invoices/:id/approve',
  'fmmodule/invoices/:id/check',
  'fmmodule/invoices/:id/comments',
  'fmmodule/invoices/:id/hold',
  'fmmodule/invoices/:id/mark-original',
  'fmmodule/invoices/:id/move',
  'fmmodule/invoices/:id/payment-status',
  'fmmodule/invoices/:id/restore-duplicate',
  'fmmodule/invoices/:id/real-estate',
  'fmmodule/invoices/:id/resubmit',
  'fmmodule/invoices/:id/take-apart',
  'fmmodule/invoices/:id/undo',
  'fmmodule/invoices/:id/undo-rule',
  'fmmodule/invoices/:id/withdraw',
  'fmmodule/invoices/:id/withdraw-decisions',
  'fmmodule/invoices/decide',
  'fmmodule/payment-settings/:id/confirm',
  'fmmodule/payments',
  'fmmodule/payments/:id/choose',
  'fmmodule/payments/:id/not-sent',
  'fmmodule/payments/:id/prepare',
  'fmmodule/payments/:id/release',
  'fmmodule/payments/:id/send-back',
  'fmmodule/payments/:id/split',
  'fmmodule/payments/:id/withdraw',
  'fmmodule/touchless-rules',
  'fmmodule/touchless-rules/:id/switch',
  'shared/entities/:entityId/attachments',
  'shared/entities/:entityId/notes',
];

test('every POST that people may send twice happens once, or says why it may happen again', () => {
  const open = balie.routes.filter(
    ({ method, isPublic, repeatable }) => method === 'POST' && !isPublic && repeatable === undefined,
  );
  expect(open.map(({ url }) => url.replace('/api/', '')).toSorted()).toEqual(once.toSorted());
});
