import { Button } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import { useStore } from '#portal/kit/store.ts';
import { lastVerdict } from './last-verdict.ts';
import styles from './validation.module.css';

/** What was judged last, with its undo; in the bar, so that it covers nothing. */
export function UndoVerdict({ onUndo }: { readonly onUndo: (id: string) => void }) {
  const text = useText();
  const last = useStore(lastVerdict);
  const Icon = last?.isCorrect ? IconCircleCheck : IconCircleX;
  return (
    <div role="status">
      {last && (
        <p className={styles.last}>
          <Icon size={16} stroke={1.75} aria-hidden />
          <span>
            {text(`documentsWork.verdict.${last.isCorrect ? 'positiveDone' : 'negativeDone'}`, {
              document: last.documentId,
            })}
          </span>
          <Button size="compact-sm" variant="subtle" onClick={() => onUndo(last.id)}>
            {text('kit.undo')}
          </Button>
        </p>
      )}
    </div>
  );
}
