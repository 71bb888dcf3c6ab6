import { IconCalendarDue, IconLayoutKanban, IconList, type TablerIcon } from '@tabler/icons-react';
import { Segments } from '#portal/kit/layout/segments.tsx';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';

/** The ways to look at the orders. */
export type OrderView = 'list' | 'board' | 'today';

const views: readonly { readonly key: OrderView; readonly icon: TablerIcon }[] = [
  { key: 'list', icon: IconList },
  { key: 'board', icon: IconLayoutKanban },
  { key: 'today', icon: IconCalendarDue },
];

/** Which way the address says. */
export function useOrderView(): OrderView {
  const [{ as }] = useUrlState();
  return as === 'board' || as === 'today' ? as : 'list';
}

/** List, board or today; it stands in the address, so that Back and a saved view find it again. */
export function ViewSwitch() {
  const text = useText();
  const current = useOrderView();
  const [, change] = useUrlState();
  return (
    <Segments
      label={text('workorders.view.label')}
      options={views.map((view) => ({ ...view, label: text(`workorders.view.${view.key}`) }))}
      value={current}
      onChange={(key) => change({ as: key === 'list' ? undefined : key, page: undefined }, { push: true })}
    />
  );
}
