import { webhookSecretMake, type webhookSecretMade } from '#contract/core/webhooks.ts';
import type { z } from 'zod';
import { fieldsOf } from '#portal/kit/form/fields-of.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useMakeSecret, type WebhookRow } from './use-webhooks.ts';

const overlaps = ['0', '1', '7', '30'];
const usual = String(webhookSecretMake.parse({}).overlapDays);

interface SecretDialogProps {
  readonly target: WebhookRow;
  readonly onClose: () => void;
  readonly onMade: (made: z.output<typeof webhookSecretMade>) => void;
}

/** Asks for how long the older secret signs too, and makes another. */
export function SecretDialog({ target, onClose, onMade }: SecretDialogProps) {
  const text = useText();
  const make = useMakeSecret(target.companyId);
  const form = useResourceForm({
    initial: { overlapDays: usual },
    save: ({ overlapDays }) => make.mutateAsync({ id: target.id, overlapDays: Number(overlapDays) }),
    onSaved(made) {
      onClose();
      onMade(made);
    },
  });
  const options = overlaps.map((value) => ({ value, label: text(`core.webhooks.overlap.${value}`) }));
  return (
    <FormModal
      form={form}
      title={text('core.webhooks.makeSecret')}
      saveLabel={text('core.webhooks.makeSecretVerb')}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>{text('core.webhooks.makeSecretBody')}</p>
      <SelectField {...fieldsOf(form, 'core.webhooks')('overlapDays')} options={options} />
    </FormModal>
  );
}
