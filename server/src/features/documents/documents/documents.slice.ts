import { sql } from 'kysely';
import { documents } from '#contract/documents/documents.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { isJoined } from '../files/files.repository.ts';
import { findById } from './documents.repository.ts';
import { documentRoutes } from './documents.routes.ts';
import { documentsService } from './documents.service.ts';

export const documentSlice = slice({
  resource: documents,
  service: documentsService,
  routes: documentRoutes,
  history: historyBy(findById),
  trash: {
    table: 'documents',
    name: sql`number || ' ' || filename`,
    // What was joined into another one comes back when they are taken apart, and goes with it (§C21).
    standsAlone: sql`${companyStays('documents')} and not ${isJoined}`,
    beforePurge: ({ id, companyId }) => [
      sql`delete from documents where company_id = ${companyId} and joined_into = ${id}`,
    ],
  },
  exports: 'none',
});
