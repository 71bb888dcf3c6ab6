import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useText } from '#portal/kit/text.ts';
import styles from './page.module.css';

/** Where unmatched addresses lead. */
export function NotFound() {
  const text = useText();
  return (
    <div className={styles['page']}>
      <h1>{text('shell.notFound.text')}</h1>
      <p>{text('shell.notFound.hint')}</p>
      <Button component={Link} to="/">
        {text('shell.notFound.home')}
      </Button>
    </div>
  );
}
