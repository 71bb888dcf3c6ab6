import { Button, TagsInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { maxOfferRecipients, type offerMessage, type sentOffer } from '#contract/workorders/offers.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { LoadedDialog } from '#portal/kit/dialog/loaded-dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useField, type FieldProps } from '#portal/kit/form/use-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useMessage, useSend, type Offer } from './offer.ts';
import styles from './offers.module.css';

type Message = z.output<typeof offerMessage>;
type Sent = z.output<typeof sentOffer>;

interface SendDialogProps {
  readonly offer: Offer;
  /** Just made: leaving it unsent keeps it as a concept. */
  readonly isNew?: boolean;
  readonly onClose: () => void;
}

/** Mails a version with a covering text; where no mail goes out, shows the link to pass on. */
export function SendDialog(props: SendDialogProps) {
  const text = useText();
  const { offer, onClose } = props;
  const message = useMessage(offer);
  const [sent, setSent] = useState<Sent>();
  if (sent) return <SentDialog sent={sent} onClose={onClose} />;
  return (
    <LoadedDialog of={message} title={text('workorders.offers.sendTitle')} onClose={onClose} width={600}>
      {(data) => (
        <MessageDialog
          {...props}
          message={data}
          onSent={(answer) => {
            if (answer.link !== null || answer.failed.length > 0) return setSent(answer);
            notify({ meaning: 'ok', title: text('workorders.offers.sent', { name: offer.name }) });
            onClose();
          }}
        />
      )}
    </LoadedDialog>
  );
}

interface MessageDialogProps extends SendDialogProps {
  readonly message: Message;
  readonly onSent: (sent: Sent) => void;
}

interface MessageValues {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

function MessageDialog({ offer, isNew = false, message, onSent, onClose }: MessageDialogProps) {
  const text = useText();
  const send = useSend(offer);
  const initial: MessageValues = {
    to: message.recipients.slice(0, 1).map(({ email }) => email),
    subject: message.subject,
    text: message.text,
  };
  const form = useResourceForm({
    initial,
    save: (values) => send.mutateAsync({ ...values, to: [...values.to] }),
    onSaved: onSent,
  });
  return (
    <FormModal
      form={form}
      title={text('workorders.offers.sendTitle')}
      saveLabel={text(message.goesByMail ? 'workorders.offers.send' : 'workorders.offers.makeLink')}
      width={600}
      onClose={onClose}
    >
      {isNew && <MessageBar meaning="ok" title={text('workorders.offers.made')} />}
      {!message.goesByMail && <MessageBar meaning="info">{text('workorders.offers.noMail')}</MessageBar>}
      <RecipientsField
        form={form}
        name="to"
        label="workorders.offers.to"
        hint="workorders.offers.toHint"
        known={message.recipients}
      />
      <TextField form={form} name="subject" label="workorders.offers.subject" maxLength={200} />
      <TextField form={form} name="text" label="workorders.offers.text" rows={8} maxLength={8000} />
    </FormModal>
  );
}

interface RecipientsProps extends FieldProps<MessageValues> {
  readonly known: Message['recipients'];
}

/** Addresses: those of the order to choose from, and any other typed. */
function RecipientsField({ known, ...props }: RecipientsProps) {
  const field = useField(props, (value) => (Array.isArray(value) ? value.join(', ') : ''));
  const names = new Map(known.map(({ email, name }) => [email, name]));
  return (
    <TagsInput
      {...field.input}
      data={known.map(({ email }) => email)}
      renderOption={({ option }) => `${names.get(option.value) ?? ''} ${option.value}`}
      value={props.form.values.to.slice()}
      onChange={field.set}
      maxTags={maxOfferRecipients}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      openOnFocus={false}
      inputMode="email"
    />
  );
}

function SentDialog({ sent, onClose }: { readonly sent: Sent; readonly onClose: () => void }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? IconCheck : IconCopy;
  const { link, failed, result } = sent;
  return (
    <Dialog title={result.name} onClose={onClose} width={560}>
      <div className={styles.stack}>
        {failed.length > 0 && (
          <MessageBar meaning="bad" title={text('workorders.offers.failed')}>
            {failed.join(', ')}
          </MessageBar>
        )}
        {link !== null && (
          <>
            <p style={{ margin: 0 }}>{text('workorders.offers.linkHint')}</p>
            <div className={styles.link}>
              <TextInput
                readOnly
                data-autofocus
                label={text('workorders.offers.link')}
                value={link}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Button
                leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
                onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
              >
                {text(isCopied ? 'workorders.offers.copied' : 'workorders.offers.copyLink')}
              </Button>
            </div>
          </>
        )}
      </div>
      <DialogButtons>
        <Button variant="filled" onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
