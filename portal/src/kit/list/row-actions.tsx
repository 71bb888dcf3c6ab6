import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { useText } from '../text.ts';

interface RowActionProps {
  readonly icon: TablerIcon;
  /** Its name with the thing it acts on: 'Bewerk Veenstra Holding B.V.'. */
  readonly label: string;
  readonly onClick: () => void;
}

/** One grey button at the end of a row. */
export function RowAction({ icon: Icon, label, onClick }: RowActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={28} aria-label={label} onClick={onClick}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface RowActionsProps {
  /** Name of the row, for the names of its buttons. */
  readonly name: string;
  readonly onEdit?: (() => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
}

/** Edit and delete at the end of a row; what the person may not do is left out. */
export function RowActions({ name, onEdit, onRemove }: RowActionsProps) {
  const text = useText();
  return (
    <>
      {onEdit && <RowAction icon={IconPencil} label={text('kit.row.edit', { name })} onClick={onEdit} />}
      {onRemove && <RowAction icon={IconTrash} label={text('kit.row.remove', { name })} onClick={onRemove} />}
    </>
  );
}
