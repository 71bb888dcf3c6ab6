import { sql } from 'kysely';
import { documents } from '#contract/documents/documents.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
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
    standsAlone: companyStays('documents'),
  },
  exports: 'none',
});
