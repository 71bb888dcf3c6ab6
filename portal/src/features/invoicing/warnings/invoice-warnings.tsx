import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { InvoiceWarning } from '#contract/invoicing/warnings.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { StatusChip } from '#portal/kit/format/status-chip.tsx';
import { ScreenLink } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { accountHooks } from './accounts.api.ts';
import { BlockAccount, WhoMay } from './confirm-account.tsx';
import { IbanText } from './iban-text.tsx';
import { useWarningText } from './use-warning-text.ts';
import { warningLooks } from './warning-looks.ts';
import styles from './warnings.module.css';

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));

interface InvoiceWarningsProps {
  readonly invoice: Invoice;
  /** Shows the invoice beside the one that it seems a duplicate of. */
  readonly onCompare: (otherId: string) => void;
}

/** What is noticed about an invoice before money goes: stops, then warnings, then hints, each with its evidence (§C14). */
export function InvoiceWarnings({ invoice, onCompare }: InvoiceWarningsProps) {
  const open = invoice.warningDetails.filter(({ state }) => state === 'open');
  const of = (severity: InvoiceWarning['severity']) => open.filter((one) => one.severity === severity);
  const closed = invoice.warningDetails.filter(({ state }) => state === 'closed');
  const [warnings, hints] = [of('warning'), of('info')];
  return (
    <>
      {of('stop').map((stop) => (
        <Stop key={`${stop.code} ${stop.subject}`} stop={stop} invoice={invoice} />
      ))}
      {warnings.length > 0 && (
        <MessageBar {...warningLooks.warning}>
          <ul className={styles.list}>
            {warnings.map((one) => (
              <li key={`${one.code} ${one.subject}`}>
                <Sentence warning={one} />{' '}
                {one.code === 'duplicate-suspect' && (
                  <Compare id={textOf(one.details['oldInvoiceId'])} onCompare={onCompare} />
                )}
              </li>
            ))}
          </ul>
        </MessageBar>
      )}
      {(hints.length > 0 || closed.length > 0) && (
        <div className={styles.hints}>
          {hints.map((one) => (
            <Hint key={`${one.code} ${one.subject}`} warning={one} />
          ))}
          {closed.map((one) => (
            <Closed key={`${one.code} ${one.subject}`} warning={one} />
          ))}
        </div>
      )}
    </>
  );
}

function Sentence({ warning }: { readonly warning: InvoiceWarning }) {
  const { title, body } = useWarningText()(warning);
  return (
    <>
      <strong>{title}</strong>
      {body !== '' && <span className={styles.words}> {body}</span>} <Evidence details={warning.details} />
    </>
  );
}

interface CompareProps {
  readonly id: string | undefined;
  readonly onCompare: (otherId: string) => void;
}

function Compare({ id, onCompare }: CompareProps) {
  const text = useText();
  if (id === undefined) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={() => onCompare(id)}>
      {text('invoicing.compare.button')}
    </Button>
  );
}

function Hint({ warning }: { readonly warning: InvoiceWarning }) {
  const { title } = useWarningText()(warning);
  return <StatusChip {...warningLooks.info} word={title} />;
}

function Closed({ warning }: { readonly warning: InvoiceWarning }) {
  const text = useText();
  return (
    <StatusChip
      meaning="ok"
      icon={IconShieldCheck}
      word={text('invoicing.warning.closed', {
        word: text(`invoicing.warning.short.${warning.code}`),
        who: warning.closedBy,
      })}
    />
  );
}

const textOf = (value: string | number | null | undefined) => (typeof value === 'string' ? value : undefined);

/** Leads to what a warning rests on: the other invoice, or the other creditor. */
function Evidence({ details }: Pick<InvoiceWarning, 'details'>) {
  const text = useText();
  const may = usePermission();
  const [invoiceId, document] = [textOf(details['oldInvoiceId']), textOf(details['oldInvoice'])];
  const creditorId = textOf(details['creditorId']);
  if (invoiceId !== undefined) return <InvoiceLink id={invoiceId}>{document}</InvoiceLink>;
  if (creditorId === undefined || !may('fmmodule.creditors.read')) return null;
  return (
    <ScreenLink to="creditors:detail" params={{ creditorId }} style={{ color: 'inherit', fontWeight: 600 }}>
      {text('invoicing.warning.toCreditor')}
    </ScreenLink>
  );
}

function InvoiceLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Link
      to="."
      search={(before: object) => ({
        ...before,
        status: 'Concept,Duplicate,ReadyForProcessing,Processed',
        open: id,
      })}
      style={{ color: 'inherit', fontWeight: 600 }}
    >
      {children}
    </Link>
  );
}

/** A stop with the two accounts beside each other, and the way out. */
function Stop({ stop, invoice }: { readonly stop: InvoiceWarning; readonly invoice: Invoice }) {
  const may = usePermission();
  const { title, body } = useWarningText()(stop);
  const accountId = textOf(stop.details['accountId']);
  return (
    <MessageBar
      {...warningLooks.stop}
      title={title}
      actions={
        accountId !== undefined &&
        may('fmmodule.bankaccounts.read') && <AccountActions accountId={accountId} invoice={invoice} />
      }
    >
      {stop.code === 'new-account' ? (
        <CompareAccounts stop={stop} />
      ) : (
        <span className={styles.words}>{body} </span>
      )}
      {stop.code !== 'new-account' && <Evidence details={stop.details} />}
    </MessageBar>
  );
}

function CompareAccounts({ stop: { details } }: { readonly stop: InvoiceWarning }) {
  const text = useText();
  const [oldIban, oldDate] = [textOf(details['oldIban']), textOf(details['oldDate'])];
  return (
    <dl className={styles.compare}>
      <dt>{text('invoicing.warning.now')}</dt>
      <dd>
        <IbanText iban={textOf(details['iban']) ?? ''} />
      </dd>
      <dt>{text('invoicing.warning.before')}</dt>
      <dd>
        {oldIban === undefined ? (
          text('invoicing.warning.noneBefore', { count: Number(details['count'] ?? 0) })
        ) : (
          <>
            <IbanText iban={oldIban} /> {text('invoicing.warning.lastOn')}{' '}
            {oldDate !== undefined && <DateText value={oldDate} />}: <Evidence details={details} />
          </>
        )}
      </dd>
    </dl>
  );
}

function AccountActions({ accountId, invoice }: { readonly accountId: string; readonly invoice: Invoice }) {
  const text = useText();
  const { data: account } = accountHooks.useOne(accountId, {});
  const [isConfirming, setConfirming] = useState(false);
  if (!account) return null;
  return (
    <>
      {account.mayConfirm ? (
        <Button
          size="xs"
          variant="filled"
          leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
          onClick={() => setConfirming(true)}
        >
          {text('invoicing.account.confirm')}
        </Button>
      ) : (
        <div className={styles.words} style={{ flexBasis: '100%' }}>
          <WhoMay account={account} />
        </div>
      )}
      {account.mayConfirm && account.state !== 'blocked' && <BlockAccount account={account} size="xs" />}
      {isConfirming && (
        <Suspense>
          <ConfirmDialog
            account={account}
            creditor={invoice.creditor.name}
            onClose={() => setConfirming(false)}
          />
        </Suspense>
      )}
    </>
  );
}
