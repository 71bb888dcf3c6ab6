import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import type { Administration } from './customer.ts';

interface AdministrationDialogProps {
  readonly administration: Administration;
  readonly onClose: () => void;
}

/** An administration, read-only: every field and the save button are disabled (product 2.2). */
export function AdministrationDialog({ administration, onClose }: AdministrationDialogProps) {
  const text = useText();
  const form = useResourceForm({ initial: administration, save: async () => undefined, onSaved: onClose });
  const field = fieldsOf(form, 'billing.customerAdministrations', { isDisabled: true });
  const title = text('billing.customerAdministrations.view');
  return (
    <Dialog title={title} onClose={onClose}>
      <FormBody
        form={form}
        label={title}
        footer={
          <DialogButtons>
            <Button data-autofocus onClick={onClose}>
              {text('kit.cancel')}
            </Button>
            <Button
              variant="filled"
              disabled
              leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden />}
            >
              {text('kit.save')}
            </Button>
          </DialogButtons>
        }
      >
        <p className="balie-empty">{text('billing.customerAdministrations.readOnly')}</p>
        <FormRow>
          <TextField {...field('tag')} />
          <TextField {...field('coupling')} />
        </FormRow>
        <TextField {...field('name')} />
        <FormRow>
          <TextField {...field('mailHostname')} />
          <TextField {...field('mailUsername')} />
        </FormRow>
        <ChoiceField
          {...field('mailIsActive')}
          options={[
            { value: true, label: text('billing.customerAdministrations.on') },
            { value: false, label: text('billing.customerAdministrations.off') },
          ]}
        />
      </FormBody>
    </Dialog>
  );
}
