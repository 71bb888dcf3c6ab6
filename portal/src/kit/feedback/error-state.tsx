import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconError404,
  IconLock,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { NetworkError, ProblemError } from '../data/http.ts';
import { useText } from '../text.ts';
import { errorWords } from './error-text.ts';
import { StateBlock } from './state-block.tsx';
import styles from './feedback.module.css';

interface ErrorStateProps {
  readonly error: unknown;
  /** Tries again; the button only shows where that can help. */
  readonly onRetry?: () => void;
}

/** A failure that stands where the content would: the rest of the page lives on. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const text = useText();
  const { title, hint, id, canRetry } = errorWords(error, text);
  return (
    <StateBlock
      isBad
      icon={iconOf(error)}
      title={title}
      hint={
        <>
          {hint}
          {id !== undefined && (
            <details className={styles.details}>
              <summary>{text('kit.error.details')}</summary>
              <code>{id}</code>
            </details>
          )}
        </>
      }
      action={
        onRetry &&
        canRetry && (
          <Button
            variant="filled"
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            onClick={() => onRetry()}
          >
            {text('kit.error.retry')}
          </Button>
        )
      }
    />
  );
}

function iconOf(error: unknown) {
  if (error instanceof NetworkError) return IconPlugConnectedX;
  if (error instanceof ProblemError && error.kind === 'not-found') return IconError404;
  if (error instanceof ProblemError && error.kind === 'forbidden') return IconLock;
  return IconAlertTriangle;
}
