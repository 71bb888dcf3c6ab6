import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useWithdraw, type Offer } from './offer.ts';

/** Takes a version back; its links are dead from then on. */
export function WithdrawDialog({ offer, onClose }: { readonly offer: Offer; readonly onClose: () => void }) {
  const text = useText();
  const withdraw = useWithdraw(offer);
  const form = useResourceForm({
    initial: { reason: '' },
    save: (body) => withdraw.mutateAsync(body),
    onSaved: onClose,
  });
  return (
    <FormModal
      form={form}
      title={text('workorders.offers.withdrawTitle')}
      saveLabel={text('workorders.offers.withdraw')}
      onClose={onClose}
    >
      <p style={{ margin: 0 }}>{text('workorders.offers.withdrawBody', { name: offer.name })}</p>
      <TextField
        form={form}
        name="reason"
        label="workorders.offers.withdrawReason"
        rows={3}
        maxLength={1000}
        isOptional
      />
    </FormModal>
  );
}
