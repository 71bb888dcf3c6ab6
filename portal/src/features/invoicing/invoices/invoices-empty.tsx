import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { UploadButton, useUploadParts } from '#portal/features/documents/index.ts';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { invoiceHooks } from './invoice.ts';

const archive = 'ReadyForProcessing,Processed';

/** An empty list: how to begin, that all is done, or that this view is empty. */
export function InvoicesEmpty({ status }: { readonly status: string }) {
  const text = useText();
  const [, change] = useUrlState();
  const { mayUpload } = useUploadParts();
  // All is done when there is nothing to approve and something was approved before.
  const approved = invoiceHooks.useList(
    { top: 1, extra: { status: archive } },
    {},
    { enabled: status === '' },
  );
  if (status !== '') {
    return (
      <EmptyState
        kind="done"
        title={text('invoicing.empty.none')}
        action={
          <Button onClick={() => change({ status: undefined })}>{text('invoicing.empty.toOpen')}</Button>
        }
      />
    );
  }
  if (approved.isPending) return null;
  if ((approved.data?.metadata.count ?? 0) > 0) {
    return (
      <EmptyState
        kind="done"
        title={text('invoicing.empty.done')}
        hint={text('invoicing.empty.doneHint')}
        action={
          <Button onClick={() => change({ status: archive })}>{text('invoicing.empty.toArchive')}</Button>
        }
      />
    );
  }
  return (
    <EmptyState
      kind="first"
      icon={IconReceipt}
      title={text('invoicing.empty.none')}
      hint={text(mayUpload ? 'invoicing.empty.firstHint' : 'invoicing.empty.waitHint')}
      action={<UploadButton isPrimary />}
    />
  );
}
