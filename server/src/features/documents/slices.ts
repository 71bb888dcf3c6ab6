import { sql } from 'kysely';
import { supplierBoard } from '#contract/documents/board.ts';
import { documents } from '#contract/documents/documents.ts';
import { triggers } from '#contract/documents/triggers.ts';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { within } from '#server/platform/auth/scope.ts';
import { searchColumns } from '#server/platform/db/list-columns.ts';
import { searchSql } from '#server/platform/db/list-sql.ts';
import { historyBy, type SearchOptions, type Slice, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { findSupplier } from './board/board.repository.ts';
import { supplierBoardService } from './board/board.routes.ts';
import { findById } from './documents/documents.repository.ts';
import { documentRoutes } from './documents/documents.routes.ts';
import { documentsService } from './documents/documents.service.ts';
import { supplierExport, unknownExport } from './exports.ts';
import { knownReasons, reasonText } from './reasons.ts';
import { sharedMatcher } from './triggers/matcher.ts';
import { findById as findTrigger, stream as streamTriggers } from './triggers/triggers.repository.ts';
import { nameWrongPatterns } from './triggers/triggers.routes.ts';
import { triggersService } from './triggers/triggers.service.ts';
import { unknownState } from './unknown/unknown.repository.ts';
import { listIn } from './unknown/unknown.service.ts';
import { noteUsage } from './usage/usage.repository.ts';
import './triggers/triggers.tables.ts';

const search = searchColumns([{ folded: sql`norm(documents.number || ' ' || documents.filename)` }]);

// Documents in any state by number and file name; the screen of unknown documents shows each.
const findDocuments: SearchOptions['find'] = async ({ db, scope, language }, words, max) => {
  const { rows } = await sql<{ id: string; number: string; filename: string; reasons: string[] }>`
    select id, number, filename, reasons from documents
    where deleted_at is null
      and ${within(scope, 'documents.company_id', (userId) => sql`documents.created_by = ${userId}`)}
      and ${searchSql(words, search) ?? sql`false`}
    order by number collate natural_order desc, id limit ${max}`.execute(db);
  return rows.map(({ id, number, filename, reasons }) => ({
    id,
    parentId: null,
    title: `${number} · ${filename}`,
    subtitle: reasonText(language, knownReasons(reasons)),
  }));
};

/** The resources of the area. */
export const documentSlices: readonly Slice[] = [
  slice({
    resource: documents,
    service: documentsService,
    routes: documentRoutes,
    history: historyBy(findById),
    trash: {
      table: 'documents',
      name: sql`number || ' ' || filename`,
      standsAlone: companyStays('documents'),
    },
    exports: 'none',
  }),
  slice({
    resource: unknownDocuments,
    service: { list: (ctx, query) => listIn(ctx, unknownState, query) },
    history: 'none',
    trash: 'none',
    exports: unknownExport('unknown-documents', unknownState),
    owner: {
      companyOf: async ({ db, scope }, id) => (await findById(db, scope, id))?.companyId,
      // Each extra file is billed once (§I6).
      onAttached: (tx, ctx, { id, entityId, companyId }) =>
        noteUsage(tx, 'attachment', { companyId, documentId: entityId, subjectId: id }, ctx.now()),
    },
    search: { rank: 7, find: findDocuments },
  }),
  slice({
    resource: supplierBoard,
    service: supplierBoardService,
    history: { companyOf: async (ctx, id) => (await findSupplier(ctx.db, ctx, id))?.companyId },
    trash: 'none',
    exports: supplierExport,
  }),
  slice({
    resource: triggers,
    service: triggersService(sharedMatcher()),
    prepare: nameWrongPatterns,
    history: historyBy(findTrigger),
    trash: { table: 'triggers', name: sql`naam` },
    exports: exportFields('triggers', async ({ db, scope }, query) => streamTriggers(db, scope, query), [
      ['naam', 'text'],
      ['crediteur', 'text'],
      ['keywords', 'text'],
      ['factuurnummer', 'text'],
      ['factuurdatum', 'text'],
      ['totaalbedrag', 'text'],
      ['creditmodifier', 'text'],
      ['isPdf', 'boolean'],
      ['updatedAt', 'instant'],
    ]),
  }),
];
