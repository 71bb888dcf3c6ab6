import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '#portal/kit/text.ts';
import styles from '../pages/page.module.css';

/** Stands in for a screen that broke, inside the shell, which lives on. */
export function ScreenFailure({ error }: ErrorComponentProps) {
  const text = useText();
  useEffect(() => console.error('a screen broke', error), [error]);
  return (
    <div className={styles['page']} role="alert">
      <h1>{text('shell.failure.title')}</h1>
      <p>{text('shell.failure.text')}</p>
      <Button onClick={() => location.reload()}>{text('shell.failure.reload')}</Button>
    </div>
  );
}
