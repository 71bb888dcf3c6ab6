import { useState } from 'react';
import { useText } from '#portal/kit/text.ts';
import { shortened } from './history.rules.ts';
import styles from './history.module.css';

const maxLength = 200;

/** A text that is cut when it is long, with a button that shows all of it. */
export function LongText({ children }: { readonly children: string }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  if (children.length <= maxLength) return <span className={styles.value}>{children}</span>;
  return (
    <span className={styles.value}>
      {isOpen ? children : shortened(children, maxLength)}{' '}
      <button
        type="button"
        className={styles.more}
        aria-expanded={isOpen}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(!isOpen);
        }}
      >
        {text(isOpen ? 'core.history.less' : 'core.history.more')}
      </button>
    </span>
  );
}
