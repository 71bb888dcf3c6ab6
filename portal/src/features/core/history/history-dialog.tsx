import { useState } from 'react';
import { history } from '#contract/core/history.ts';
import { defaultPageSizes } from '#contract/resource.ts';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { useText } from '#portal/kit/text.ts';
import { HistoryLines } from './history-tab.tsx';

interface HistoryDialogProps {
  /** The permission name of the record's resource. */
  readonly entity: string;
  readonly id: string;
  /** Where the labels of its fields stand. */
  readonly labels: string;
  readonly onClose: () => void;
}

const sizes: readonly number[] = history.pageSizes ?? defaultPageSizes;

/** The history of a record that has no screen of its own, over the list in which it stands. */
export function HistoryDialog({ onClose, ...record }: HistoryDialogProps) {
  const text = useText();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(sizes[0] ?? 50);
  const query = { top: size, skip: (page - 1) * size, orderBy: history.defaultSort };
  return (
    <Dialog title={text('core.history.title')} width={960} onClose={onClose}>
      <HistoryLines
        {...record}
        list={{
          query,
          page,
          size,
          sizes,
          setPage,
          setSize(to) {
            setSize(to);
            setPage(1);
          },
        }}
      />
    </Dialog>
  );
}
