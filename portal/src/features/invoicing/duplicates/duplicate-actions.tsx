import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useText } from '#portal/kit/text.ts';
import type { Decision } from '../detail/use-decision.ts';

const TextDialog = lazy(async () => ({
  default: (await import('#portal/kit/dialog/text-dialog.tsx')).TextDialog,
}));

interface DuplicateActionsProps {
  readonly decision: Decision;
  readonly size?: 'xs' | 'sm';
  /** It is no duplicate any more, or gone. */
  readonly onDone?: () => void;
}

/** What can be done about a Duplicate: it is none, with the reason, or it is removed. */
export function DuplicateActions({ decision, size = 'sm', onDone }: DuplicateActionsProps) {
  const text = useText();
  const may = usePermission();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {may('fmmodule.invoices.markoriginal') && (
        <Button size={size} onClick={() => setAsking(true)}>
          {text('invoicing.original.button')}
        </Button>
      )}
      {may('fmmodule.invoices.approve') && (
        <Button size={size} data-danger onClick={() => void decision.removeDuplicate()}>
          {text('invoicing.remove.button')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <TextDialog
            title={text('invoicing.original.title')}
            body={text('invoicing.original.body')}
            label={text('invoicing.original.reason')}
            field="reason"
            verb={text('invoicing.original.verb')}
            maxLength={1000}
            onSave={async (reason) => {
              await decision.markOriginal(reason);
              onDone?.();
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
