import { useState } from 'react';
import type { ScopeName } from '#contract/permissions.ts';
import type { Parents, ResourceDefinition, Row } from '#contract/resource.ts';
import { usePermission } from '../data/use-permission.ts';
import { useRemoveWithConfirm } from '../feedback/use-remove-with-confirm.tsx';
import { useText } from '../text.ts';
import { textsOf } from './column.tsx';
import { RowActions } from './row-actions.tsx';

interface RecordDialogOptions<R extends ResourceDefinition> {
  /** What people call a row. */
  readonly nameOf: (row: Row<R>) => string;
  /** Where the texts of the resource stand: `the` says what it is. By its path when absent. */
  readonly texts?: string;
  /** The scope that its permissions must have. */
  readonly scope?: ScopeName;
  /** Text key: what else goes with a removed one, instead of 'U kunt dit 30 dagen terugdraaien'. */
  readonly consequence?: string;
  /** Off for a row that must stay, whatever the person may do. */
  readonly isRemovable?: (row: Row<R>) => boolean;
  readonly onRemoved?: () => void;
}

/**
 * The dialog in which records of a list are added and changed, and what stands in the list for it: each part only for
 * who may. `edited` is the row, null for a new one, undefined while there is no dialog.
 *
 * @example
 * const dialog = useRecordDialog(modules, {}, { nameOf: ({ name }) => name });
 * <ResourceList {...dialog.list} … />
 * {dialog.edited !== undefined && <ModulesForm module={dialog.edited} onClose={dialog.close} />}
 */
export function useRecordDialog<const R extends ResourceDefinition>(
  resource: R,
  parents: Parents<R>,
  { nameOf, texts = textsOf(resource), scope, consequence, isRemovable, onRemoved }: RecordDialogOptions<R>,
) {
  const text = useText();
  const may = usePermission();
  const remove = useRemoveWithConfirm(resource, parents, { goTo: false });
  const [edited, setEdited] = useState<Row<R> | null | undefined>();
  const [mayCreate, mayUpdate, mayRemove] = ['create', 'update', 'delete'].map((verb) =>
    may([resource.permission, verb, scope].filter(Boolean).join('.')),
  );

  async function ask(row: Row<R>) {
    const removal = { id: String(row['id']), name: nameOf(row), thing: text(`${texts}.the`) };
    const isGone = await remove(
      consequence === undefined ? removal : { ...removal, consequence: text(consequence) },
    );
    if (isGone) onRemoved?.();
  }

  const onOpen = mayUpdate ? (row: Row<R>) => setEdited(row) : undefined;
  const renderActions = (row: Row<R>) => (
    <RowActions
      name={nameOf(row)}
      onEdit={onOpen && (() => onOpen(row))}
      onRemove={mayRemove && (isRemovable?.(row) ?? true) ? () => void ask(row) : undefined}
    />
  );
  return {
    edited,
    close: () => setEdited(undefined),
    mayUpdate,
    /** Properties of the list. */
    list: {
      create: mayCreate && { onClick: () => setEdited(null) },
      onOpen,
      renderActions: mayUpdate || mayRemove ? renderActions : undefined,
    },
    /** Edit and delete, for a list with more buttons in a row. */
    renderActions,
  };
}
