import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { ChoiceField } from '#portal/kit/form/choice-field.tsx';
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

/** An administration as it is: every field and the save button are disabled (product 2.2). */
export function AdministrationDialog({ administration, onClose }: AdministrationDialogProps) {
  const text = useText();
  const form = useResourceForm({ initial: administration, save: async () => undefined, onSaved: onClose });
  const look = { form, isDisabled: true };
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
          <TextField {...look} name="tag" label="billing.customerAdministrations.tag" />
          <TextField {...look} name="coupling" label="billing.customerAdministrations.coupling" />
        </FormRow>
        <TextField {...look} name="name" label="billing.customerAdministrations.name" />
        <FormRow>
          <TextField {...look} name="mailHostname" label="billing.customerAdministrations.mailHostname" />
          <TextField {...look} name="mailUsername" label="billing.customerAdministrations.mailUsername" />
        </FormRow>
        <ChoiceField
          {...look}
          name="mailIsActive"
          label="billing.customerAdministrations.mailIsActive"
          options={[
            { value: true, label: text('billing.customerAdministrations.on') },
            { value: false, label: text('billing.customerAdministrations.off') },
          ]}
        />
      </FormBody>
    </Dialog>
  );
}
