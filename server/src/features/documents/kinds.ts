import { sql } from 'kysely';
import { supplierBoard } from '#contract/documents/board.ts';
import { documents } from '#contract/documents/documents.ts';
import { triggers } from '#contract/documents/triggers.ts';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import type { OwnerKind } from '#server/features/annotations/index.ts';
import { type HistoryKind, type Searcher, type TrashKind, trashTable } from '#server/features/core/index.ts';
import { within } from '#server/platform/auth/scope.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { searchColumns } from '#server/platform/db/list-columns.ts';
import { searchSql } from '#server/platform/db/list-sql.ts';
import { findSupplier } from './board/board.repository.ts';
import { findById } from './documents/documents.repository.ts';
import { knownReasons, reasonText } from './reasons.ts';
import { noteUsage } from './usage/usage.repository.ts';
import { findById as findTrigger } from './triggers/triggers.repository.ts';
import './triggers/triggers.tables.ts';

/** The records of this area that have a history. */
export const documentHistory: readonly HistoryKind[] = [
  {
    entity: documents.permission,
    companyOf: async ({ db, scope }, id) => (await findById(db, scope, id))?.companyId,
  },
  {
    entity: supplierBoard.permission,
    companyOf: async (ctx, id) => (await findSupplier(ctx.db, ctx, id))?.companyId,
  },
  {
    entity: triggers.permission,
    companyOf: async ({ db, scope }, id) => {
      const trigger = await findTrigger(db, scope, id);
      return trigger && (trigger.companyId ?? noCompany);
    },
  },
];

/** Notes and attachments hang on documents. Each extra file is billed once (§I6). */
export const documentOwner: OwnerKind = {
  permission: unknownDocuments.permission,
  companyOf: async ({ db, scope }, id) => (await findById(db, scope, id))?.companyId,
  onAttached: (tx, ctx, { id, entityId, companyId }) =>
    noteUsage(tx, 'attachment', { companyId, documentId: entityId, subjectId: id }, ctx.now()),
};

/** Documents in the trash: deleted ones, and those that were merged into another; and triggers. */
export const documentTrash: readonly TrashKind[] = [
  trashTable({
    entity: documents.permission,
    path: documents.path,
    table: 'documents',
    name: sql`number || ' ' || filename`,
    standsAlone: sql`exists (select from companies c where c.id = documents.company_id and c.deleted_at is null)`,
  }),
  trashTable({ entity: triggers.permission, path: triggers.path, table: 'triggers', name: sql`naam` }),
];

const search = searchColumns([{ folded: sql`norm(documents.number || ' ' || documents.filename)` }]);

/** Documents of any state by number and name; the screen of unknown documents shows each. */
export const documentSearchers: readonly Searcher[] = [
  {
    kind: unknownDocuments.permission,
    async find({ db, scope, language }, words, most) {
      const { rows } = await sql<{ id: string; number: string; filename: string; reasons: string[] }>`
        select id, number, filename, reasons from documents
        where deleted_at is null and ${within(scope, 'documents.company_id', (userId) => sql`documents.created_by = ${userId}`)}
          and ${searchSql(words, search) ?? sql`false`}
        order by number collate natural_order desc, id limit ${most}`.execute(db);
      return rows.map(({ id, number, filename, reasons }) => ({
        id,
        parentId: null,
        title: `${number} · ${filename}`,
        subtitle: reasonText(language, knownReasons(reasons)),
      }));
    },
  },
];
