import { loadHistoryTab } from '#portal/features/core/index.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { useParam } from '#portal/kit/screens.tsx';

const HistoryTab = lazyPart(loadHistoryTab);

/** What was changed of the company that this customer is. */
export function CustomerHistory() {
  const id = useParam('companyId');
  return <HistoryTab entity="core.companies" id={id} />;
}
