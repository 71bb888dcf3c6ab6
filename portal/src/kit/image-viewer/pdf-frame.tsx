import { useEffect, useState } from 'react';
import styles from './pdf-frame.module.css';

interface PdfFrameProps {
  readonly bytes: Blob;
  /** What it is, for who cannot see it: the file's name. */
  readonly name: string;
}

/** A PDF as the browser shows it, filling its parent; the bytes leave memory with it. */
export function PdfFrame({ bytes, name }: PdfFrameProps) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url === undefined ? null : <iframe className={styles.frame} title={name} src={url} />;
}
