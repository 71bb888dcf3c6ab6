import { useState, type ChangeEvent } from 'react';
import { formatNumber, readAmount } from '#contract/money.ts';
import type { FieldCode, Language } from '#contract/problem.ts';
import { useLanguage } from '../format/use-language.ts';

interface AmountText {
  readonly cents: number | null;
  /** 2 when absent; with more the value may be a fraction of a cent. */
  readonly maxDecimals?: number;
  readonly onChange: (cents: number | null) => void;
  /** What is wrong with the text, and undefined once it can be read. */
  readonly onProblem: (code: FieldCode | undefined, options?: { readonly isTyping: boolean }) => void;
}

/** An amount as a field shows it at rest: `1.284,50`. */
export function amountAtRest(cents: number, language: Language, maxDecimals = 2): string {
  return formatNumber(cents / 100, language, { min: 2, max: maxDecimals });
}

/** The text of an amount in cents, for an input: grouped at rest, plain while typing, and kept where it is no amount. */
export function useAmountText({ cents, maxDecimals = 2, onChange, onProblem }: AmountText) {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  const atRest = cents === null ? '' : amountAtRest(cents, language, maxDecimals);

  function type(text: string) {
    setTyped(text);
    const read = readAmount(text, { maxDecimals });
    if ('cents' in read) onChange(read.cents);
    else if (text.trim() === '') onChange(null);
    // Enter saves while the cursor is still here: not the amount of before.
    onProblem('cents' in read || text.trim() === '' ? undefined : read.code, { isTyping: true });
  }

  function leave() {
    const text = typed?.trim() ?? '';
    const read = readAmount(text, { maxDecimals });
    if (typed === null || text === '' || 'cents' in read) return setTyped(null);
    // What cannot be read stays as it was typed, with the reason under it.
    onProblem(read.code);
  }

  return {
    value: typed ?? atRest,
    onFocus: () => setTyped((now) => now ?? atRest.replace(language === 'nl' ? /\./g : /,/g, '')),
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      type(event.currentTarget.value.replace(/[^\d.,\-−€ \u00a0\u202f]/g, '')),
    onBlur: leave,
  };
}
