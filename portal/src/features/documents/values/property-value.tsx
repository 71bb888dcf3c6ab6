import type { DocumentProperty } from '#contract/documents/properties.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { kindOf, showValue } from './value.rules.ts';

interface PropertyValueProps {
  readonly property: DocumentProperty;
  readonly value: string;
  readonly currency: string;
}

/** A value as people read it: an amount with its sign, a day, a text. */
export function PropertyValue({ property, value, currency }: PropertyValueProps) {
  const language = useLanguage();
  if (kindOf(property) === 'money' && /^-?\d+$/.test(value))
    return <Money cents={Number(value)} currency={currency} />;
  if (kindOf(property) === 'day') return <DateText value={value} />;
  return showValue(property, value, language);
}
