import type { FastifyInstance } from 'fastify';
import { columnHead } from '#contract/column-texts.ts';
import { triggerBoard } from '#contract/documents/board.ts';
import { intakeLog } from '#contract/documents/intake-log.ts';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { unprocessableDocuments } from '#contract/documents/unknown-documents.ts';
import { unvalidated } from '#contract/documents/validation.ts';
import type { Language } from '#contract/problem.ts';
import type { Services } from '#server/platform/context.ts';
import { exportFields, mountExport } from '#server/platform/http/mount-export.ts';
import * as board from './board/board.repository.ts';
import { stream as streamIntakeLog } from './intake/intake-log.repository.ts';
import { intakeReasonText, reasonText } from './reasons.ts';
import * as unknown from './unknown/unknown.repository.ts';
import { stream as streamUnvalidated } from './validation/validation.repository.ts';

/** The lists of documents as CSV and XLSX: a table of columns, list by list. */
export function exportRoutes(app: FastifyInstance, services: Services): void {
  documentExports(app, services);
  boardExport(app, services);
  mountExport(app, services, intakeLog, {
    list: 'intake-log',
    rows: async ({ db, scope, language }, query) => inWords(streamIntakeLog(db, scope, query), language),
    columns: [
      ['receivedAt', 'instant', ({ receivedAt }) => receivedAt],
      ['companyName', 'text', ({ companyName }) => companyName],
      ['administrationName', 'text', ({ administrationName }) => administrationName],
      ['source', 'text', ({ sourceWord }) => sourceWord],
      ['sender', 'text', ({ sender }) => sender],
      ['subject', 'text', ({ subject }) => subject],
      ['filename', 'text', ({ filename }) => filename],
      ['archive', 'text', ({ archive }) => archive],
      ['bytes', 'number', ({ bytes }) => bytes],
      ['document', 'text', ({ document }) => document?.documentId ?? null],
      ['reason', 'text', ({ reason }) => reason],
    ],
  });
}

interface Logged {
  readonly source: string;
  readonly reasonCode: string;
}

// Sheets show states in words, as the screen does.
async function* inWords<R extends Logged>(rows: AsyncIterable<R>, language: Language) {
  for await (const row of rows) {
    const sourceWord = columnHead(language, 'intake-log', `source.${row.source}`);
    yield { ...row, sourceWord, reason: intakeReasonText(language, row.reasonCode) };
  }
}

function documentExports(app: FastifyInstance, services: Services): void {
  mountExport(app, services, unvalidated, {
    list: 'unvalidated-documents',
    rows: async (ctx, query) => streamUnvalidated(ctx, query),
    columns: [
      ['documentId', 'text', ({ documentId }) => documentId],
      ['customerId', 'text', ({ customerId }) => customerId],
      ['administrationName', 'text', ({ administrationName }) => administrationName],
      ['filename', 'text', ({ filename }) => filename],
      ['createdAt', 'instant', ({ createdAt }) => createdAt],
      ['confidence', 'number', ({ confidence }) => confidence],
      ['creditor', 'text', ({ properties }) => valueOf(properties, 'creditor')],
      ['number', 'text', ({ properties }) => valueOf(properties, 'number')],
      ['date', 'day', ({ properties }) => valueOf(properties, 'date')],
      ['dueDate', 'day', ({ properties }) => valueOf(properties, 'dueDate')],
      ['excl', 'cents', ({ properties }) => centsOf(properties, 'excl')],
      ['vat', 'cents', ({ properties }) => centsOf(properties, 'vat')],
      ['total', 'cents', ({ properties }) => centsOf(properties, 'total')],
      ['currency', 'text', ({ properties }) => valueOf(properties, 'currency')],
    ],
  });
  mountExport(
    app,
    services,
    unprocessableDocuments,
    unknownExport('unprocessable-documents', unknown.asideState),
  );
}

/** The list of unknown documents, or of those that were set aside. */
export function unknownExport(list: string, state: Parameters<typeof unknown.stream>[1]) {
  return exportFields(
    list,
    async (ctx, query) => withReason(unknown.stream(ctx, state, query), ctx.language),
    [
      ['documentId', 'text'],
      ['customer', 'text'],
      ['administration', 'text'],
      ['fileCreationTime', 'instant'],
      ['filename', 'text'],
      ['reason', 'text'],
      ['pageCount', 'number'],
      ['textLength', 'number'],
      ['tries', 'number'],
      ['IsEdited', 'boolean'],
      ['lastModified', 'instant'],
    ],
  );
}

type Pairs = readonly { readonly property: DocumentProperty; readonly value: string }[];

function valueOf(pairs: Pairs, sought: DocumentProperty): string | null {
  return pairs.find(({ property }) => property === sought)?.value ?? null;
}

function centsOf(pairs: Pairs, sought: DocumentProperty): number | null {
  const value = valueOf(pairs, sought);
  return value !== null && /^-?\d+$/.test(value) ? Number(value) : null;
}

async function* withReason<R extends { readonly reasons: readonly string[] }>(
  rows: AsyncIterable<R>,
  language: Language,
) {
  for await (const row of rows) yield { ...row, reason: reasonText(language, row.reasons) };
}

const counts = [
  ['name', 'text'],
  ['customerIdAndName', 'text'],
  ['documentCount', 'number'],
  ['validatedCount', 'number'],
  ['positiveShare', 'number'],
  ['unchangedShare', 'number'],
  ['lastDocumentAt', 'instant'],
] as const;

/** The results of recognition per supplier. */
export const supplierExport = exportFields(
  'supplier-board',
  async (ctx, query) => board.streamSuppliers(ctx, query),
  [...counts, ['isAutomatic', 'boolean']],
);

function boardExport(app: FastifyInstance, services: Services): void {
  mountExport(
    app,
    services,
    triggerBoard,
    exportFields('trigger-board', async (ctx, query) => board.streamTriggers(ctx, query), counts),
  );
}
