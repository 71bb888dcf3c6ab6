import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconPencil, IconTrash } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import { finishOf, sizeOf } from './order.ts';
import type { LineValues } from './order-values.ts';
import styles from './line.module.css';

interface LineListProps {
  readonly lines: readonly LineValues[];
  /** What is wrong with a line, by its index. */
  readonly errorsAt: (index: number) => readonly string[];
  /** The index of the line in the editor, which is not shown here. */
  readonly editing: number | null;
  readonly onEdit: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

/** The lines of an order, numbered from 1. */
export function LineList({ lines, errorsAt, editing, onEdit, onRemove }: LineListProps) {
  const text = useText();
  return (
    <ol className={styles.lines}>
      {lines.map((line, index) => {
        const number = index + 1;
        const errors = errorsAt(index);
        // Lines have no names of their own before they are stored.
        const key = `${number}-${line.qualityName}-${line.semiFinishId}-${line.colorId}`;
        return (
          <li
            key={key}
            className={styles.line}
            data-warn={line.isDiscontinued || undefined}
            data-bad={errors.length > 0 || undefined}
            hidden={editing === index}
          >
            <span className={styles.lineNumber}>{number}</span>
            <div className={styles.lineWords}>
              <p>
                <strong>{line.qualityName}</strong>
                {line.quantity > 1 && ` × ${line.quantity}`}
              </p>
              <p className={styles.lineMore}>
                {[text(`carpetline.shape.${line.shape}`), sizeOf(line), line.attachment?.name]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p className={styles.lineMore}>{finishOf(line)}</p>
              {line.isDiscontinued && (
                <p className={styles.lineWarn}>
                  <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
                  {text('carpetline.line.discontinued')}
                </p>
              )}
              {errors.length > 0 && <p className={styles.lineBad}>{errors.join(' ')}</p>}
            </div>
            <div className={styles.lineActions}>
              <ActionIcon
                size={44}
                aria-label={text('carpetline.line.change', { number })}
                onClick={() => onEdit(index)}
              >
                <IconPencil size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={44}
                data-danger
                aria-label={text('carpetline.line.remove', { number })}
                onClick={() => onRemove(index)}
              >
                <IconTrash size={18} stroke={1.75} aria-hidden />
              </ActionIcon>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
