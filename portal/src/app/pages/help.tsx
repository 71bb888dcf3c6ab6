import { useText } from '#portal/kit/text.ts';
import styles from './page.module.css';

const topics = ['upload', 'approve', 'comment', 'unknown', 'keys'] as const;

/** What people ask most, answered on one page. */
export function Help() {
  const text = useText();
  return (
    <div className={styles['page']}>
      <h1>{text('shell.help.title')}</h1>
      {topics.map((topic) => (
        <section key={topic}>
          <h2>{text(`shell.help.${topic}.question`)}</h2>
          <p>{text(`shell.help.${topic}.answer`)}</p>
        </section>
      ))}
    </div>
  );
}
