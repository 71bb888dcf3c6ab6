import { Button } from '@mantine/core';
import { IconMailCog } from '@tabler/icons-react';
import { administrations } from '#contract/core/administrations.ts';
import type { Rec } from '#contract/resource.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { askToLeave } from '#portal/kit/form/use-leave-guard.ts';
import { useRecordForm } from '#portal/kit/form/use-record-form.ts';
import { useText } from '#portal/kit/text.ts';
import { AdministrationsFields, bodyOf, newAdministration } from './administrations-fields.tsx';
import { MailboxTest } from './mailbox-test.tsx';

interface AdministrationsFormProps {
  readonly companyId: string;
  /** The one that is changed, or null for a new one. */
  readonly administration: Rec<typeof administrations> | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  /** To what is set about its mail, which is saved by itself. */
  readonly onMail: () => void;
}

export function AdministrationsForm({
  companyId,
  administration,
  onClose,
  onSaved,
  onMail,
}: AdministrationsFormProps) {
  const text = useText();
  const form = useRecordForm(
    administrations,
    { companyId },
    {
      record: administration,
      empty: newAdministration,
      bodyOf,
      onSaved() {
        onSaved();
        onClose();
      },
    },
  );
  async function toMail() {
    if (form.mayLeave() || (await askToLeave(text))) onMail();
  }
  return (
    <FormModal
      form={form}
      title={text(administration === null ? 'core.administrations.create' : 'core.administrations.update')}
      onClose={onClose}
    >
      <AdministrationsFields form={form} hasPassword={administration?.hasPassword ?? false} />
      {administration === null ? (
        <p className="balie-empty">{text('core.administrations.testAfterSave')}</p>
      ) : (
        <>
          <MailboxTest companyId={companyId} administrationId={administration.id} values={form.values} />
          <div>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<IconMailCog size={16} stroke={1.75} aria-hidden />}
              onClick={() => void toMail()}
            >
              {text('core.intake.more')}
            </Button>
          </div>
        </>
      )}
    </FormModal>
  );
}
