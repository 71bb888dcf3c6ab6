import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { newId } from '#server/platform/db/ids.ts';
import type { TestApp, TestClient } from './app.ts';
import type { IsolationRow } from './isolation.ts';

const theirDocument = async (balie: TestApp, theirs: TestClient) =>
  (await buildInvoice(balie.db, { companyId: theirs.companyId, documentId: newId() })).documentKey;

const json = (payload: object) => () => ({ payload });

const recognition = '/api/fmmodule/invoicerecognition';
const reads = 'fmmodule.invoicerecognitiondata.read';
const writes = 'fmmodule.invoicerecognitiondata.update';

/** Rows of validation, unknown documents, page work, intake log and board. */
export const documentIsolation: readonly IsolationRow[] = [
  { method: 'GET', url: `${recognition}/unvalidated`, permission: reads },
  { method: 'GET', url: `${recognition}/unvalidated/:id`, permission: reads, foreign: theirDocument },
  { method: 'GET', url: `${recognition}/unvalidated/:id/pages/:number`, permission: reads, foreign: theirDocument, fixed: { number: '1' } },
  { method: 'GET', url: `${recognition}/images`, permission: reads },
  { method: 'PUT', url: `${recognition}/:id`, permission: writes, foreign: theirDocument, body: json({ isValidated: true, isCorrect: true }) },
  { method: 'POST', url: `${recognition}/:id/undo`, permission: writes, foreign: theirDocument, body: json({}) },
  { method: 'PUT', url: `${recognition}/:id/properties/:property`, permission: writes, foreign: theirDocument, fixed: { property: 'number' }, body: json({ value: 'A-1' }) },
  { method: 'POST', url: `${recognition}/:id/lock`, permission: writes, foreign: theirDocument, body: json({}) },
  { method: 'DELETE', url: `${recognition}/:id/lock`, permission: writes, foreign: theirDocument },
];
