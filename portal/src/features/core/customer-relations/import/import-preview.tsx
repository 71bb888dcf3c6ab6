import { Anchor } from '@mantine/core';
import { formatNumber } from '#contract/money.ts';
import { cx } from '#portal/kit/cx.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ImportIssues } from './import-issues.tsx';
import type { ImportPreview } from './use-import.ts';
import styles from './import.module.css';

/** What an import would do: how many lines go in, which do not and why, which seem to be there already. */
export function Preview({ preview }: { readonly preview: ImportPreview }) {
  const text = useText();
  const language = useLanguage();
  const { goodCount, badCount, rowCount, columns, issues, duplicates, sample } = preview;
  const leftOut = columns.filter(({ field }) => field === null).map(({ head }) => head);
  const good = {
    count: goodCount,
    good: formatNumber(goodCount, language),
    of: formatNumber(rowCount, language),
  };
  return (
    <div className={styles.stack}>
      <MessageBar meaning={goodCount > 0 ? 'ok' : 'bad'} title={text('core.import.good', good)}>
        {leftOut.length > 0 && text('core.import.leftOut', { columns: leftOut.join(', ') })}
      </MessageBar>
      {badCount > 0 && (
        <>
          <MessageBar
            meaning="warn"
            title={text('core.import.bad', { count: badCount, bad: formatNumber(badCount, language) })}
          />
          <ImportIssues issues={issues} badCount={badCount} />
        </>
      )}
      <Duplicates duplicates={duplicates} />
      <Sample columns={columns} sample={sample} />
    </div>
  );
}

function Duplicates({ duplicates }: Pick<ImportPreview, 'duplicates'>) {
  const text = useText();
  const pathTo = usePathTo();
  if (duplicates.length === 0) return null;
  return (
    <MessageBar meaning="warn" title={text('core.import.duplicates', { count: duplicates.length })}>
      {duplicates.slice(0, 5).map(({ line, existing: { id, tag, name } }) => (
        <div key={`${line} ${id}`}>
          {text('core.import.lineNumber', { line })}:{' '}
          <Anchor
            inherit
            c="inherit"
            underline="always"
            href={pathTo('customer-relations:detail', { customerRelationId: id })}
            target="_blank"
            rel="noopener"
          >
            {tag === '' ? name : `${tag} ${name}`}
          </Anchor>
        </div>
      ))}
    </MessageBar>
  );
}

function Sample({ columns, sample }: Pick<ImportPreview, 'columns' | 'sample'>) {
  const text = useText();
  if (sample.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div className={styles.box} tabIndex={0} role="group" aria-label={text('core.import.sample')}>
      <table className={cx(styles.table, styles.sample)}>
        <caption className="balie-hidden">{text('core.import.sample')}</caption>
        <thead>
          <tr>
            {columns.map(
              ({ head, field }, index) =>
                field !== null && (
                  <th key={`${head} ${index}`} scope="col">
                    {head}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody>
          {sample.slice(0, 5).map(({ line, cells }) => (
            <tr key={line}>
              {columns.map(
                ({ head, field }, index) =>
                  field !== null && <td key={`${head} ${index}`}>{cells[index] ?? ''}</td>,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
