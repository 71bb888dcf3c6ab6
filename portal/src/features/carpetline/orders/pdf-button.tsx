import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { PdfFrame } from '#portal/kit/image-viewer/pdf-frame.tsx';
import { useText } from '#portal/kit/text.ts';
import type { DrawingValue } from './order-values.ts';
import styles from './order.module.css';

/** Shows a drawing that is a PDF, stored or only chosen yet. */
export function PdfButton({ drawing }: { readonly drawing: DrawingValue }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconEye size={14} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {text('carpetline.line.showDrawing')}
      </Button>
      {isOpen && <PdfDialog drawing={drawing} onClose={() => setOpen(false)} />}
    </>
  );
}

function PdfDialog({ drawing, onClose }: { readonly drawing: DrawingValue; readonly onClose: () => void }) {
  const http = useHttp();
  const pdf = useQuery({
    queryKey: [...useKeyStart(), 'carpetline/drawing-pdf', 'path' in drawing ? drawing.path : drawing.name],
    queryFn: async ({ signal }) =>
      'path' in drawing ? (await http.open(drawing.path, { signal })).blob() : blobOf(drawing.content),
    // Another file may have the same name.
    gcTime: 0,
  });
  return (
    <Dialog title={drawing.name} width={1000} onClose={onClose}>
      <div className={styles.pdf}>
        {pdf.error !== null && <ErrorState error={pdf.error} onRetry={() => void pdf.refetch()} />}
        {pdf.data && <PdfFrame bytes={pdf.data} name={drawing.name} />}
      </div>
    </Dialog>
  );
}

function blobOf(dataUrl: string): Blob {
  const bytes = Uint8Array.from(
    atob(dataUrl.slice(dataUrl.indexOf(',') + 1)),
    (sign) => sign.codePointAt(0) ?? 0,
  );
  return new Blob([bytes], { type: 'application/pdf' });
}
