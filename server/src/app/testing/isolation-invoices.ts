import { upload } from '#server/features/documents/testing/upload.ts';
import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { TestApp, TestClient } from './app.ts';
import type { IsolationRow } from './isolation-row.ts';

const theirInvoice = async (balie: TestApp, theirs: TestClient) =>
  (await buildInvoice(balie.db, { companyId: theirs.companyId, documentId: newId() })).id;
const theirDocument = async (balie: TestApp, theirs: TestClient) =>
  (await buildInvoice(balie.db, { companyId: theirs.companyId, documentId: newId() })).documentKey;
const theirApproval = async (balie: TestApp, theirs: TestClient) => {
  const lines = [{ userId: theirs.userId, sequence: 1, state: 'pending' as const }];
  const { lineIds } = await buildInvoice(balie.db, {
    companyId: theirs.companyId,
    documentId: newId(),
    lines,
  });
  return lineIds[0] ?? '';
};
const theirExport = async (balie: TestApp, theirs: TestClient) => {
  const id = newId();
  await balie.db
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

const command = (name: string, right: string, payload: object): IsolationRow => ({
  method: 'POST',
  url: `/api/fmmodule/invoices/:id/${name}`,
  permission: `fmmodule.invoices.${right}`,
  foreign: theirInvoice,
  body: () => ({ payload }),
});

/** Rows of documents and invoices. What is named in the query has tests of its own, beside its routes. */
export const invoiceIsolation: readonly IsolationRow[] = [
  { method: 'GET', url: '/api/fmmodule/documents', permission: 'fmmodule.documents.read' },
  {
    method: 'GET',
    url: '/api/fmmodule/documents/:id',
    permission: 'fmmodule.documents.read',
    foreign: theirDocument,
  },
  {
    method: 'GET',
    url: '/api/fmmodule/documents/:id/original',
    permission: 'fmmodule.documents.read',
    foreign: theirDocument,
  },
  {
    method: 'POST',
    url: '/api/fmmodule/documents',
    permission: 'fmmodule.documents.create',
    body: () => {
      const [payload, headers] = upload({ filename: 'a.pdf', content: '%PDF-1.7' });
      return { payload, headers };
    },
  },
  { method: 'GET', url: '/api/fmmodule/invoices', permission: 'fmmodule.invoices.read' },
  { method: 'GET', url: '/api/fmmodule/invoices/export', permission: 'fmmodule.invoices.read' },
  {
    method: 'GET',
    url: '/api/fmmodule/invoices/:id',
    permission: 'fmmodule.invoices.read',
    foreign: theirInvoice,
  },
  {
    method: 'GET',
    url: '/api/fmmodule/invoices/:id/original',
    permission: 'fmmodule.invoices.read',
    foreign: theirInvoice,
  },
  command('approve', 'approve', { approve: true }),
  command('hold', 'approve', { hold: true }),
  command('withdraw', 'approve', {}),
  command('resubmit', 'update', {}),
  command('comments', 'comment', { comments: 'X' }),
  command('mark-original', 'markoriginal', { reason: 'X' }),
  { method: 'GET', url: '/api/fmmodule/invoices/pages', permission: 'fmmodule.invoices.read' },
  { method: 'GET', url: '/api/fmmodule/images', permission: 'fmmodule.invoices.read' },
  { method: 'GET', url: '/api/fmmodule/approvals', permission: 'fmmodule.invoices.read' },
  {
    method: 'DELETE',
    url: '/api/fmmodule/approvals/:id',
    permission: 'fmmodule.invoices.update',
    foreign: theirApproval,
  },
  { method: 'GET', url: '/api/fmmodule/companyusers', permission: 'fmmodule.invoices.read' },
  { method: 'GET', url: '/api/fmmodule/exports', permission: 'fmmodule.invoices.export' },
  {
    method: 'GET',
    url: '/api/fmmodule/exports/:id',
    permission: 'fmmodule.invoices.export',
    foreign: theirExport,
  },
  {
    method: 'GET',
    url: '/api/fmmodule/exports/:id/file',
    permission: 'fmmodule.invoices.export',
    foreign: theirExport,
  },
  {
    method: 'POST',
    url: '/api/fmmodule/exports',
    permission: 'fmmodule.invoices.export',
    body: () => ({ payload: { companyId: newId(), format: 'csv' } }),
  },
];
