import type { BuildForeign, Isolation } from '#server/app/testing/isolation-types.ts';
import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { newId } from '#server/platform/db/ids.ts';
import { buildTrigger } from '../triggers/testing/factories.ts';

const document: BuildForeign = async ({ db }, { companyId }) =>
  (await buildInvoice(db, { companyId, documentId: newId() })).documentKey;
const byHash: BuildForeign = async ({ db }, { companyId }) => {
  const { documentKey } = await buildInvoice(db, { companyId, documentId: newId() });
  const hash = 'ab'.repeat(32);
  await db.updateTable('documents').set({ sha256: hash, state: 3 }).where('id', '=', documentKey).execute();
  return { hash };
};
const supplier: BuildForeign = async ({ db }, theirs) => {
  const id = newId();
  const codes = { kvk: null, vat_id: null, iban: null };
  await db
    .insertInto('creditors')
    .values({ company_id: theirs.companyId, id, name: 'X', name_key: 'x', ...codes })
    .execute();
  return id;
};
const intakeLine: BuildForeign = async ({ db, services }, theirs) => {
  const id = newId();
  await db
    .insertInto('intake_log')
    .values({
      company_id: theirs.companyId,
      id,
      administration_id: null,
      source: 'mail',
      received_at: services.now().toISOString(),
      mail_id: null,
      filename: 'a.gif',
      bytes: 1,
      document_id: null,
    })
    .execute();
  return id;
};
const batch: BuildForeign = async ({ db, services }, theirs) => {
  const id = newId();
  await db
    .insertInto('document_batches')
    .values({
      company_id: theirs.companyId,
      id,
      user_id: theirs.userId,
      created_at: services.now().toISOString(),
    })
    .execute();
  return id;
};

const recognition = '/api/fmmodule/invoicerecognition';
const unknown = '/api/fmmanagement/documenten';
const triggers = '/api/fmmanagement/triggers';
const trigger = { naam: 'X', keywords: 'x' };
const suppliers = '/api/fmmanagement/board/suppliers';
const asks = 'what it asks is too large for an address';

export const documentIsolation: Isolation = {
  foreign: {
    [`${recognition}/:id`]: document,
    [`${recognition}/unvalidated/:id`]: document,
    [`${unknown}/:id`]: document,
    [`${unknown}/:hash`]: byHash,
    [`${unknown}/batches/:id`]: batch,
    [`${suppliers}/:id`]: supplier,
    '/api/fmmodule/intake-log/:id': intakeLine,
    [`${triggers}/:id`]: async ({ db }, { companyId }) => (await buildTrigger(db, { companyId })).id,
  },
  bodies: {
    [recognition]: { isValidated: true, isCorrect: true },
    [`${recognition}/:id/properties/:property`]: { value: 'A-1' },
    [`${recognition}/unvalidated/:id/lines`]: { lines: [] },
    [suppliers]: { isAutomatic: false },
    '/api/core/companies/:companyId/administrations/:id/intake': { sendsReceipts: false, senders: [] },
    [`${unknown}/:id/split`]: { before: [2] },
    [`${unknown}/:id/vraag`]: { question: 'X' },
    [`${unknown}/:id/rotate`]: { pages: [1], degrees: 90 },
    [`${unknown}/:id/remove-pages`]: { pages: [1] },
    // Name their documents in the body; page-work.routes.test.ts has the foreign ones.
    [`${unknown}/merge`]: { ids: ['x', 'y'] },
    [`${unknown}/onverwerkbaar`]: { ids: ['x'] },
    [`${unknown}/:id/regex`]: { field: 'keywords', pattern: 'x' },
    [`${unknown}/:id/regex/example`]: { field: 'keywords', start: 0, end: 1 },
    [`${suppliers}/:id/memory/sharing`]: { properties: ['date'] },
    [triggers]: trigger,
    [`${triggers}/import`]: { content: 'x: y' },
    [`${triggers}/import/preview`]: { content: 'x: y' },
    [`${triggers}/try`]: { trigger },
  },
  parts: { number: '1', property: 'number' },
  readByPost: {
    [`${suppliers}/:id/memory/try`]: 'reads documents again, too much for a page that only looks',
    [`${unknown}/:id/regex`]: asks,
    [`${unknown}/:id/regex/example`]: asks,
    [`${triggers}/try`]: asks,
  },
};
