import { Button, Checkbox } from '@mantine/core';
import { IconHandOff } from '@tabler/icons-react';
import { useState } from 'react';
import { documentProperty } from '#contract/documents/properties.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { TextDialog } from '#portal/kit/dialog/text-dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb } from '../invoices/invoice-verbs.ts';
import { useRuleDecision } from './touchless.api.ts';
import styles from './touchless.module.css';

type Wrong = (typeof choices)[number];
const choices = [...documentProperty.options.slice(0, 13), 'booking'] as const;

/** What a rule decided of an invoice and on what evidence; a person takes it back, or says what they found in a sample. */
export function RuleDecision({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const may = usePermission()('fmmodule.invoices.approve');
  const { data: decision } = useRuleDecision(invoice.id);
  const verb = useInvoiceVerb();
  const notifyFailure = useNotifyFailure();
  const [asked, setAsked] = useState<'undo' | 'wrong'>();
  if (!decision || decision.validatedBy === null) return null;
  const { validatedBy, approvedBy, evidence, isSample, checkedAt, checkedByName, undoneAt, undoneByName } =
    decision;
  const { id } = invoice;
  const mayCheck = may && isSample && checkedAt === null && undoneAt === null;
  const title = text(`invoicing.touchless.by.${approvedBy === null ? 'validated' : 'approved'}`, {
    rule: approvedBy ?? validatedBy,
  });
  const known =
    evidence.accountSeen === null
      ? text('invoicing.touchless.accountConfirmed')
      : text('invoicing.touchless.accountSeen', { count: Math.max(0, evidence.accountSeen) });
  return (
    <MessageBar
      meaning={mayCheck ? 'warn' : 'info'}
      icon={IconHandOff}
      title={title}
      actions={
        <>
          {mayCheck && (
            <Button
              size="xs"
              loading={verb.isPending}
              onClick={() =>
                verb.mutate({ id, verb: 'check', body: { wrong: [] } }, { onError: notifyFailure })
              }
            >
              {text('invoicing.touchless.right')}
            </Button>
          )}
          {mayCheck && (
            <Button size="xs" data-danger onClick={() => setAsked('wrong')}>
              {text('invoicing.touchless.notRight')}
            </Button>
          )}
          {may && decision.mayUndo && (
            <Button size="xs" variant="subtle" onClick={() => setAsked('undo')}>
              {text('invoicing.touchless.undo')}
            </Button>
          )}
        </>
      }
    >
      {text('invoicing.touchless.evidence', {
        confidence: Math.round((evidence.confidence ?? 0) * 100),
        count: evidence.confirmed,
      })}{' '}
      {known}
      {evidence.bookingShare !== null &&
        ` ${text('invoicing.touchless.bookedAs', { share: Math.round(evidence.bookingShare * 100) })}`}
      {mayCheck && ` ${text('invoicing.touchless.waitsForLook')}`}
      {checkedAt !== null && ` ${text('invoicing.touchless.checkedBy', { name: checkedByName })}`}
      {undoneAt !== null && ` ${text('invoicing.touchless.undoneBy', { name: undoneByName })}`}
      {asked === 'undo' && (
        <TextDialog
          title={text('invoicing.touchless.undoTitle')}
          body={text('invoicing.touchless.undoBody')}
          label={text('invoicing.touchless.reason')}
          field="reason"
          verb={text('invoicing.touchless.undo')}
          maxLength={1000}
          onSave={async (reason) =>
            void (await verb.mutateAsync({ id, verb: 'undo-rule', body: { reason } }))
          }
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'wrong' && (
        <WrongDialog
          onSave={async (wrong) => void (await verb.mutateAsync({ id, verb: 'check', body: { wrong } }))}
          onClose={() => setAsked(undefined)}
        />
      )}
    </MessageBar>
  );
}

interface WrongDialogProps {
  readonly onSave: (wrong: Wrong[]) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks which values were wrong. */
function WrongDialog({ onSave, onClose }: WrongDialogProps) {
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const [wrong, setWrong] = useState<readonly Wrong[]>([]);
  const [isBusy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      await onSave([...wrong]);
      onClose();
    } catch (error) {
      notifyFailure(error);
      setBusy(false);
    }
  }
  return (
    <Dialog title={text('invoicing.touchless.wrongTitle')} onClose={onClose}>
      <div className={styles.choices}>
        {choices.map((name) => (
          <Checkbox
            key={name}
            label={text(`invoicing.touchless.value.${name}`)}
            checked={wrong.includes(name)}
            onChange={({ currentTarget }) =>
              setWrong((before) =>
                currentTarget.checked ? [...before, name] : before.filter((one) => one !== name),
              )
            }
          />
        ))}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        <Button variant="filled" disabled={wrong.length === 0} loading={isBusy} onClick={() => void save()}>
          {text('invoicing.touchless.notRight')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
