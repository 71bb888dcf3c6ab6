import { IconRegex, IconTruck } from '@tabler/icons-react';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './board.module.css';

const views = [
  { key: 'suppliers', icon: IconTruck },
  { key: 'triggers', icon: IconRegex },
] as const;

/** Which of both boards the address names. */
export function useBoardView(): 'suppliers' | 'triggers' {
  const [{ per }] = useUrlState();
  return per === 'triggers' ? 'triggers' : 'suppliers';
}

/** Per supplier or per trigger. */
export function BoardSwitch() {
  const text = useText();
  const current = useBoardView();
  const [, change] = useUrlState();
  return (
    <div role="group" aria-label={text('documentsWork.board.per')} className={styles.views}>
      {views.map(({ key, icon: Icon }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === current}
          onClick={() => change({ per: key === 'suppliers' ? undefined : key, page: undefined, sort: undefined, columns: undefined }, { push: true })}
        >
          <Icon size={16} stroke={1.75} aria-hidden /> {text(`documentsWork.board.${key}`)}
        </button>
      ))}
    </div>
  );
}
