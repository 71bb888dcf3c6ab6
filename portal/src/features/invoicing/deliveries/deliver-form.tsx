import { deliveries, deliverResult, deliverySettings } from '#contract/invoicing/deliveries.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { Obstacles } from './obstacles.tsx';
import { useDelivering } from './use-delivering.ts';

/** Takes what is approved of an administration now, whatever its settings say of by itself. */
export function DeliverForm({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const all = useDelivering();
  const ready = all?.filter(({ readyCount }) => readyCount > 0) ?? [];
  const { mutateAsync: deliver } = useVerb({
    call: (body: { companyId: string; administrationId: string }) => ({
      url: collectionUrl(deliveries, {}),
      body,
    }),
    result: deliverResult,
    invalidates: [deliveries, deliverySettings, invoices],
  });
  const form = useResourceForm({
    initial: { administrationId: '' },
    save: ({ administrationId }) => {
      const companyId = ready.find(({ id }) => id === administrationId)?.companyId ?? '';
      return deliver({ companyId, administrationId });
    },
    onSaved({ invoiceCount }) {
      onClose();
      notify({ title: text('invoicing.deliveries.taken', { count: invoiceCount }) });
    },
  });
  return (
    <FormModal
      form={form}
      title={text('invoicing.deliveries.create')}
      onClose={onClose}
      saveLabel={text('invoicing.deliveries.create')}
    >
      {all && ready.length === 0 ? (
        <MessageBar meaning="info">{text('invoicing.deliveries.nothingReady')}</MessageBar>
      ) : (
        <p>{text('invoicing.deliveries.deliverHint')}</p>
      )}
      <SelectField
        form={form}
        name="administrationId"
        label="invoicing.deliveries.administration.name"
        options={ready.map(({ id, administration, readyCount }) => ({
          value: id,
          label: `${administration.name} · ${text('invoicing.deliveries.readyCount', { count: readyCount })}`,
        }))}
      />
      {form.values.administrationId !== '' && <Obstacles id={form.values.administrationId} />}
    </FormModal>
  );
}
