import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  bookingPeriod,
  chartEntriesQuery,
  chartEntry,
  chartImport,
  charts,
  csvImportQuery,
  removeEntryQuery,
  removeVatCodeQuery,
  saveEntriesCommand,
  savePeriodsCommand,
  saveVatCodeCommand,
  maxXafBytes,
  vatCode,
  xafImportQuery,
} from '#contract/invoicing/charts.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountUploads, readUpload, storeUpload } from '#server/platform/http/uploads.ts';
import {
  listEntries,
  listPeriods,
  listVatCodes,
  removeEntry,
  removeVatCode,
  saveEntries,
  savePeriods,
  saveVatCode,
} from './charts.service.ts';
import { importCsv, importXaf, listImports } from './imports.service.ts';

const maxCsvBytes = 5 * 1024 * 1024;

export function chartRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, charts);
  const entries = z.array(chartEntry);
  const codes = z.array(vatCode);
  const periods = z.array(bookingPeriod);

  action(
    'GET',
    '/:id/entries',
    { right: 'read', query: chartEntriesQuery, result: entries },
    (ctx, { id, query }) => listEntries(ctx, id, query.kind),
  );
  action(
    'PUT',
    '/:id/entries',
    { right: 'update', body: saveEntriesCommand, result: entries },
    (ctx, { id, body }) => saveEntries(ctx, id, body),
  );
  action(
    'DELETE',
    '/:id/entries',
    { right: 'update', query: removeEntryQuery, status: 204 },
    (ctx, { id, query }) => removeEntry(ctx, id, query.kind, query.number),
  );
  action('GET', '/:id/vat-codes', { right: 'read', result: codes }, (ctx, { id }) => listVatCodes(ctx, id));
  action(
    'PUT',
    '/:id/vat-codes',
    { right: 'update', body: saveVatCodeCommand, result: codes },
    (ctx, { id, body }) => saveVatCode(ctx, id, body),
  );
  action(
    'DELETE',
    '/:id/vat-codes',
    { right: 'update', query: removeVatCodeQuery, status: 204 },
    (ctx, { id, query }) => removeVatCode(ctx, id, query.code),
  );
  action('GET', '/:id/periods', { right: 'read', result: periods }, (ctx, { id }) => listPeriods(ctx, id));
  action(
    'PUT',
    '/:id/periods',
    { right: 'update', body: savePeriodsCommand, result: periods },
    (ctx, { id, body }) => savePeriods(ctx, id, body),
  );
  action('GET', '/:id/imports', { right: 'read', result: z.array(chartImport) }, (ctx, { id }) =>
    listImports(ctx, id),
  );
  mountUploads(app, maxCsvBytes, (scope) => {
    const upload = actionsOf(scope, services, charts);
    upload(
      'POST',
      '/:id/imports/csv',
      { right: 'update', isUpload: true, query: csvImportQuery, result: chartImport },
      async (ctx, { id, query, request }) => importCsv(ctx, id, query, await readUpload(request)),
    );
  });
  mountUploads(app, maxXafBytes, (scope) => {
    const upload = actionsOf(scope, services, charts);
    upload(
      'POST',
      '/:id/imports/xaf',
      { right: 'update', isUpload: true, query: xafImportQuery, result: chartImport, status: 202 },
      async (ctx, { id, query, request }) =>
        importXaf(ctx, id, query, await storeUpload(request, services.files)),
    );
  });
}
