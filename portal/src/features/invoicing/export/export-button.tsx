import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useText } from '#portal/kit/text.ts';
import { useMedia } from '#portal/kit/use-width.ts';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

/** Exports approved invoices to bookkeeping, for who may. */
export function ExportButton() {
  const text = useText();
  const may = usePermission();
  const isNarrow = useMedia('(max-width: 87.49em)');
  const [isOpen, setOpen] = useState(false);
  if (!may('fmmodule.invoices.export')) return null;
  return (
    <>
      <Button
        variant="subtle"
        {...(isNarrow ? { 'aria-label': text('invoicing.export.button') } : {})}
        leftSection={isNarrow ? undefined : <IconFileExport size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {isNarrow ? <IconFileExport size={18} stroke={1.75} aria-hidden /> : text('invoicing.export.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <ExportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
