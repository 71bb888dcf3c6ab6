import { lazy, Suspense } from 'react';
import { creditors } from '#contract/invoicing/creditors.ts';
import { loadHistoryTab } from '#portal/features/core/index.ts';
import { useParam } from '#portal/kit/screens.tsx';

const HistoryTab = lazy(async () => ({ default: await loadHistoryTab() }));

/** What happened to a creditor. */
export function CreditorHistory() {
  return (
    <Suspense>
      <HistoryTab entity={creditors.permission} id={useParam('creditorId')} labels="invoicing.creditors" />
    </Suspense>
  );
}
