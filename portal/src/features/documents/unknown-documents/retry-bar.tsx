import { CloseButton, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useText } from '#portal/kit/text.ts';
import { ScreenLink } from '#portal/kit/screens.tsx';
import type { RetryRun } from './use-retry.ts';
import styles from './unknown-documents.module.css';

interface RetryBarProps {
  readonly run: RetryRun;
  readonly onClose: () => void;
}

/** The progress and result of a retry. */
export function RetryBar({ run, onClose }: RetryBarProps) {
  const text = useText();
  const { nrOfDocuments, doneCount, recognisedCount, unknownCount, failedCount, isRunning, failures } = run;
  const Icon = isRunning ? IconRefresh : failedCount > 0 ? IconAlertTriangle : IconCircleCheck;
  return (
    <section className={styles.retry} aria-label={text('documentsWork.retry.title')}>
      <div className={styles.retryLine}>
        <Icon size={16} stroke={1.75} aria-hidden />
        <strong role="status">
          {isRunning
            ? text('documentsWork.retry.running', { done: doneCount, n: nrOfDocuments })
            : text('documentsWork.unknown.processed', { count: nrOfDocuments, n: nrOfDocuments })}
        </strong>
        {nrOfDocuments > 0 && (
          <span>
            {text('documentsWork.retry.result', {
              recognised: recognisedCount,
              unknown: unknownCount,
              failed: failedCount,
            })}
          </span>
        )}
        {!isRunning && <CloseButton size="sm" aria-label={text('kit.close')} onClick={onClose} />}
      </div>
      {isRunning && (
        <Progress
          value={nrOfDocuments === 0 ? 100 : (100 * doneCount) / nrOfDocuments}
          size={6}
          aria-label={text('documentsWork.retry.title')}
        />
      )}
      {!isRunning && failures.length > 0 && (
        <details>
          <summary>{text('documentsWork.retry.failures', { count: failures.length })}</summary>
          <ul>
            {failures.map(({ id, documentId, reason }) => (
              <li key={id}>
                <ScreenLink className="balie-link" to="documents:detail" params={{ documentId: id }}>
                  {documentId}
                </ScreenLink>{' '}
                {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
