import type { ReactNode } from 'react';
import { useText } from '#portal/kit/text.ts';

/** A value, or 'Onbekend' where nobody filled it in (product 1.2). */
export function Known({ value }: { readonly value: ReactNode }) {
  const text = useText();
  return value ? value : <span className="balie-empty">{text('kit.unknown')}</span>;
}
