import type { BuildForeign, Isolation } from '#server/app/testing/isolation-types.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { nextRuleNumber } from '#server/features/documents/index.ts';
import { upload } from '#server/features/documents/testing/upload.ts';
import { newId } from '#server/platform/db/ids.ts';
import { buildAccount, buildCreditor } from './creditors.ts';
import { buildInvoice } from './factories.ts';

const approval: BuildForeign = async ({ db }, { companyId, userId }) => {
  const lines = [{ userId, sequence: 1, state: 'pending' as const }];
  const { lineIds } = await buildInvoice(db, { companyId, documentId: newId(), lines });
  return lineIds[0] ?? '';
};
const absence: BuildForeign = async ({ db }, { companyId, userId }) => {
  const id = newId();
  await db
    .insertInto('approver_absences')
    .values({
      company_id: companyId,
      id,
      user_id: userId,
      substitute_id: newId(),
      from_day: '2026-11-01',
      until_day: '2026-11-30',
      created_by: null,
      updated_by: null,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  return id;
};
const ruleBody = {
  kind: 'validation',
  name: 'X',
  content: { upTo: 100_000, maxCount: 10, maxTotal: 500_000 },
} as const;
const rule: BuildForeign = async ({ db }, { companyId }) => {
  const id = newId();
  const content = { ...ruleBody.content, confidence: 0.98, confirmed: 3, bookingShare: 0.9 };
  const audit = { created_by: null, updated_by: null, deleted_at: null, deleted_by: null };
  const never = { creditor_id: null, made_by: null, switched_by: null, switched_at: null };
  await db
    .insertInto('touchless_rules')
    .values({
      company_id: companyId,
      id,
      number: await nextRuleNumber(db, companyId),
      kind: 1,
      name: 'X',
      content,
      ...never,
      ...audit,
    })
    .execute();
  return id;
};
const advice: BuildForeign = async ({ db }, { companyId, userId }) => {
  const id = newId();
  const { id: invoiceId } = await buildInvoice(db, { companyId, documentId: newId() });
  await db
    .insertInto('invoice_comments')
    .values({
      company_id: companyId,
      id,
      invoice_id: invoiceId,
      kind: 2,
      at: '2026-11-20T09:00:00.000Z',
      user_id: userId,
      user_name: '',
      text: 'Klopt dit?',
      mentions: [userId],
      answers: null,
    })
    .execute();
  return id;
};
const handover: BuildForeign = async ({ db }, theirs) => {
  const id = newId();
  await db
    .insertInto('invoice_exports')
    .values({
      company_id: theirs.companyId,
      id,
      administration_id: null,
      format: 'csv',
      file_sha256: null,
      error: null,
      created_by: theirs.userId,
      created_by_name: '',
      finished_at: null,
    })
    .execute();
  return id;
};

const archiveFile: BuildForeign = async ({ db }, theirs) => {
  const id = newId();
  await db
    .insertInto('archive_files')
    .values({
      company_id: theirs.companyId,
      id,
      administration_id: null,
      from_day: '2026-01-01',
      to_day: '2026-12-31',
      language: 'nl',
      file_sha256: null,
      error: null,
      created_by: theirs.userId,
      finished_at: null,
    })
    .execute();
  return id;
};

const delivery: BuildForeign = async ({ db }, theirs) => {
  const id = newId();
  await db
    .insertInto('deliveries')
    .values({
      company_id: theirs.companyId,
      id,
      administration_id: newId(),
      coupling: 'csv',
      replaces: null,
      key: id,
      target: 'download',
      file_sha256: null,
      invoice_count: 0,
      next_try_at: null,
      error: null,
      created_by: null,
      finished_at: null,
    })
    .execute();
  return id;
};
const payment: BuildForeign = async ({ db }, theirs) => {
  const id = newId();
  await db
    .insertInto('payment_files')
    .values({
      company_id: theirs.companyId,
      id,
      administration_id: newId(),
      number: `2026-${id.slice(-6)}`,
      execution_day: '2026-11-27',
      file_sha256: null,
      prepared_at: null,
      prepared_by: null,
      released_at: null,
      released_by: null,
      cancelled_at: null,
      cancelled_by: null,
      created_by: null,
      updated_by: null,
    })
    .execute();
  return id;
};
const creditor: BuildForeign = async ({ db }, { companyId }) => (await buildCreditor(db, { companyId })).id;
const account: BuildForeign = async ({ db }, { companyId }) => {
  const { id } = await buildCreditor(db, { companyId });
  return buildAccount(db, { companyId, creditorId: id });
};

/** What is named in the query has tests of its own, beside its routes. */
export const invoicingIsolation: Isolation = {
  foreign: {
    '/api/fmmodule/documents/:id': async ({ db }, { companyId }) =>
      (await buildInvoice(db, { companyId, documentId: newId() })).documentKey,
    '/api/fmmodule/invoices/:id': async ({ db }, { companyId }) =>
      (await buildInvoice(db, { companyId, documentId: newId() })).id,
    '/api/fmmodule/archive/:id': async ({ db }, { companyId }) =>
      (await buildInvoice(db, { companyId, documentId: newId() })).id,
    '/api/fmmodule/archive-files/:id': archiveFile,
    '/api/fmmodule/approvals/:id': approval,
    '/api/fmmodule/exports/:id': handover,
    '/api/fmmodule/deliveries/:id': delivery,
    '/api/fmmodule/delivery-settings/:id': async ({ db }, { companyId }) =>
      (await buildAdministration(db, companyId)).id,
    '/api/fmmodule/payments/:id': payment,
    '/api/fmmodule/payment-settings/:id': async ({ db }, { companyId }) =>
      (await buildAdministration(db, companyId)).id,
    '/api/fmmodule/approval-flows/:id': async (_world, { companyId }) => companyId,
    '/api/fmmodule/absences/:id': absence,
    '/api/fmmodule/creditors/:id': creditor,
    '/api/fmmodule/warning-settings/:id': async (_world, { companyId }) => companyId,
    '/api/fmmodule/bank-accounts/:id': account,
    '/api/fmmodule/charts/:id': async ({ db }, { companyId }) =>
      (await buildAdministration(db, companyId)).id,
    '/api/fmmodule/advices/:id': advice,
    '/api/fmmodule/touchless-rules/:id': rule,
    '/api/fmmodule/touchless/:id': async (_world, { companyId }) => companyId,
  },
  bodies: {
    '/api/fmmodule/documents': () => {
      const [payload, headers] = upload({ filename: 'a.pdf', content: '%PDF-1.7' });
      return { payload, headers };
    },
    '/api/fmmodule/invoices/:id/approve': { approve: true },
    '/api/fmmodule/invoices/:id/hold': { hold: true },
    '/api/fmmodule/invoices/:id/move': { administrationId: newId() },
    '/api/fmmodule/invoices/:id/withdraw-decisions': { reason: 'X' },
    '/api/fmmodule/invoices/decide': { verb: 'hold', ids: [newId()] },
    '/api/fmmodule/advices': { invoiceId: newId(), userId: newId(), question: 'X' },
    '/api/fmmodule/advices/:id/answer': { answer: 'X' },
    '/api/fmmodule/approval-flows/:id/settings': {
      digestHour: 8,
      escalateAfter: null,
      escalateTo: null,
      bulkNeedsOpened: true,
      mailsTurns: false,
    },
    '/api/fmmodule/invoices/:id/comments': { comments: 'X' },
    '/api/fmmodule/invoices/:id/real-estate': { isRealEstate: true },
    '/api/fmmodule/invoices/:id/payment-status': { paymentStatus: 'paid' },
    '/api/fmmodule/invoices/:id/mark-original': { reason: 'X' },
    '/api/fmmodule/invoices/:id/booking': { lines: [] },
    '/api/fmmodule/approvals': { invoiceId: newId(), userId: newId(), sequence: 1, reason: 'X' },
    '/api/fmmodule/approvals/:id/pass-on': { userId: newId(), reason: 'X' },
    '/api/fmmodule/approval-flows': { draft: { rules: [], otherwise: [], fourEyes: null } },
    '/api/fmmodule/touchless-rules': ruleBody,
    '/api/fmmodule/touchless-rules/:id/switch': { isOn: false },
    '/api/fmmodule/touchless': { sampleEvery: 20 },
    '/api/fmmodule/invoices/:id/undo-rule': { reason: 'X' },
    '/api/fmmodule/invoices/:id/check': { wrong: [] },
    '/api/fmmodule/absences': {
      userId: newId(),
      substituteId: newId(),
      fromDay: '2026-11-01',
      untilDay: '2026-11-30',
    },
    '/api/fmmodule/deliveries': { companyId: newId(), administrationId: newId() },
    '/api/fmmodule/deliveries/receipts': { companyId: newId(), administrationId: newId(), text: '1' },
    '/api/fmmodule/deliveries/:id/new-creditors': { numbers: [{ creditorId: newId(), number: '1' }] },
    '/api/fmmodule/deliveries/:id/again': { reason: 'X' },
    '/api/fmmodule/deliveries/:id/release': { reason: 'X' },
    '/api/fmmodule/delivery-settings': {
      isAutomatic: false,
      takenFrom: null,
      pace: 'hand',
      target: 'download',
      mailAddress: '',
      waitSeconds: 60,
      maxTries: 8,
      journal: '',
    },
    '/api/fmmodule/delivery-settings/:id/codes': { kind: 'account', codes: [{ ours: '4300', theirs: '1' }] },
    '/api/fmmodule/delivery-settings/:id/codes/file': () => {
      const [payload, headers] = upload({
        filename: 'a.csv',
        content: 'soort;onze code;code in het pakket\n',
      });
      return { payload, headers };
    },
    '/api/fmmodule/delivery-settings/:id/test-folder': { folderRoot: 'x', folder: '' },
    '/api/fmmodule/payments': {
      companyId: newId(),
      administrationId: newId(),
      executionDay: '2099-01-01',
    },
    '/api/fmmodule/payments/:id/choose': { invoiceIds: [], executionDay: '2099-01-01' },
    '/api/fmmodule/payments/:id/split': { invoiceId: newId(), gAmount: 0 },
    '/api/fmmodule/payments/:id/send-back': { reason: 'X' },
    '/api/fmmodule/payments/:id/not-sent': { reason: 'X' },
    '/api/fmmodule/payment-settings': {
      isOn: false,
      iban: 'NL91ABNA0417164300',
      bic: '',
      holder: 'X',
      paysFrom: '2026-11-01',
    },
    '/api/fmmodule/creditors': { name: 'X' },
    '/api/fmmodule/warning-settings': { off: [] },
    '/api/fmmodule/creditors/:id/block': { reason: 'X' },
    '/api/fmmodule/creditors/:id/unblock': { reason: 'X' },
    '/api/fmmodule/creditors/:id/merge': { creditorId: newId() },
    '/api/fmmodule/creditors/:id/undo-merge': { mergeId: newId() },
    '/api/fmmodule/bank-accounts/:id/confirm': { method: 'called', note: 'X' },
    '/api/fmmodule/bank-accounts/:id/block': { reason: 'X' },
    '/api/fmmodule/charts/:id/entries': { kind: 'account', entries: [{ number: '4300', name: 'X' }] },
    '/api/fmmodule/charts/:id/vat-codes': {
      code: 'H21',
      name: 'X',
      rates: [{ fromDay: '2012-10-01', rate: 2100 }],
    },
    '/api/fmmodule/charts/:id/periods': { year: 2026, closed: [] },
    '/api/fmmodule/charts/:id/imports/csv': () => {
      const [payload, headers] = upload({ filename: 'a.csv', content: 'nummer;naam\r\n4300;X\r\n' });
      return { payload, headers };
    },
    '/api/fmmodule/charts/:id/imports/xaf': () => {
      const [payload, headers] = upload({ filename: 'a.xaf', content: '<auditfile/>' });
      return { payload, headers };
    },
    '/api/fmmodule/exports': { companyId: newId(), format: 'csv' },
    '/api/fmmodule/archive-files': { companyId: newId(), from: '2026-01-01', to: '2026-12-31' },
  },
  publicRoutes: [
    'GET /approve/assets/link.css',
    'GET /approve/:token',
    'GET /approve/:token/page',
    ...['approve', 'reject', 'undo', 'renew'].flatMap((verb) => [
      `POST /approve/:token/${verb}`,
      `GET /approve/:token/${verb}`,
    ]),
  ],
};
