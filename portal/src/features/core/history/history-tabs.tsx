import { useParam } from '#portal/kit/screens.tsx';
import { HistoryTab } from './history-tab.tsx';

export function CompanyHistory() {
  return <HistoryTab entity="core.companies" id={useParam('companyId')} />;
}

export function CustomerRelationHistory() {
  return (
    <HistoryTab
      entity="core.customerrelations"
      id={useParam('customerRelationId')}
      labels="core.customerRelations"
    />
  );
}
