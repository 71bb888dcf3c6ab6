import { Button, UnstyledButton } from '@mantine/core';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { useText } from '#portal/kit/text.ts';
import { useIsPhone } from '#portal/kit/use-width.ts';
import { usePossible } from '../detail/possible.ts';
import { RejectDialog } from '../detail/reject-dialog.tsx';
import type { Decision } from '../detail/use-decision.ts';
import { invoiceHooks, type Invoice } from '../invoices/invoice.ts';
import { IbanText } from '../warnings/iban-text.tsx';
import { compared, differing, type Compared } from './compare.rules.ts';
import { ComparedPages } from './compared-pages.tsx';
import { DuplicateActions } from './duplicate-actions.tsx';
import styles from './compare.module.css';

interface CompareDialogProps {
  readonly invoice: Invoice;
  /** The earlier invoice that it is, or seems, a duplicate of. */
  readonly otherId: string;
  readonly decision: Decision;
  readonly onClose: () => void;
}

/** An invoice beside the one that it may be a duplicate of: what is different, and the pages of both. */
export function CompareDialog({ invoice, otherId, decision, onClose }: CompareDialogProps) {
  const text = useText();
  const other = invoiceHooks.useOne(otherId, {});
  const possible = usePossible(invoice);
  // The cross closes it too, and the buttons need the room.
  const isPhone = useIsPhone();
  const [isRejecting, setRejecting] = useState(false);
  return (
    <Dialog title={text('invoicing.compare.title')} width={1480} onClose={onClose}>
      {other.data ? (
        <Both invoice={invoice} other={other.data} />
      ) : other.error ? (
        <ErrorState error={other.error} onRetry={() => void other.refetch()} />
      ) : (
        <div className={styles.opening} aria-busy />
      )}
      <DialogButtons isSticky>
        {!isPhone && <Button onClick={onClose}>{text('kit.close')}</Button>}
        {invoice.statusValue === 'Duplicate' ? (
          <DuplicateActions decision={decision} onDone={onClose} />
        ) : (
          possible.decide && (
            <Button data-danger onClick={() => setRejecting(true)}>
              {text('invoicing.action.reject')}
            </Button>
          )
        )}
      </DialogButtons>
      {isRejecting && <RejectDialog row={invoice} decision={decision} onClose={() => setRejecting(false)} />}
    </Dialog>
  );
}

function Both({ invoice, other }: { readonly invoice: Invoice; readonly other: Invoice }) {
  const text = useText();
  const isPhone = useIsPhone();
  const [focused, setFocused] = useState<{ readonly name: Compared; readonly click: number }>();
  const [shown, setShown] = useState('this');
  const differs = differing(invoice, other);
  const sides = [
    { key: 'this', invoice },
    { key: 'other', invoice: other },
  ] as const;
  return (
    <div className={styles.compare}>
      <p className={styles.sum}>{text('invoicing.compare.differences', { count: differs.size })}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="balie-hidden">{text('invoicing.compare.value')}</span>
            </th>
            {sides.map(({ key, invoice: { documentId } }) => (
              <th key={key} scope="col">
                {text(`invoicing.compare.${key}`)} <span className="balie-empty">{documentId}</span>
              </th>
            ))}
            <th scope="col">
              <span className="balie-hidden">{text('invoicing.compare.verdict')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {compared.map((name) => {
            const isDifferent = differs.has(name);
            const Icon = isDifferent ? IconEqualNot : IconEqual;
            return (
              <tr key={name} data-differs={isDifferent || undefined}>
                <th scope="row">
                  <UnstyledButton
                    className={styles.name ?? ''}
                    aria-pressed={focused?.name === name}
                    onClick={() => setFocused((now) => ({ name, click: (now?.click ?? 0) + 1 }))}
                  >
                    {text(`invoicing.fact.${name}`)}
                  </UnstyledButton>
                </th>
                {sides.map((side) => (
                  <td key={side.key}>
                    <Value name={name} invoice={side.invoice} />
                  </td>
                ))}
                <td>
                  <Icon size={16} stroke={2} aria-hidden />
                  <span className={styles.verdict}>
                    {text(isDifferent ? 'invoicing.compare.differs' : 'invoicing.compare.same')}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {isPhone && (
        <div className={styles.switch} role="group" aria-label={text('invoicing.compare.pages')}>
          {sides.map(({ key }) => (
            <Button
              key={key}
              variant={shown === key ? 'light' : 'default'}
              aria-pressed={shown === key}
              onClick={() => setShown(key)}
            >
              {text(`invoicing.compare.${key}`)}
            </Button>
          ))}
        </div>
      )}
      <div className={styles.pages}>
        {sides.map(
          ({ key, invoice: side }) =>
            (!isPhone || shown === key) && (
              <section key={key} className={styles.side} aria-label={text(`invoicing.compare.${key}`)}>
                <ComparedPages invoice={side} differs={differs} focused={focused} />
              </section>
            ),
        )}
      </div>
    </div>
  );
}

function Value({ name, invoice }: { readonly name: Compared; readonly invoice: Invoice }) {
  const { invoiceNumber, invoiceDate, totalAmount, currency, iban, creditor } = invoice;
  switch (name) {
    case 'number':
      return invoiceNumber || '–';
    case 'date':
      return <DateText value={invoiceDate} />;
    case 'total':
      return <Money cents={totalAmount} currency={currency} />;
    case 'iban':
      return iban === null ? '–' : <IbanText iban={iban} />;
    case 'creditor':
      return creditor.name;
  }
}
