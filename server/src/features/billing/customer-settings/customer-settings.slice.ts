import { customerSettings } from '#contract/billing/customer-settings.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById } from './customer-settings.repository.ts';
import { customerSettingsRoutes } from './customer-settings.routes.ts';
import { customerSettingsService } from './customer-settings.service.ts';

export const customerSettingsSlice = slice({
  resource: customerSettings,
  service: customerSettingsService,
  routes: customerSettingsRoutes,
  history: historyBy(findById),
  trash: 'none',
  exports: 'none',
});
