import type { FoundVatRate } from '#contract/documents/properties.ts';
import { formatNumber } from '#contract/money.ts';
import { cx } from '#portal/kit/cx.ts';
import { Confidence } from '#portal/kit/format/confidence.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { isMoving } from '#portal/kit/is-moving.ts';
import { useText } from '#portal/kit/text.ts';
import { rateStop, type ValueWork } from './use-value-work.ts';
import styles from './values.module.css';

interface RateRowsProps {
  readonly rates: readonly FoundVatRate[];
  readonly currency: string;
  readonly work: ValueWork;
}

/** VAT by rate, beneath the VAT that it comes to. Pointing at one shows it on the page. */
export function RateRows({ rates, currency, work }: RateRowsProps) {
  const text = useText();
  const language = useLanguage();
  return rates.map((one) => (
    <tr
      key={one.rate}
      className={cx(styles.rate, work.focused === rateStop(one) && styles.focused)}
      onMouseMove={(event) => isMoving(event) && work.focus(rateStop(one))}
      onMouseLeave={() => work.focus(undefined)}
    >
      <th scope="row">
        {text('documentsWork.values.rate', { rate: formatNumber(one.rate / 100, language) })}
      </th>
      <td>
        <span
          className={styles.value}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard finds it on the page too
          tabIndex={0}
          onFocus={() => work.focus(rateStop(one))}
          onBlur={() => work.focus(undefined)}
        >
          <Money cents={one.vatInCents} currency={currency} />
        </span>
        {one.baseInCents !== null && (
          <span className={styles.reason}>
            {text('documentsWork.values.over')} <Money cents={one.baseInCents} currency={currency} />
          </span>
        )}
      </td>
      <td className={styles.right}>
        <Confidence value={one.confidence} />
      </td>
    </tr>
  ));
}
