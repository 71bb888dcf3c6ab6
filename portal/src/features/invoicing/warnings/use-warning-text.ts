import { formatDay } from '#contract/dates.ts';
import type { InvoiceWarning, WarningCode } from '#contract/invoicing/warnings.ts';
import { formatMoney } from '#contract/money.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { spacedIban } from './iban-text.tsx';

// These say in a second sentence what they rest on.
const withBody: readonly WarningCode[] = ['account-of-other', 'account-blocked', 'creditor-blocked'];

/** One sentence for a warning, and what it rests on; empty where the sentence says it all. */
export function useWarningText(): (warning: InvoiceWarning) => {
  readonly title: string;
  readonly body: string;
} {
  const text = useText();
  const language = useLanguage();
  return (warning) => {
    const values = Object.fromEntries(
      Object.entries(warning.details).map(([name, value]) => [name, shown(name, value)]),
    );
    const body = withBody.includes(warning.code)
      ? text(`invoicing.warning.body.${warning.code}`, values)
      : '';
    return { title: text(`invoicing.warning.title.${keyOf(warning)}`, values), body };
  };

  function shown(name: string, value: string | number | null): string | number {
    if (value === null) return '';
    if (typeof value === 'number')
      return name.endsWith('InCents') ? formatMoney(value, 'EUR', language) : value;
    if (/iban$/i.test(name)) return spacedIban(value);
    return /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value;
  }
}

// A due date that is to come, is today, or was, are three sentences.
function keyOf({ code, details }: InvoiceWarning): string {
  if (code === 'vat-mismatch' || code === 'numbers-missing') return `${code}-${String(details['kind'])}`;
  if (code !== 'due-soon') return code;
  const days = Number(details['days']);
  return days > 0 ? 'due-soon' : days === 0 ? 'due-today' : 'overdue';
}
