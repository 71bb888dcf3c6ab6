import { useParam } from '#portal/kit/screens.tsx';
import type { HistoryLabels } from './history.rules.ts';
import { HistoryTab } from './history-tab.tsx';

/** The history of the record that the address names, as a tab of its detail. */
const historyOf = (entity: string, param: string, labels = entity, parts: HistoryLabels['parts'] = {}) =>
  function History() {
    return <HistoryTab entity={entity} id={useParam(param)} labels={labels} parts={parts} />;
  };

export const CompanyHistory = historyOf('core.companies', 'companyId');
export const CustomerRelationHistory = historyOf(
  'core.customerrelations',
  'customerRelationId',
  'core.customerRelations',
  { 'core.contactpersons': 'core.contactPersons' },
);
export const GroupHistory = historyOf('core.groups', 'groupId');
export const UserHistory = historyOf('core.users', 'userId');
