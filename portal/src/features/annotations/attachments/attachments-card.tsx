import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState, type DragEvent } from 'react';
import { attachments } from '#contract/annotations/annotations.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Attachment, AttachmentLine } from './attachment-line.tsx';
import { UploadLine } from './upload-line.tsx';
import { useUploads } from './use-uploads.ts';
import styles from '../annotations.module.css';

const PreviewDialog = lazy(async () => ({
  default: (await import('./preview-dialog.tsx')).PreviewDialog,
}));

interface AttachmentsCardProps {
  /** The record that the files belong to, of whatever kind. */
  readonly entityId: string;
  /** Whether the person may change that record (§B9). */
  readonly mayAdd: boolean;
}

/** The files of a record: upload, preview, download, delete. */
export function AttachmentsCard({ entityId, mayAdd }: AttachmentsCardProps) {
  const text = useText();
  const all = useAllRows(attachments, { entityId });
  const remove = useRemoveWithConfirm(attachments, { entityId }, { goTo: false });
  const { uploads, add, cancel } = useUploads(entityId);
  const [shown, setShown] = useState<Attachment>();
  const picker = useRef<HTMLInputElement>(null);

  return (
    <Card
      title={text('annotations.attachments.title')}
      count={all.data?.length}
      actions={
        mayAdd && (
          <Button
            size="xs"
            leftSection={<IconUpload size={14} stroke={1.75} aria-hidden />}
            onClick={() => picker.current?.click()}
          >
            {text('annotations.attachments.upload')}
          </Button>
        )
      }
    >
      {all.error !== null && all.data === undefined && (
        <ErrorState error={all.error} onRetry={() => void all.refetch()} />
      )}
      {all.data?.length === 0 && !mayAdd && (
        <p className={styles.none}>{text('annotations.attachments.none')}</p>
      )}
      <ul className={styles.files}>
        {all.data?.map((attachment) => (
          <AttachmentLine
            key={attachment.id}
            attachment={attachment}
            onShow={() => setShown(attachment)}
            onRemove={() =>
              void remove({
                id: attachment.id,
                name: attachment.name,
                thing: text('annotations.attachments.the'),
                consequence: text('annotations.final'),
              })
            }
          />
        ))}
        {uploads.map((upload) => (
          <UploadLine key={upload.key} upload={upload} onCancel={() => cancel(upload.key)} />
        ))}
      </ul>
      {mayAdd && (
        <>
          <input
            ref={picker}
            type="file"
            multiple
            className="balie-hidden"
            tabIndex={-1}
            aria-label={text('annotations.attachments.choose')}
            onChange={(event) => {
              add([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
          <DropPlace onDrop={add} />
        </>
      )}
      {shown && (
        <Suspense>
          <PreviewDialog attachment={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </Card>
  );
}

function DropPlace({ onDrop }: { readonly onDrop: (files: readonly File[]) => void }) {
  const text = useText();
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {text(isOver ? 'annotations.attachments.dropNow' : 'annotations.attachments.drop')}
    </div>
  );
}
