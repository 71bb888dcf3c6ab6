import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { createStore, useStore } from '#portal/kit/store.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { usePossible } from './possible.ts';

/** Which invoice's values are being corrected, and what first: a property, or `line 3`. */
interface Correcting {
  readonly invoiceId: string;
  readonly at: string;
}

const correcting = createStore<Correcting | undefined>(undefined);

/** Goes on to correct the values of an invoice, or back to the decision. */
export function setCorrecting(next: Correcting | undefined): void {
  correcting.set(next);
}

/** What of this invoice is corrected first; undefined while nothing is, or may be. */
export function useCorrecting(invoice: Invoice | undefined): string | undefined {
  const now = useStore(correcting);
  const { correct } = usePossible(invoice);
  return correct && now?.invoiceId === invoice?.id ? now?.at : undefined;
}

interface CorrectButtonProps {
  readonly invoice: Invoice;
  /** Empty for all of its values. */
  readonly at: string;
  /** What is corrected, as it is called on screen. */
  readonly label?: string;
}

/** Leads whoever may correct what was read to where that is done; nothing for others. */
export function CorrectButton({ invoice, at, label }: CorrectButtonProps) {
  const text = useText();
  const { correct } = usePossible(invoice);
  if (!correct) return null;
  return (
    <Button
      size="xs"
      variant={label === undefined ? 'subtle' : 'default'}
      leftSection={<IconPencil size={16} stroke={1.75} aria-hidden />}
      onClick={() => setCorrecting({ invoiceId: invoice.id, at })}
    >
      {label === undefined
        ? text('invoicing.places.correctAll')
        : text('invoicing.places.correct', { label })}
    </Button>
  );
}
