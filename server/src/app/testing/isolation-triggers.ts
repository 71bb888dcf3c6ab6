import { buildTextDocument, buildTrigger } from '#server/features/documents/triggers/testing/factories.ts';
import type { TestApp, TestClient } from './app.ts';
import type { IsolationRow } from './isolation-row.ts';

const url = '/api/fmmanagement/triggers';
const permission = 'fmmanagement.triggers';
const reading = 'fmmanagement.documents.read';
const body = { naam: 'X', keywords: 'x' };
const json = (payload: object) => () => ({ payload });

const theirTrigger = async (balie: TestApp, { companyId }: TestClient) =>
  (await buildTrigger(balie.db, { companyId })).id;
const theirDocument = async (balie: TestApp, theirs: TestClient) =>
  (await buildTextDocument(balie.db, theirs, { text: 'x' })).id;

/** Triggers, and what is asked of a document's text. */
export const triggerIsolation: readonly IsolationRow[] = [
  { method: 'GET', url, permission: `${permission}.read` },
  { method: 'GET', url: `${url}/:id`, permission: `${permission}.read`, foreign: theirTrigger },
  { method: 'POST', url, permission: `${permission}.create`, body: json(body) },
  {
    method: 'PUT',
    url: `${url}/:id`,
    permission: `${permission}.update`,
    foreign: theirTrigger,
    body: json(body),
  },
  { method: 'DELETE', url: `${url}/:id`, permission: `${permission}.delete`, foreign: theirTrigger },
  { method: 'GET', url: `${url}/export`, permission: `${permission}.read` },
  { method: 'GET', url: `${url}/yaml`, permission: `${permission}.read` },
  {
    method: 'POST',
    url: `${url}/import`,
    permission: `${permission}.create`,
    body: json({ content: 'x: y' }),
  },
  {
    method: 'POST',
    url: `${url}/import/preview`,
    permission: `${permission}.create`,
    body: json({ content: 'x: y' }),
  },
  { method: 'POST', url: `${url}/try`, permission: `${permission}.read`, body: json({ trigger: body }) },
  {
    method: 'GET',
    url: '/api/fmmanagement/documenten/:id/text',
    permission: reading,
    foreign: theirDocument,
  },
  {
    method: 'POST',
    url: '/api/fmmanagement/documenten/:id/regex',
    permission: reading,
    foreign: theirDocument,
    body: json({ field: 'keywords', pattern: 'x' }),
  },
  {
    method: 'POST',
    url: '/api/fmmanagement/documenten/:id/regex/example',
    permission: reading,
    foreign: theirDocument,
    body: json({ field: 'keywords', start: 0, end: 1 }),
  },
];
