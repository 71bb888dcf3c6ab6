import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import { useText } from '../text.ts';
import styles from './chip.module.css';

/** Yes as a green ticked circle, no as a grey one with a minus, each with its word. */
export function YesNo({ value }: { readonly value: boolean }) {
  const text = useText();
  const Icon = value ? IconCircleCheck : IconCircleMinus;
  return (
    <span className={styles.mark} style={{ color: value ? 'var(--balie-ok)' : 'var(--balie-ink-3)' }}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {text(value ? 'kit.yes' : 'kit.no')}
    </span>
  );
}
