import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { columnHead, listTitle } from '#contract/column-texts.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { id } from '#contract/resource.ts';
import type { Services } from '#server/platform/context.ts';
import type { ExportColumn } from '#server/platform/export/columns.ts';
import { mostExportRows } from '#server/platform/export/xlsx.ts';
import { mountExport } from '#server/platform/http/mount-export.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { type ExportRow, stream } from './customer-relations.repository.ts';
import { companyOf } from './customer-relations.service.ts';

const list = 'customer-relations';
const text = (field: string, value: (row: ExportRow) => string): ExportColumn<ExportRow> => ({
  head: (language) => columnHead(language, list, field),
  kind: 'text',
  value,
});

// The heads are those that the import knows, so that what was taken out can be put in again.
const columns = [
  text('tag', ({ tag }) => tag),
  text('name', ({ name }) => name),
  text('address.street', ({ address }) => address.street),
  text('address.zipCode', ({ address }) => address.zipCode),
  text('address.city', ({ address }) => address.city),
  text('address.postBox', ({ address }) => address.postBox),
  text('emailAddress.address', ({ emailAddress }) => emailAddress.address),
  text('phoneNumber.number', ({ phoneNumber }) => phoneNumber.number),
  text('websiteUrl', ({ websiteUrl }) => websiteUrl),
  text('kvkNumber', ({ kvkNumber }) => kvkNumber),
  text('vatId', ({ vatId }) => vatId),
  text('iban', ({ iban }) => iban),
];

const whose = z.object({ companyId: id.optional() });

export function customerRelationExport(app: FastifyInstance, services: Services): void {
  mountExport(app, services, customerRelations, {
    columns,
    title: (language) => listTitle(language, list),
    rows: async (ctx, query, request) => {
      const companyId = orNotFound(await companyOf(ctx, parseInput(whose, request.query).companyId));
      return stream(ctx.db, ctx.scope, companyId, query, mostExportRows);
    },
  });
}
