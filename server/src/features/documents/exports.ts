import type { FastifyInstance } from 'fastify';
import { columnHead } from '#contract/column-texts.ts';
import { supplierBoard, triggerBoard } from '#contract/documents/board.ts';
import { intakeLog } from '#contract/documents/intake-log.ts';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { triggers } from '#contract/documents/triggers.ts';
import { unknownDocuments, unprocessableDocuments } from '#contract/documents/unknown-documents.ts';
import { unvalidated } from '#contract/documents/validation.ts';
import type { Language } from '#contract/problem.ts';
import type { Services } from '#server/platform/context.ts';
import type { ExportColumnSpec } from '#contract/export/columns.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import * as board from './board/board.repository.ts';
import { stream as streamIntakeLog } from './intake/intake-log.repository.ts';
import { intakeReasonText, reasonText } from './reasons.ts';
import { stream as streamTriggers } from './triggers/triggers.repository.ts';
import * as unknown from './unknown/unknown.repository.ts';
import { stream as streamUnvalidated } from './validation/validation.repository.ts';

/** The lists of documents as CSV and XLSX: a table of columns, list by list. */
export function exportRoutes(app: FastifyInstance, services: Services): void {
  documentExports(app, services);
  boardExports(app, services);
  mountExport(app, services, triggers, {
    list: 'triggers',
    rows: async ({ db, scope }, query) => streamTriggers(db, scope, query),
    columns: [
      ['naam', 'text', ({ naam }) => naam],
      ['crediteur', 'text', ({ crediteur }) => crediteur],
      ['keywords', 'text', ({ keywords }) => keywords],
      ['factuurnummer', 'text', ({ factuurnummer }) => factuurnummer],
      ['factuurdatum', 'text', ({ factuurdatum }) => factuurdatum],
      ['totaalbedrag', 'text', ({ totaalbedrag }) => totaalbedrag],
      ['creditmodifier', 'text', ({ creditmodifier }) => creditmodifier],
      ['isPdf', 'boolean', ({ isPdf }) => isPdf],
      ['updatedAt', 'instant', ({ updatedAt }) => updatedAt],
    ],
  });
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

// A sheet is for people: what became of a file stands in it as on the screen.
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
  for (const [resource, list, state] of [
    [unknownDocuments, 'unknown-documents', unknown.unknownState],
    [unprocessableDocuments, 'unprocessable-documents', unknown.asideState],
  ] as const) {
    mountExport(app, services, resource, {
      list,
      rows: async (ctx, query) => withReason(unknown.stream(ctx, state, query), ctx.language),
      columns: [
        ['documentId', 'text', ({ documentId }) => documentId],
        ['customer', 'text', ({ customer }) => customer],
        ['administration', 'text', ({ administration }) => administration],
        ['fileCreationTime', 'instant', ({ fileCreationTime }) => fileCreationTime],
        ['filename', 'text', ({ filename }) => filename],
        ['reason', 'text', ({ reason }) => reason],
        ['pageCount', 'number', ({ pageCount }) => pageCount],
        ['textLength', 'number', ({ textLength }) => textLength],
        ['tries', 'number', ({ tries }) => tries],
        ['IsEdited', 'boolean', ({ IsEdited }) => IsEdited],
        ['lastModified', 'instant', ({ lastModified }) => lastModified],
      ],
    });
  }
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

interface Counted {
  readonly name: string;
  readonly customerIdAndName: string;
  readonly documentCount: number;
  readonly validatedCount: number;
  readonly positiveShare: number | null;
  readonly unchangedShare: number | null;
  readonly lastDocumentAt: string | null;
}

function boardExports(app: FastifyInstance, services: Services): void {
  const counts: readonly ExportColumnSpec<Counted>[] = [
    ['name', 'text', ({ name }) => name],
    ['customerIdAndName', 'text', ({ customerIdAndName }) => customerIdAndName],
    ['documentCount', 'number', ({ documentCount }) => documentCount],
    ['validatedCount', 'number', ({ validatedCount }) => validatedCount],
    ['positiveShare', 'number', ({ positiveShare }) => positiveShare],
    ['unchangedShare', 'number', ({ unchangedShare }) => unchangedShare],
    ['lastDocumentAt', 'instant', ({ lastDocumentAt }) => lastDocumentAt],
  ];
  mountExport(app, services, supplierBoard, {
    list: 'supplier-board',
    rows: async (ctx, query) => board.streamSuppliers(ctx, query),
    columns: [...counts, ['isAutomatic', 'boolean', ({ isAutomatic }) => isAutomatic]],
  });
  mountExport(app, services, triggerBoard, {
    list: 'trigger-board',
    rows: async (ctx, query) => board.streamTriggers(ctx, query),
    columns: counts,
  });
}
