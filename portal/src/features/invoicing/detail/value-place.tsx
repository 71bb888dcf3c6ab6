import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DocumentProperty } from '#contract/documents/properties.ts';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import { lineName, showPlace, useIsShown, usePlaces } from './places.ts';
import styles from './invoice-detail.module.css';

interface ValuePlaceProps {
  readonly invoiceId: string;
  readonly property: DocumentProperty;
  /** What it is called on screen. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A value that a click marks on its page; plain where it stands on none. */
export function ValuePlace({ invoiceId, property, label, children }: ValuePlaceProps) {
  const places = usePlaces(invoiceId);
  if (!places?.values.some((value) => value.property === property)) return children;
  return (
    <PlaceButton invoiceId={invoiceId} name={property} label={label}>
      {children}
    </PlaceButton>
  );
}

/** The lines that were read from the pages, each of which a click marks there. */
export function InvoiceLines({ row }: { readonly row: InvoiceRow }) {
  const text = useText();
  const lines = usePlaces(row.id)?.lines ?? [];
  if (lines.length === 0) return null;
  return (
    <details className={styles.lines}>
      <summary>{text('invoicing.places.lines', { count: lines.length })}</summary>
      <ol>
        {lines.map(({ number, description, amountInCents }) => (
          <li key={number}>
            <PlaceButton invoiceId={row.id} name={lineName(number)} label={description}>
              <span>{description}</span>
              {amountInCents !== null && <Money cents={amountInCents} currency={row.currency} />}
            </PlaceButton>
          </li>
        ))}
      </ol>
    </details>
  );
}

function PlaceButton({
  invoiceId,
  name,
  label,
  children,
}: Omit<ValuePlaceProps, 'property'> & { readonly name: string }) {
  const text = useText();
  const isShown = useIsShown(invoiceId, name);
  return (
    <UnstyledButton
      className={styles.place ?? ''}
      aria-pressed={isShown}
      title={text('invoicing.places.show', { label })}
      onClick={() => showPlace(invoiceId, name, label)}
    >
      {children}
    </UnstyledButton>
  );
}
