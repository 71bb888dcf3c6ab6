import { dayOfInstant } from '#contract/dates.ts';
import type { ExportKind } from '#contract/export/columns.ts';
import { saveFile } from '../data/download.ts';
import { useLanguage } from '../format/use-language.ts';
import { useText } from '../text.ts';
import type { Column } from './column.tsx';
import { ExportMenu } from './export-menu.tsx';

/** The words of a row, by the field of its column. */
export type Words = Readonly<Record<string, string>>;

interface RowsExportProps<R> {
  /** Names the sheet and, with the day, the file; translated. */
  readonly title: string;
  readonly columns: readonly Pick<Column<R>, 'field' | 'label'>[];
  /** All rows that match, in their order. */
  readonly rows: () => Promise<readonly R[]> | readonly R[];
  readonly wordsOf: (row: R) => Words;
  /** The kind of a column that is no text: `{ at: 'instant' }`; its word is then the ISO text. */
  readonly kinds?: Readonly<Record<string, ExportKind>>;
}

/** Saves rows that the screen has or can fetch all of as CSV or XLSX, in the words on screen. */
export function RowsExport<R>({ title, columns, rows, wordsOf, kinds = {} }: RowsExportProps<R>) {
  const text = useText();
  const language = useLanguage();
  return (
    <ExportMenu
      save={async (format) => {
        const { fileOf } = await import('./rows-file.ts');
        const file = {
          title,
          language,
          columns: columns.map(({ field, label }) => ({
            head: text(label),
            kind: kinds[field] ?? 'text',
            value: (row: R) => wordsOf(row)[field] ?? null,
          })),
        };
        const name = `${title.toLowerCase().replaceAll(' ', '-')}-${dayOfInstant(new Date())}.${format}`;
        saveFile(await fileOf(file, await rows(), format), name);
      }}
    />
  );
}
