import { IconFileTypePdf, IconFileTypeXml } from '@tabler/icons-react';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';

interface FileButtonsProps {
  /** Address of the invoice; its files are below it. */
  readonly url: string;
  /** Number of the invoice; it names the files. */
  readonly number: string;
  readonly hasPdf?: boolean;
  readonly hasUbl: boolean;
  /** The name of a button, translated. */
  readonly labelOf: (kind: 'pdf' | 'ubl') => string;
}

/** Downloads the PDF and the UBL of an invoice or credit invoice, as far as they exist. */
export function FileButtons({ url, number, hasPdf = true, hasUbl, labelOf }: FileButtonsProps) {
  const { save } = useDownload();
  const download = (kind: 'pdf' | 'ubl', extension: string) => () =>
    void save(`${url}/${kind}`, `${number}.${extension}`);
  return (
    <>
      {hasPdf && <RowAction icon={IconFileTypePdf} label={labelOf('pdf')} onClick={download('pdf', 'pdf')} />}
      {hasUbl && <RowAction icon={IconFileTypeXml} label={labelOf('ubl')} onClick={download('ubl', 'xml')} />}
    </>
  );
}
