import { Button, NumberInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { deliveries, newCreditorsResult } from '#contract/invoicing/deliveries.ts';
import { creditors } from '#contract/invoicing/creditors.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { collectionUrl } from '#contract/resource.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { useText } from '#portal/kit/text.ts';
import type { Delivery } from './delivery.ts';
import styles from './deliveries.module.css';

interface NewCreditorsProps {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}

/** The suppliers that the package does not know: their file first, and the bookings once they are in. */
export function NewCreditors({ delivery: { id }, onClose }: NewCreditorsProps) {
  const text = useText();
  const notifyFailure = useNotifyFailure();
  const { save, isLoading } = useDownload();
  const [first, setFirst] = useState<number>();
  const url = `${collectionUrl(deliveries, {})}/${id}/new-creditors`;
  const query = first === undefined ? '' : `?first=${first}`;
  const { data: found = [] } = useAnswer(
    [deliveries.path, id, 'new-creditors', query],
    `${url}${query}`,
    newCreditorsResult,
  );
  const confirm = useVerb({
    call: () => ({
      url,
      body: { numbers: found.map(({ creditorId, number }) => ({ creditorId, number })) },
    }),
    result: deliveries.record,
    invalidates: [deliveries, invoices, creditors],
  });
  const label = (name: string) => text(`invoicing.deliveries.newCreditors.${name}`);
  return (
    <Dialog title={label('title')} onClose={onClose}>
      <p>{label('body')}</p>
      <NumberInput
        label={label('first')}
        min={1}
        max={999_999_999}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        value={first ?? found[0]?.number ?? ''}
        onChange={(value) => setFirst(typeof value === 'number' && value > 0 ? value : undefined)}
      />
      <ul className={styles.missing}>
        {found.map(({ creditorId, name, number }) => (
          <li key={creditorId}>
            {number} · {name}
          </li>
        ))}
      </ul>
      <DialogButtons>
        <Button
          loading={isLoading}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => void save(`${url}/file${query}`, 'leveranciers.csv')}
        >
          {label('file')}
        </Button>
        <Button
          variant="filled"
          loading={confirm.isPending}
          disabled={found.length === 0}
          onClick={() => void confirm.mutateAsync(undefined).then(onClose).catch(notifyFailure)}
        >
          {label('confirm')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
