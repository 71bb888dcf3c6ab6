import { administrations } from '#contract/core/administrations.ts';
import { deliveries, deliverySettings } from '#contract/invoicing/deliveries.ts';
import { findUseOf } from '#server/platform/resource/record-links.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { within } from '#server/platform/auth/scope.ts';
import { DeliveryNumber } from './delivery-numbers.ts';
import { findById } from './deliveries.repository.ts';
import { deliveryExport } from './deliveries.export.ts';
import { deliveryRoutes, deliverySettingRoutes } from './deliveries.routes.ts';
import { deliveriesService } from './deliveries.service.ts';
import { findById as findSettings } from './delivery-settings.repository.ts';
import { deliverySettingsService } from './delivery-settings.service.ts';

const open = [
  DeliveryNumber.waiting,
  DeliveryNumber.running,
  DeliveryNumber.perhaps,
  DeliveryNumber.failed,
  DeliveryNumber.stopped,
];

export const deliverySlice = slice({
  resource: deliveries,
  service: deliveriesService,
  routes: deliveryRoutes,
  history: historyBy(findById),
  // A delivery is what happened: nobody deletes one.
  trash: 'none',
  exports: deliveryExport,
  blocks: [
    {
      target: administrations,
      findUse(tx, ctx, { id, companyId }) {
        const found = tx
          .selectFrom('deliveries')
          .where('company_id', '=', companyId)
          .where('administration_id', '=', id)
          .where('state', 'in', open);
        return findUseOf(ctx, deliveries, found, (scope) =>
          found
            .where(within(scope, 'deliveries.company_id'))
            .orderBy('created_at')
            .select(['id', 'filename as name']),
        );
      },
    },
  ],
});

export const deliverySettingsSlice = slice({
  resource: deliverySettings,
  service: deliverySettingsService,
  routes: deliverySettingRoutes,
  history: historyBy(findSettings),
  // They belong to their administration and go with it.
  trash: 'none',
  exports: 'none',
});
