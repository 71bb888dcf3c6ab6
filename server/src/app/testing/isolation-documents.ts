import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { TestApp, TestClient } from './app.ts';
import type { IsolationRow } from './isolation-row.ts';

const theirDocument = async (balie: TestApp, theirs: TestClient) =>
  (await buildInvoice(balie.db, { companyId: theirs.companyId, documentId: newId() })).documentKey;

const theirAdministration = async (balie: TestApp, theirs: TestClient) =>
  (await buildAdministration(balie.db, theirs.companyId)).id;
const theirSupplier = async (balie: TestApp, theirs: TestClient) => {
  const id = newId();
  const nothing = { kvk: null, vat_id: null, iban: null };
  await balie.db
    .insertInto('creditors')
    .values({ company_id: theirs.companyId, id, name: 'X', name_key: 'x', ...nothing })
    .execute();
  return id;
};
const theirLine = async (balie: TestApp, theirs: TestClient) => {
  const id = newId();
  await balie.db
    .insertInto('intake_log')
    .values({
      company_id: theirs.companyId,
      id,
      administration_id: null,
      source: 'mail',
      received_at: balie.services.now().toISOString(),
      mail_id: null,
      filename: 'a.gif',
      bytes: 1,
      document_id: null,
    })
    .execute();
  return id;
};
const theirBatch = async (balie: TestApp, theirs: TestClient) => {
  const id = newId();
  await balie.db
    .insertInto('document_batches')
    .values({
      company_id: theirs.companyId,
      id,
      user_id: theirs.userId,
      created_at: balie.services.now().toISOString(),
    })
    .execute();
  return id;
};
const theirHash = async (balie: TestApp, theirs: TestClient) => {
  const id = await theirDocument(balie, theirs);
  const sha256 = 'ab'.repeat(32);
  await balie.db.updateTable('documents').set({ sha256, state: 3 }).where('id', '=', id).execute();
  return { hash: sha256 };
};

const json = (payload: object) => () => ({ payload });

const recognition = '/api/fmmodule/invoicerecognition';
const unknown = '/api/fmmanagement/documenten';
const reads = 'fmmodule.invoicerecognitiondata.read';
const writes = 'fmmodule.invoicerecognitiondata.update';

/** Rows of validation, unknown documents, page work, intake log and board. */
export const documentIsolation: readonly IsolationRow[] = [
  { method: 'GET', url: `${recognition}/unvalidated`, permission: reads },
  { method: 'GET', url: `${recognition}/unvalidated/:id`, permission: reads, foreign: theirDocument },
  {
    method: 'GET',
    url: `${recognition}/unvalidated/:id/pages/:number`,
    permission: reads,
    foreign: theirDocument,
    fixed: { number: '1' },
  },
  { method: 'GET', url: `${recognition}/images`, permission: reads },
  {
    method: 'PUT',
    url: `${recognition}/:id`,
    permission: writes,
    foreign: theirDocument,
    body: json({ isValidated: true, isCorrect: true }),
  },
  {
    method: 'POST',
    url: `${recognition}/:id/undo`,
    permission: writes,
    foreign: theirDocument,
    body: json({}),
  },
  {
    method: 'PUT',
    url: `${recognition}/:id/properties/:property`,
    permission: writes,
    foreign: theirDocument,
    fixed: { property: 'number' },
    body: json({ value: 'A-1' }),
  },
  {
    method: 'POST',
    url: `${recognition}/:id/lock`,
    permission: writes,
    foreign: theirDocument,
    body: json({}),
  },
  { method: 'DELETE', url: `${recognition}/:id/lock`, permission: writes, foreign: theirDocument },
  { method: 'GET', url: `${recognition}/unvalidated/export`, permission: reads },
  { method: 'GET', url: `${unknown}/onbekend/export`, permission: 'fmmanagement.documents.read' },
  { method: 'GET', url: `${unknown}/onverwerkbaar/export`, permission: 'fmmanagement.documents.read' },
  { method: 'GET', url: '/api/fmmanagement/board/triggers/export', permission: 'fmmanagement.board.read' },
  { method: 'GET', url: '/api/fmmanagement/board/suppliers/export', permission: 'fmmanagement.board.read' },
  { method: 'GET', url: '/api/fmmodule/intake-log/export', permission: 'fmmodule.intakelog.read' },
  { method: 'GET', url: '/api/fmmanagement/board/triggers', permission: 'fmmanagement.board.read' },
  { method: 'GET', url: '/api/fmmanagement/board/suppliers', permission: 'fmmanagement.board.read' },
  {
    method: 'GET',
    url: '/api/fmmanagement/board/suppliers/:id',
    permission: 'fmmanagement.board.read',
    foreign: theirSupplier,
  },
  {
    method: 'PUT',
    url: '/api/fmmanagement/board/suppliers/:id',
    permission: 'fmmanagement.board.update',
    foreign: theirSupplier,
    body: json({ isAutomatic: false }),
  },
  { method: 'GET', url: '/api/fmmodule/intake-log', permission: 'fmmodule.intakelog.read' },
  {
    method: 'GET',
    url: '/api/fmmodule/intake-log/:id',
    permission: 'fmmodule.intakelog.read',
    foreign: theirLine,
  },
  {
    method: 'GET',
    url: '/api/fmmodule/intake-log/:id/mail',
    permission: 'fmmodule.intakelog.read',
    foreign: theirLine,
  },
  {
    method: 'GET',
    url: '/api/core/companies/:companyId/administrations/:id/intake',
    permission: 'core.administrations.read',
    foreign: theirAdministration,
  },
  {
    method: 'PUT',
    url: '/api/core/companies/:companyId/administrations/:id/intake',
    permission: 'core.administrations.update',
    foreign: theirAdministration,
    body: json({ sendsReceipts: false, senders: [] }),
  },
  { method: 'GET', url: `${unknown}/onbekend`, permission: 'fmmanagement.documents.read' },
  { method: 'GET', url: `${unknown}/onverwerkbaar`, permission: 'fmmanagement.documents.read' },
  { method: 'GET', url: `${unknown}/:id`, permission: 'fmmanagement.documents.read', foreign: theirDocument },
  {
    method: 'GET',
    url: `${unknown}/:id/pages/:number`,
    permission: 'fmmanagement.documents.read',
    foreign: theirDocument,
    fixed: { number: '1' },
  },
  {
    method: 'GET',
    url: `${unknown}/:id/original`,
    permission: 'fmmanagement.documents.read',
    foreign: theirDocument,
  },
  {
    method: 'GET',
    url: `${unknown}/:id/next`,
    permission: 'fmmanagement.documents.read',
    foreign: theirDocument,
  },
  { method: 'GET', url: '/api/fmmanagement/images', permission: 'fmmanagement.documents.read' },
  {
    method: 'PUT',
    url: `${unknown}/:id`,
    permission: 'fmmanagement.documents.update',
    foreign: theirDocument,
    body: json({}),
  },
  {
    method: 'DELETE',
    url: `${unknown}/:id`,
    permission: 'fmmanagement.documents.delete',
    foreign: theirDocument,
  },
  {
    method: 'POST',
    url: `${unknown}/:id/lock`,
    permission: 'fmmanagement.documents.update',
    foreign: theirDocument,
    body: json({}),
  },
  {
    method: 'DELETE',
    url: `${unknown}/:id/lock`,
    permission: 'fmmanagement.documents.update',
    foreign: theirDocument,
  },
  {
    method: 'POST',
    url: `${unknown}/:id/herstel`,
    permission: 'fmmanagement.documents.update',
    foreign: theirDocument,
    body: json({}),
  },
  ...[
    { verb: 'split', payload: { before: [2] } },
    { verb: 'rotate', payload: { pages: [1], degrees: 90 } },
    { verb: 'remove-pages', payload: { pages: [1] } },
    { verb: 'restore-source', payload: {} },
  ].map(({ verb, payload }): IsolationRow => ({
    method: 'POST',
    url: `${unknown}/:id/${verb}`,
    permission: 'fmmanagement.documents.update',
    foreign: theirDocument,
    body: json(payload),
  })),
  // Names its documents in the body; page-work.routes.test.ts has the foreign one.
  {
    method: 'POST',
    url: `${unknown}/merge`,
    permission: 'fmmanagement.documents.update',
    body: json({ ids: ['x', 'y'] }),
  },
  {
    method: 'POST',
    url: `${unknown}/onverwerkbaar`,
    permission: 'fmmanagement.documents.update',
    body: json({ ids: ['x'] }),
  },
  {
    method: 'POST',
    url: `${unknown}/batches/:id/undo`,
    permission: 'fmmanagement.documents.update',
    foreign: theirBatch,
    body: json({}),
  },
  // A SHA-256 is sought in the caller's scope only (§D5).
  {
    method: 'POST',
    url: `${unknown}/:hash`,
    permission: 'fmmanagement.documents.update',
    foreign: theirHash,
    body: json({}),
  },
  { method: 'GET', url: `${unknown}/retryDocumentsThroughOcr`, permission: 'fmmanagement.documents.retry' },
  {
    method: 'POST',
    url: `${unknown}/retryDocumentsThroughOcr`,
    permission: 'fmmanagement.documents.retry',
    body: json({}),
  },
];
