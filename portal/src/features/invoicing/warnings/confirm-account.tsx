import { Button, Radio, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconBan, IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { accountChecks } from '#contract/invoicing/bank-accounts.ts';
import { fieldErrors } from '#portal/kit/data/error-store.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { type BankAccount, useAccountVerb } from './accounts.api.ts';
import { spacedIban } from './iban-text.tsx';
import styles from './warnings.module.css';

const TextDialog = lazy(async () => ({
  default: (await import('#portal/kit/dialog/text-dialog.tsx')).TextDialog,
}));

interface ConfirmAccountProps {
  readonly account: BankAccount;
  readonly onDone?: () => void;
}

/** How an account was checked, by who may confirm it; for others, who may. */
export function ConfirmAccount({ account, onDone }: ConfirmAccountProps) {
  const text = useText();
  if (!account.mayConfirm) return <WhoMay account={account} />;
  return account.state === 'confirmed' ? (
    <div className={styles.form}>
      <div>
        <BlockAccount account={account} />
      </div>
    </div>
  ) : (
    <Check account={account} title={text('invoicing.account.how')} {...(onDone ? { onDone } : {})} />
  );
}

/** Who may confirm an account, for whoever may not. */
export function WhoMay({ account }: { readonly account: BankAccount }) {
  const text = useText();
  const { confirmers } = account;
  return (
    <p style={{ margin: 0 }}>
      {confirmers.length === 0
        ? text('invoicing.account.nobody')
        : text('invoicing.account.others', { who: confirmers.join(', ') })}
    </p>
  );
}

function Check({ account, title, onDone }: ConfirmAccountProps & { readonly title: string }) {
  const text = useText();
  const verb = useAccountVerb(account.id);
  const [method, setMethod] = useState<string>('');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<{ method?: string; note?: string }>({});
  const errors = fieldErrors(verb.error);
  const isFieldError = 'note' in errors || 'method' in errors;

  async function confirm() {
    const chosen = accountChecks.find((one) => one === method);
    const missing = {
      ...(chosen ? {} : { method: text('invoicing.account.methodRequired') }),
      ...(note.trim() === '' ? { note: text('invoicing.account.noteRequired') } : {}),
    };
    setWrong(missing);
    if (!chosen || note.trim() === '') return;
    const body = { method: chosen, note: note.trim(), rowVersion: account.rowVersion };
    const saved = await verb.mutateAsync({ verb: 'confirm', body }).catch(() => undefined);
    if (!saved) return;
    notify({ meaning: 'ok', title: text('invoicing.account.confirmed'), body: spacedIban(account.iban) });
    onDone?.();
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void confirm();
      }}
    >
      {verb.error !== null && !isFieldError && <FailureBar error={verb.error} />}
      <Radio.Group
        label={title}
        value={method}
        onChange={(value) => {
          setMethod(value);
          setWrong(({ note: kept }) => (kept === undefined ? {} : { note: kept }));
        }}
        error={wrong.method ?? errors['method']?.[0]}
      >
        <div className={styles.list} style={{ paddingTop: 6 }}>
          {accountChecks.map((one) => (
            <Radio
              key={one}
              value={one}
              label={text(`invoicing.account.check.${one}`)}
              description={one === 'called' ? text('invoicing.account.check.calledHint') : undefined}
            />
          ))}
        </div>
      </Radio.Group>
      <span className={styles.never}>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        {text('invoicing.account.never')}
      </span>
      <TextInput
        label={text('invoicing.account.note')}
        maxLength={255}
        value={note}
        error={wrong.note ?? errors['note']?.[0]}
        onChange={({ currentTarget }) => {
          setNote(currentTarget.value);
          setWrong(({ method: kept }) => (kept === undefined ? {} : { method: kept }));
        }}
      />
      <div className={styles.formButtons}>
        <Button
          type="submit"
          variant="filled"
          loading={verb.isPending}
          leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden />}
        >
          {text('invoicing.account.confirm')}
        </Button>
        {account.state !== 'blocked' && <BlockAccount account={account} />}
      </div>
    </form>
  );
}

/** Blocks an account after asking why, and saying how many invoices it stops. */
export function BlockAccount({
  account,
  size = 'sm',
}: {
  readonly account: BankAccount;
  readonly size?: 'xs' | 'sm';
}) {
  const text = useText();
  const may = usePermission();
  const verb = useAccountVerb(account.id);
  const [isAsking, setAsking] = useState(false);
  if (!may('fmmodule.bankaccounts.confirm')) return null;
  return (
    <>
      <Button
        size={size}
        data-danger
        leftSection={<IconBan size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {text('invoicing.account.block')}
      </Button>
      {isAsking && (
        <Suspense>
          <TextDialog
            title={text('invoicing.account.blockTitle')}
            body={text('invoicing.account.blockBody', {
              iban: spacedIban(account.iban),
              count: account.openInvoices,
            })}
            label={text('invoicing.account.blockReason')}
            field="reason"
            verb={text('invoicing.account.blockVerb')}
            isDanger
            maxLength={255}
            onSave={async (reason) =>
              void (await verb.mutateAsync({
                verb: 'block',
                body: { reason, rowVersion: account.rowVersion },
              }))
            }
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
