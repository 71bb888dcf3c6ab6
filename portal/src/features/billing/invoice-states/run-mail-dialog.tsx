import { Button } from '@mantine/core';
import { formatNumber } from '#contract/money.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { LoadedDialog } from '#portal/kit/dialog/loaded-dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { useMailRun, useRunMail } from './invoice-states.ts';

interface RunMailDialogProps {
  readonly runId: string;
  /** Of the run, translated. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Asks whether the invoices of a run are mailed; says who gets none, and why. */
export function RunMailDialog({ runId, name, onClose }: RunMailDialogProps) {
  const text = useText();
  const language = useLanguage();
  const failed = useNotifyFailure();
  const mail = useMailRun(runId);
  const title = text('billing.invoiceStates.runTitle', { name });

  async function send() {
    try {
      const { count } = await mail.mutateAsync();
      notify({
        title: text('billing.invoiceStates.queued', { count, shown: formatNumber(count, language) }),
      });
      onClose();
    } catch (error) {
      failed(error);
    }
  }

  return (
    <LoadedDialog of={useRunMail(runId)} title={title} onClose={onClose}>
      {({ count, mailed, withoutAddress, goesByMail }) => (
        <Dialog title={title} onClose={onClose}>
          {!goesByMail && <MessageBar meaning="warn">{text('billing.invoiceStates.noMail')}</MessageBar>}
          <p>{text('billing.invoiceStates.runBody', { count, shown: formatNumber(count, language) })}</p>
          {mailed > 0 && (
            <p>
              {text('billing.invoiceStates.runMailed', {
                count: mailed,
                shown: formatNumber(mailed, language),
              })}
            </p>
          )}
          {withoutAddress.length > 0 && (
            <MessageBar
              meaning="warn"
              title={text('billing.invoiceStates.runWithout', { count: withoutAddress.length })}
            >
              {withoutAddress.join(', ')}
            </MessageBar>
          )}
          <DialogButtons>
            <Button onClick={onClose}>{text('kit.cancel')}</Button>
            <Button
              variant="filled"
              data-autofocus
              disabled={count === 0 || !goesByMail}
              loading={mail.isPending}
              onClick={() => void send()}
            >
              {text('billing.invoiceStates.send')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </LoadedDialog>
  );
}
