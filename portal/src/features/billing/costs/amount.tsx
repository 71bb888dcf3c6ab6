import type { ReactNode } from 'react';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import styles from './billing.module.css';

interface AmountProps {
  readonly cents: number;
  /** A trial or preview: what it would have cost (§I7). */
  readonly isStruck?: boolean;
  /** What it is of, translated: the name of the button that opens the documents behind it. */
  readonly of?: string;
  /** Another name for that button, translated, where it opens something else. */
  readonly name?: string;
  /** Absent where nothing stands behind it; nothing adds up to an amount of 0 either. */
  readonly onOpen?: (() => void) | undefined;
}

/** An amount; pressed it shows what it is the sum of. */
export function Amount({ cents, isStruck = false, of = '', name, onOpen }: AmountProps) {
  const text = useText();
  const money = isStruck ? (
    <Struck>
      <Money cents={cents} />
    </Struck>
  ) : (
    <Money cents={cents} />
  );
  if (onOpen === undefined || cents === 0) return money;
  return (
    <button type="button" className={`balie-value ${styles.open}`} onClick={onOpen}>
      {money}
      <span className="balie-hidden">{name ?? text('billing.usageDocuments.open', { of })}</span>
    </button>
  );
}

/** An amount that does not count: struck through, and announced as such. */
function Struck({ children }: { readonly children: ReactNode }) {
  const text = useText();
  return (
    <s className={styles.struck}>
      <span className="balie-hidden">{text('billing.struck')} </span>
      {children}
    </s>
  );
}
