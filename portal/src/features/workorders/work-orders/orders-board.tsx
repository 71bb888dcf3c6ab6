import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { BoardColumn } from './board-column.tsx';
import { statuses } from './status.tsx';
import { useBoardMoves } from './use-board-moves.ts';
import styles from './board.module.css';

/** The orders by status, side by side. Dragging a card is the same change as choosing its status. */
export function OrdersBoard({ list }: { readonly list: ListState }) {
  const text = useText();
  const { moves, announcement } = useBoardMoves();
  return (
    <>
      <p id="board-keys" className="balie-hidden">
        {text('workorders.board.instructions')}
      </p>
      <div className="balie-hidden" role="status" aria-live="assertive">
        {announcement}
      </div>
      <div className={styles.board}>
        {statuses.map((status) => (
          <BoardColumn key={status} status={status} list={list} moves={moves} />
        ))}
      </div>
    </>
  );
}
