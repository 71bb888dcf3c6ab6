import { lazy, Suspense } from 'react';
import { deliverySettings } from '#contract/invoicing/deliveries.ts';
import { loadHistoryTab } from '#portal/features/core/index.ts';
import { useParam } from '#portal/kit/screens.tsx';

const HistoryTab = lazy(async () => ({ default: await loadHistoryTab() }));

/** What was changed in how an administration delivers, by whom. */
export function PackageCodesHistory() {
  const id = useParam('administrationId');
  return (
    <Suspense>
      <HistoryTab
        entity={deliverySettings.permission}
        id={id}
        labels="invoicing.deliverySettings"
        parts={{}}
      />
    </Suspense>
  );
}
