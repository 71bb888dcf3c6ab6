import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { OwnUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { HistoryTab } from './history-tab.tsx';

interface HistoryDialogProps {
  /** The permission name of the record's resource. */
  readonly entity: string;
  readonly id: string;
  /** Where the labels of its fields stand. */
  readonly labels: string;
  /** Where the labels of its parts stand, by the permission name of their resource. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

/** The history of a record that has no screen of its own, over the list in which it stands. */
export function HistoryDialog({ onClose, ...record }: HistoryDialogProps) {
  const text = useText();
  return (
    <Dialog title={text('core.history.title')} width={960} onClose={onClose}>
      <OwnUrlState>
        <HistoryTab {...record} />
      </OwnUrlState>
    </Dialog>
  );
}
