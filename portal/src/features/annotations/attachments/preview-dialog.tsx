import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { ImageViewer } from '#portal/kit/image-viewer/image-viewer.tsx';
import { PdfFrame } from '#portal/kit/image-viewer/pdf-frame.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Attachment, isPdf } from './attachment-line.tsx';
import styles from '../annotations.module.css';

interface PreviewDialogProps {
  readonly attachment: Attachment;
  readonly onClose: () => void;
}

/** Shows a picture or a PDF in a dialog. */
export function PreviewDialog({ attachment, onClose }: PreviewDialogProps) {
  const text = useText();
  const http = useHttp();
  const { save: download } = useDownload();
  const { id, name, path } = attachment;
  const pages = useMemo(() => [{ id }], [id]);
  return (
    <Dialog title={name} onClose={onClose} width={1000}>
      <div className={styles.preview}>
        {isPdf(attachment) ? (
          <Pdf path={path} name={name} />
        ) : (
          <ImageViewer pages={pages} loadImage={async () => (await http.open(path)).blob()} />
        )}
      </div>
      <DialogButtons>
        <Button
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          onClick={() => void download(path, name)}
        >
          {text('annotations.attachments.save')}
        </Button>
        <Button variant="filled" onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Pdf({ path, name }: { readonly path: string; readonly name: string }) {
  const http = useHttp();
  const bytes = useQuery({
    queryKey: [...useKeyStart(), 'shared/file', path],
    queryFn: async ({ signal }) => (await http.open(path, { signal })).blob(),
    gcTime: 0,
  });
  if (bytes.error !== null && bytes.data === undefined)
    return <ErrorState error={bytes.error} onRetry={() => void bytes.refetch()} />;
  return bytes.data ? <PdfFrame bytes={bytes.data} name={name} /> : null;
}
