import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { bookedResult, deliveries } from '#contract/invoicing/deliveries.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import styles from './deliveries.module.css';
import { useDelivering } from './use-delivering.ts';

type Booked = z.output<typeof bookedResult>;

/** Reads the list of what the package booked, from a file or pasted; the dialog stays open with what became of it. */
export function ReceiptsForm({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [booked, setBooked] = useState<Booked>();
  const among = (useDelivering() ?? []).filter(({ awaitsReceipt }) => awaitsReceipt);
  const { mutateAsync: read } = useVerb({
    call: (body: { companyId: string; administrationId: string; text: string }) => ({
      url: `${collectionUrl(deliveries, {})}/receipts`,
      body,
    }),
    result: bookedResult,
    invalidates: [deliveries, invoices],
  });
  const form = useResourceForm({
    initial: { administrationId: '', text: '' },
    save: ({ administrationId, text: list }) => {
      const companyId = among.find(({ id }) => id === administrationId)?.companyId ?? '';
      return read({ companyId, administrationId, text: list });
    },
    onSaved: setBooked,
  });
  return (
    <FormModal
      form={form}
      title={text('invoicing.deliveries.receipts')}
      onClose={onClose}
      saveLabel={text('invoicing.deliveries.readReceipts')}
    >
      <p>{text('invoicing.deliveries.receiptsHint')}</p>
      <SelectField
        form={form}
        name="administrationId"
        label="invoicing.deliveries.administration.name"
        options={among.map(({ id, administration }) => ({ value: id, label: administration.name }))}
      />
      <TextField form={form} name="text" label="invoicing.deliveries.booked" rows={5} isMonospace />
      <div>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".csv,.txt"
          aria-label={text('invoicing.deliveries.chooseList')}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            void file?.text().then((list) => form.set('text', list));
            currentTarget.value = '';
          }}
        />
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
          onClick={() => picker.current?.click()}
        >
          {text('invoicing.deliveries.chooseList')}
        </Button>
      </div>
      {booked && (
        <MessageBar meaning={booked.unknown.length > 0 ? 'warn' : 'ok'} isAlert>
          {text('invoicing.deliveries.processedCount', { count: booked.processedCount })}{' '}
          {text('invoicing.deliveries.awaitedCount', { count: booked.awaitedCount })}
          {booked.unknown.length > 0 && (
            <>
              <br />
              {text('invoicing.deliveries.unknownLines')}
              <ul className={styles.missing}>
                {booked.unknown.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
        </MessageBar>
      )}
    </FormModal>
  );
}
