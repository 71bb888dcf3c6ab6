import { lazy, Suspense } from 'react';
import { loadHistoryTab } from '#portal/features/core/index.ts';
import { useParam } from '#portal/kit/screens.tsx';

const HistoryTab = lazy(async () => ({ default: await loadHistoryTab() }));

/** What was changed of the company that this customer is. */
export function CustomerHistory() {
  const id = useParam('companyId');
  return (
    <Suspense>
      <HistoryTab entity="core.companies" id={id} />
    </Suspense>
  );
}
