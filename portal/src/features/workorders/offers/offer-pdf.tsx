import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { saveFile } from '#portal/kit/data/download.ts';
import { useKeyStart } from '#portal/kit/data/resource-hooks.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { ErrorState } from '#portal/kit/feedback/error-state.tsx';
import { PdfFrame } from '#portal/kit/image-viewer/pdf-frame.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Offer, verbUrl } from './offer.ts';
import styles from './offers.module.css';

interface OfferPdfProps {
  readonly offer: Offer;
  readonly onClose: () => void;
}

/** The PDF of a version as the customer has it. */
export function OfferPdf({ offer: { name, pdfPath }, onClose }: OfferPdfProps) {
  return <PdfDialog name={name} path={pdfPath} onClose={onClose} />;
}

/** The proof that a version was accepted. */
export function AcceptancePdf({ offer, onClose }: OfferPdfProps) {
  const name = useText()('workorders.offers.acceptance', { name: offer.name });
  return <PdfDialog name={name} path={verbUrl(offer, 'acceptance')} onClose={onClose} />;
}

interface PdfDialogProps {
  readonly name: string;
  readonly path: string;
  readonly onClose: () => void;
}

function PdfDialog({ name, path, onClose }: PdfDialogProps) {
  const text = useText();
  const http = useHttp();
  const pdf = useQuery({
    queryKey: [...useKeyStart(), 'shared/file', path],
    queryFn: async ({ signal }) => (await http.open(path, { signal })).blob(),
    gcTime: 0,
  });
  return (
    <Dialog title={name} onClose={onClose} width={1000}>
      <div className={styles.pdf}>
        {pdf.error !== null && pdf.data === undefined && (
          <ErrorState error={pdf.error} onRetry={() => void pdf.refetch()} />
        )}
        {pdf.data && <PdfFrame bytes={pdf.data} name={name} />}
      </div>
      <DialogButtons>
        <Button disabled={!pdf.data} onClick={() => pdf.data && saveFile(pdf.data, name)}>
          {text('annotations.attachments.save')}
        </Button>
        <Button variant="filled" onClick={onClose}>
          {text('kit.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
