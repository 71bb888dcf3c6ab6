import { amountParts } from '#contract/money.ts';
import { useLanguage } from './use-language.ts';

interface MoneyProps {
  /** Whole cents; absent shows an en dash. */
  readonly cents: number | null | undefined;
  /** ISO code; EUR when absent. An empty text leaves the sign out, in columns whose head names the currency. */
  readonly currency?: string | undefined;
}

/** An amount with tabular numerals, its sign in the faintest ink: `€ 1.284,50`. */
export function Money({ cents, currency = 'EUR' }: MoneyProps) {
  const language = useLanguage();
  if (cents === null || cents === undefined) return <span className="balie-empty">–</span>;
  const { minus, sign, gap, number } = amountParts(cents, currency, language);
  return (
    <span className="balie-number">
      {minus}
      {currency !== '' && (
        <span className="balie-empty">
          {sign}
          {gap}
        </span>
      )}
      {number}
    </span>
  );
}
