import { formatInstant } from '#contract/dates.ts';
import type { administrations } from '#contract/core/administrations.ts';
import type { Rec } from '#contract/resource.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { atTheField, type IntakeSettings, type IntakeWrite, linesOf, useIntake } from './intake.ts';
import { MailboxTest } from './mailbox-test.tsx';

interface IntakeDialogProps {
  readonly administration: Rec<typeof administrations>;
  readonly onClose: () => void;
}

/** Mail to an administration: how its mailbox is doing, and who gets a receipt. */
export function IntakeDialog({ administration, onClose }: IntakeDialogProps) {
  const text = useText();
  const { settings, save } = useIntake(administration.companyId, administration.id);
  const title = text('core.intake.title', { name: administration.name });
  if (settings.data === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        {settings.error ? (
          <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
        ) : (
          <div aria-busy style={{ minHeight: 220 }} />
        )}
      </Dialog>
    );
  }
  return (
    <IntakeForm
      title={title}
      administration={administration}
      settings={settings.data}
      save={save}
      onClose={onClose}
    />
  );
}

interface IntakeFormProps extends IntakeDialogProps {
  readonly title: string;
  readonly settings: IntakeSettings;
  readonly save: (body: IntakeWrite) => Promise<IntakeSettings>;
}

function IntakeForm({ title, administration, settings, save, onClose }: IntakeFormProps) {
  const text = useText();
  const form = useResourceForm({
    initial: { sendsReceipts: settings.sendsReceipts, senders: settings.senders.join('\n') },
    async save({ sendsReceipts, senders }) {
      const lines = linesOf(senders);
      try {
        return await save({ sendsReceipts, senders: lines });
      } catch (error) {
        throw atTheField(error, lines, (wrong) => text('core.intake.wrongSender', { sender: wrong }));
      }
    },
    onSaved() {
      notify({ meaning: 'ok', title: text('core.intake.saved', { name: administration.name }) });
      onClose();
    },
  });
  const field = fieldsOf(form, 'core.intake');
  return (
    <FormModal form={form} title={title} onClose={onClose} width={520}>
      <MailboxState administration={administration} settings={settings} />
      <YesNoField {...field('sendsReceipts')} hint="core.intake.sendsReceiptsHint" />
      <TextField {...field('senders')} hint="core.intake.sendersHint" rows={5} isMonospace isOptional />
    </FormModal>
  );
}

function MailboxState({
  administration,
  settings,
}: {
  readonly administration: IntakeDialogProps['administration'];
  readonly settings: IntakeSettings;
}) {
  const text = useText();
  const mayTest = usePermission()('core.administrations.update');
  const { mailIsActive, mailUsername, companyId, id } = administration;
  const { lastReadAt, lastVerdict, lastMessage } = settings;
  return (
    <>
      <Facts
        layout="list"
        facts={[
          {
            label: text('core.administrations.mailbox'),
            value: mailIsActive ? mailUsername : text('core.administrations.mailIsOff'),
          },
          {
            label: text('core.intake.lastRead'),
            value: lastReadAt === null ? text('core.intake.never') : formatInstant(lastReadAt),
          },
        ]}
      />
      {lastMessage !== '' && (
        <MessageBar meaning={lastVerdict === 'ok' ? 'ok' : 'bad'}>{lastMessage}</MessageBar>
      )}
      {mailIsActive && mayTest && (
        <MailboxTest companyId={companyId} administrationId={id} values={administration} />
      )}
    </>
  );
}
