import { useParam } from '#portal/kit/screens.tsx';
import { HistoryTab } from '../history/history-tab.tsx';

export function UserHistory() {
  return <HistoryTab entity="core.users" id={useParam('userId')} />;
}
