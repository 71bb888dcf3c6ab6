import { BoardSwitch, useBoardView } from './board-switch.tsx';
import { SuppliersBoard } from './suppliers-board.tsx';
import { TriggersBoard } from './triggers-board.tsx';

/** How well recognition does, per supplier and per trigger. */
export function BoardList() {
  const view = useBoardView();
  // Another view is another list: nothing of the one before may show through while it loads.
  return view === 'triggers' ? (
    <TriggersBoard key="triggers" views={<BoardSwitch />} />
  ) : (
    <SuppliersBoard key="suppliers" views={<BoardSwitch />} />
  );
}
