import { useCallback } from 'react';
import styles from './pdf-frame.module.css';

interface PdfFrameProps {
  readonly bytes: Blob;
  /** What it is, for who cannot see it: the file's name. */
  readonly name: string;
}

/** A PDF as the browser shows it, filling its parent; the bytes leave memory with it. */
export function PdfFrame({ bytes, name }: PdfFrameProps) {
  const show = useCallback(
    (frame: HTMLIFrameElement) => {
      // Whatever the bytes are, nothing but a PDF is made of them here.
      const url = URL.createObjectURL(bytes.slice(0, bytes.size, 'application/pdf'));
      frame.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [bytes],
  );
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox
  return <iframe ref={show} className={styles.frame} title={name} />;
}
