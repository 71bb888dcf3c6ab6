import { useText } from '#portal/kit/text.ts';
import styles from './page.module.css';

/** How somebody gets an idea to the people who build this. */
export function Ideas() {
  const text = useText();
  return (
    <div className={styles['page']}>
      <h1>{text('shell.ideas.title')}</h1>
      <p>{text('shell.ideas.text')}</p>
      <p>{text('shell.ideas.how')}</p>
    </div>
  );
}
