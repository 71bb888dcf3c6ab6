import { lazy, Suspense } from 'react';
import { charts } from '#contract/invoicing/charts.ts';
import { loadHistoryTab } from '#portal/features/core/index.ts';
import { useParam } from '#portal/kit/screens.tsx';

const HistoryTab = lazy(async () => ({ default: await loadHistoryTab() }));

/** What was changed in a chart, by whom. */
export function ChartHistory() {
  const id = useParam('administrationId');
  return (
    <Suspense>
      <HistoryTab entity={charts.permission} id={id} labels="invoicing.charts.changes" parts={{}} />
    </Suspense>
  );
}
