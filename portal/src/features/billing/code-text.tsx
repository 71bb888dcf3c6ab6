import { useText } from '#portal/kit/text.ts';

interface CodeTextProps {
  readonly of: 'type' | 'costs' | 'invoiceType' | 'cycle' | 'subscription';
  /** Null where there is none. */
  readonly code: number | string | null;
}

/** What people call a number on the wire: a type, a cycle, a subscription. */
export function CodeText({ of, code }: CodeTextProps) {
  const text = useText();
  if (code === null) return <span className="balie-empty">–</span>;
  const word = text(`billing.${of}.${code}`);
  return of === 'invoiceType' && code === 0 ? <span className="balie-empty">{word}</span> : word;
}
