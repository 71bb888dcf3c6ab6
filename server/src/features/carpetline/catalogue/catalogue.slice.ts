import { sql } from 'kysely';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { findById } from './catalogue.repository.ts';
import { catalogueRoutes } from './catalogue.routes.ts';
import { exportLines } from './catalogue-csv.service.ts';
import { catalogueService } from './catalogue.service.ts';

export const semiFinishSlice = slice({
  resource: semiFinishes,
  service: catalogueService,
  routes: catalogueRoutes,
  history: historyBy(findById),
  trash: { table: 'semi_finishes', name: sql`description`, standsAlone: companyStays('semi_finishes') },
  // An exported file can be changed and imported again: the heads are the same.
  exports: exportFields('semi-finishes', async (ctx, query) => exportLines(ctx, query), [
    ['semiFinish', 'text'],
    ['articleNumber', 'text'],
    ['article', 'text'],
    ['color', 'text'],
    ['swatch', 'text'],
    ['active', 'boolean'],
  ]),
});
