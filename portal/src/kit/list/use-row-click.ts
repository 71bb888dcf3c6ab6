import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { DataTableProps } from './table-types.ts';

/** What a click on a row does: follows its address, opens, chooses or expands it. */
export function useRowClick<R extends { readonly id: string }>(row: R, table: DataTableProps<R>) {
  const { href, onOpen, selection, expansion } = table;
  const navigate = useNavigate();
  const isOpen = expansion?.id === row.id;

  function open() {
    if (expansion) expansion.onChange(isOpen ? undefined : row);
    if (selection && !isOpen) selection.onChange(row);
    if (!expansion) onOpen?.(row);
  }

  function onClick(event: MouseEvent<HTMLTableRowElement>) {
    if (isOnControl(event.target) || (window.getSelection()?.toString() ?? '') !== '') return;
    const path = href?.(row);
    if (path === undefined) open();
    else if (event.ctrlKey || event.metaKey) window.open(path, '_blank', 'noopener');
    else void navigate({ to: path });
  }

  const isClickable = [href, onOpen, selection, expansion].some((way) => way !== undefined);
  return { isOpen, open, onClick: isClickable ? onClick : undefined };
}

/** Whether the click was meant for something inside the row. */
function isOnControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, label, textarea') !== null;
}
