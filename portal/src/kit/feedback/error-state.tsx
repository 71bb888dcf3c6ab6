import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconError404,
  IconLock,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import { fieldSentences } from '../data/error-store.ts';
import { NetworkError, ProblemError } from '../data/http.ts';
import { useText } from '../text.ts';
import { errorWords } from './error-text.ts';
import { StateBlock } from './state-block.tsx';
import styles from './feedback.module.css';

interface ErrorStateProps {
  readonly error: unknown;
  /** Tries again; the button only shows where that can help. */
  readonly onRetry?: () => void;
  /** Stands for a whole record: where trying again cannot help, a button leads back. */
  readonly isRecord?: boolean;
}

/** A failure that stands where the content would: the rest of the page lives on. */
export function ErrorState({ error, onRetry, isRecord = false }: ErrorStateProps) {
  const text = useText();
  const { title, hint, id, canRetry } = errorWords(error, text);
  // What is wrong with the question itself: no field of its own stands here.
  const fields = fieldSentences(error);
  return (
    <StateBlock
      isBad
      icon={iconOf(error)}
      title={title}
      hint={
        <>
          {fields.length > 0 ? fields.join(' ') : hint}
          {id !== undefined && (
            <details className={styles.details}>
              <summary>{text('kit.error.details')}</summary>
              <code>{id}</code>
            </details>
          )}
        </>
      }
      action={
        onRetry && canRetry ? (
          <Button
            variant="filled"
            leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
            onClick={() => onRetry()}
          >
            {text('kit.error.retry')}
          </Button>
        ) : (
          isRecord &&
          window.history.length > 1 && (
            <Button
              leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
              onClick={() => window.history.back()}
            >
              {text('kit.error.back')}
            </Button>
          )
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
