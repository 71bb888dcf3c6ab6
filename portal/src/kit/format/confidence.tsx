import { IconAlertCircle, IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useText } from '../text.ts';
import type { Meaning } from '../theme-colors.ts';
import styles from './chip.module.css';

interface ConfidenceProps {
  /** How sure, from 0 to 1. */
  readonly value: number;
}

/** How sure a reading is: a bar, the percentage and a sign; sure from 90 %, look from 70 %, doubt below. */
export function Confidence({ value }: ConfidenceProps) {
  const text = useText();
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  const [meaning, Icon, word] = lookOf(percent);
  return (
    <span className={styles.mark} style={{ gap: 8, color: `var(--balie-${meaning})` }}>
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={`balie-number ${styles.percent}`}>{percent}%</span>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className="balie-hidden">{text(word)}</span>
    </span>
  );
}

function lookOf(percent: number): [Meaning, typeof IconCheck, string] {
  if (percent >= 90) return ['ok', IconCheck, 'kit.confidence.sure'];
  if (percent >= 70) return ['warn', IconAlertCircle, 'kit.confidence.look'];
  return ['bad', IconAlertTriangle, 'kit.confidence.doubt'];
}
