import {
  IconBan,
  IconBuildingBank,
  IconCircleCheck,
  IconEye,
  IconFileImport,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useState } from 'react';
import { type accountStates, bankAccounts } from '#contract/invoicing/bank-accounts.ts';
import type { Row } from '#contract/resource.ts';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { StatusChip, type StatusLook } from '#portal/kit/format/status-chip.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type BankAccount, accountHooks } from '../warnings/accounts.api.ts';
import { ConfirmAccount } from '../warnings/confirm-account.tsx';
import { IbanText } from '../warnings/iban-text.tsx';
import styles from './creditors.module.css';

type AccountRow = Row<typeof bankAccounts>;
type State = (typeof accountStates)[number];

const looks: Readonly<Record<State, StatusLook>> = {
  seen: { meaning: 'warn', icon: IconEye },
  imported: { meaning: 'info', icon: IconFileImport },
  confirmed: { meaning: 'ok', icon: IconCircleCheck },
  blocked: { meaning: 'bad', icon: IconBan },
};

function AccountState({ state }: { readonly state: State }) {
  return <StatusChip {...looks[state]} word={useText()(`invoicing.account.state.${state}`)} />;
}

/** On how many invoices an account stands, and the date of the last one. */
function OnInvoices({ row: { invoiceCount, lastInvoiceDate } }: { readonly row: AccountRow }) {
  const text = useText();
  return (
    <>
      {text('invoicing.account.onInvoices', { count: invoiceCount })}
      {lastInvoiceDate !== null && (
        <>
          {', '}
          <DateText value={lastInvoiceDate} />
        </>
      )}
    </>
  );
}

function HowChecked({ row: { lastEvent } }: { readonly row: AccountRow }) {
  const text = useText();
  if (!lastEvent || lastEvent.state === 'seen')
    return <span className="balie-empty">{text('invoicing.account.unchecked')}</span>;
  const method = lastEvent.method === '' ? '' : text(`invoicing.account.checked.${lastEvent.method}`);
  return <>{[method, lastEvent.reason, lastEvent.userName].filter((part) => part !== '').join(', ')}</>;
}

const columns = columnsFor(
  bankAccounts,
  [
    {
      field: 'iban',
      width: 250,
      isMain: true,
      small: 'title',
      sortable: false,
      render: ({ iban }) => <IbanText iban={iban} />,
    },
    { field: 'kind', width: 120, sortable: false, render: ({ kind }) => <Kind kind={kind} /> },
    {
      field: 'state',
      width: 150,
      sortable: false,
      small: 'end',
      render: ({ state }) => <AccountState state={state} />,
    },
    {
      field: 'invoiceCount',
      width: 160,
      align: 'left',
      sortable: false,
      small: 'line',
      render: (row) => <OnInvoices row={row} />,
    },
    { field: 'lastEvent', sortable: false, small: 'line', render: (row) => <HowChecked row={row} /> },
  ],
  'invoicing.accountColumn',
);

function Kind({ kind }: Pick<AccountRow, 'kind'>) {
  return <>{useText()(`invoicing.account.kind.${kind}`)}</>;
}

/** The bank accounts of a creditor; each opens with how it was checked and what happened to it. */
export function CreditorAccounts() {
  const text = useText();
  const creditorId = useParam('creditorId');
  const [open, setOpen] = useState<string>();
  const page = accountHooks.useList(
    { top: 200, filter: `creditorId eq '${creditorId}'`, orderBy: 'state desc' },
    {},
  );
  return (
    <DataTable
      caption={text('invoicing.creditors.tab.accounts')}
      columns={columns}
      page={page}
      expansion={{
        id: open,
        onChange: (row) => setOpen(row?.id),
        render: (row) => <AccountDetail id={row.id} />,
      }}
      empty={<EmptyState kind="first" icon={IconBuildingBank} title={text('invoicing.account.none')} />}
    />
  );
}

function AccountDetail({ id }: { readonly id: string }) {
  const { data: account } = accountHooks.useOne(id, {});
  if (!account) return <div className={styles.opening} />;
  return (
    <div className={styles.account}>
      <ConfirmAccount key={`${account.id} ${account.rowVersion}`} account={account} />
      <AccountEvents account={account} />
    </div>
  );
}

function AccountEvents({ account }: { readonly account: BankAccount }) {
  const text = useText();
  return (
    <section aria-label={text('invoicing.account.history')}>
      <h3 className={styles.heading}>{text('invoicing.account.history')}</h3>
      <ul className={styles.events}>
        {account.events.map(({ id, at, state, userName, method, reason, invoice }) => {
          const Icon = state === 'confirmed' ? IconShieldCheck : looks[state].icon;
          const how = [method === '' ? '' : text(`invoicing.account.checked.${method}`), reason].filter(
            Boolean,
          );
          return (
            <li key={id}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <div>
                <div>
                  {text(`invoicing.account.event.${state}`, { document: invoice?.documentId ?? '' })}
                  {how.length > 0 && `: ${how.join(', ')}`}
                </div>
                <div className="balie-empty">
                  <DateText value={at} />
                  {', '}
                  {userName === '' ? text('invoicing.account.byPortal') : userName}
                </div>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
