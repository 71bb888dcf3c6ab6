import { charts } from '#contract/invoicing/charts.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById } from './charts.repository.ts';
import { chartRoutes } from './charts.routes.ts';
import { chartsService } from './charts.service.ts';

export const chartSlice = slice({
  resource: charts,
  service: chartsService,
  routes: chartRoutes,
  history: historyBy(findById),
  // A chart belongs to its administration, and stays while that is in the trash.
  trash: 'none',
  exports: 'none',
});
