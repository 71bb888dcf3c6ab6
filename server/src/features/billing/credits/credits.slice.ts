import { runCredits } from '#contract/billing/credits.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { creditRoutes } from './credits.routes.ts';
import { runCreditsService } from './credits.service.ts';

export const creditSlice = slice({
  resource: runCredits,
  service: runCreditsService,
  routes: creditRoutes,
  // That of their run.
  history: 'none',
  trash: 'none',
  // Lists the lines of each credit; mounted with the routes, as the customers' own is.
  exports: 'none',
});
