import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { invoices } from '#contract/invoicing/invoices.ts';
import { loadHistoryDialog } from '#portal/features/core/index.ts';
import { useText } from '#portal/kit/text.ts';
import styles from './invoice-detail.module.css';

const HistoryDialog = lazy(async () => ({ default: await loadHistoryDialog() }));

/** The history of this invoice. */
export function InvoiceHistory({ id }: { readonly id: string }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.history}>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text('invoicing.history.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <HistoryDialog
            entity={invoices.permission}
            id={id}
            labels="invoicing.history"
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
