import { sql } from 'kysely';
import { unknownDocuments, unprocessableDocuments } from '#contract/documents/unknown-documents.ts';
import type { Context } from '#server/platform/context.ts';
import { searchColumns } from '#server/platform/db/list-columns.ts';
import { searchSql } from '#server/platform/db/list-sql.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { type SearchOptions, slice } from '#server/platform/resource/slice.ts';
import { StateNumber } from '../document-state.ts';
import { findById, inScope } from '../documents/documents.repository.ts';
import { knownReasons, reasonText } from '../reasons.ts';
import { noteUsage } from '../usage/usage.repository.ts';
import { stream } from './unknown.repository.ts';
import { listIn } from './unknown.service.ts';

const search = searchColumns([{ folded: sql`norm(documents.number || ' ' || documents.filename)` }]);

// Documents in any state by number and file name; the screen of unknown documents shows each.
const findDocuments: SearchOptions['find'] = async ({ db, scope, language }, words, max) => {
  const { rows } = await sql<{
    id: string;
    companyId: string;
    number: string;
    filename: string;
    reasons: string[];
  }>`
    select id, company_id as "companyId", number, filename, reasons from documents
    where deleted_at is null
      and ${inScope(scope)}
      and ${searchSql(words, search) ?? sql`false`}
    order by number collate natural_order desc, id limit ${max}`.execute(db);
  return rows.map(({ id, companyId, number, filename, reasons }) => ({
    id,
    companyId,
    parentId: null,
    title: `${number} · ${filename}`,
    subtitle: reasonText(language, knownReasons(reasons)),
  }));
};

export const unknownSlice = slice({
  resource: unknownDocuments,
  service: { list: (ctx, query) => listIn(ctx, StateNumber.Unknown, query) },
  history: 'none',
  trash: 'none',
  exports: exportOf('unknown-documents', StateNumber.Unknown),
  owner: {
    companyOf: async ({ db, scope }, id) => (await findById(db, scope, id))?.companyId,
    // Each extra file is billed once (§I6).
    onAttached: (tx, ctx, { id, entityId, companyId }) =>
      noteUsage(tx, 'attachment', { companyId, documentId: entityId, subjectId: id }, ctx.now()),
  },
  search: { rank: 7, find: findDocuments },
});

export const unprocessableSlice = slice({
  resource: unprocessableDocuments,
  service: { list: (ctx, query) => listIn(ctx, StateNumber.Unprocessable, query) },
  history: 'none',
  trash: 'none',
  exports: exportOf('unprocessable-documents', StateNumber.Unprocessable),
});

function exportOf(list: string, state: number) {
  return exportFields(list, async (ctx, query) => withReason(ctx, stream(ctx, state, query)), [
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
  ]);
}

async function* withReason({ language }: Context, rows: ReturnType<typeof stream>) {
  for await (const row of rows) yield { ...row, reason: reasonText(language, row.reasons) };
}
