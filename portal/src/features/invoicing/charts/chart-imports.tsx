import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress, Select } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { importFormats, maxXafBytes } from '#contract/invoicing/charts.ts';
import { formatNumber } from '#contract/money.ts';
import { fieldErrors } from '#portal/kit/data/error-store.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type ChartImport, useImportFile, useImports } from './charts.api.ts';
import styles from './charts.module.css';

type Format = (typeof importFormats)[number];

/** Reading a chart from a file: CSV with one kind of entries, or an audit file with all of them and the bookings. */
export function ChartImports() {
  const text = useText();
  const may = usePermission();
  const id = useParam('administrationId');
  const { data: imports = [] } = useImports(id);
  return (
    <div className={styles.imports}>
      {may('fmmodule.charts.update') && <Upload id={id} />}
      {imports.length === 0 && <p className="balie-empty">{text('invoicing.charts.noImports')}</p>}
      <ul className={styles.importList}>
        {imports.map((one) => (
          <li key={one.id}>
            <Import of={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Upload({ id }: { readonly id: string }) {
  const text = useText();
  const send = useImportFile(id);
  const picker = useRef<HTMLInputElement>(null);
  const [format, setFormat] = useState<Format>('xaf');
  const [isTooLarge, setTooLarge] = useState(false);
  const lines = fieldErrors(send.error)['file'] ?? [];

  function choose(file: File | undefined) {
    if (file === undefined) return;
    setTooLarge(file.size > maxXafBytes);
    if (file.size <= maxXafBytes) send.mutate({ file, format, key: crypto.randomUUID() });
  }
  return (
    <div className={styles.upload}>
      <Select
        label={text('invoicing.charts.format')}
        value={format}
        data={importFormats.map((value) => ({ value, label: text(`invoicing.charts.formats.${value}`) }))}
        allowDeselect={false}
        onChange={(value) => setFormat(importFormats.find((one) => one === value) ?? 'xaf')}
      />
      <p className={styles.hint}>
        {text(`invoicing.charts.formatHint.${format === 'xaf' ? 'xaf' : format}`)}
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        accept={format === 'xaf' ? '.xaf,.xml' : '.csv,.txt'}
        aria-label={text('invoicing.charts.file')}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button
        variant="filled"
        loading={send.isPending}
        leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {text('invoicing.charts.chooseFile')}
      </Button>
      {isTooLarge && <MessageBar meaning="bad" isAlert title={text('contract.code.file-too-large')} />}
      {send.error !== null &&
        (lines.length > 1 ? (
          <MessageBar meaning="bad" isAlert title={text('invoicing.charts.wrongLines')}>
            <ul className={styles.lines}>
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </MessageBar>
        ) : (
          <FailureBar error={send.error} />
        ))}
    </div>
  );
}

function Import({ of }: { readonly of: ChartImport }) {
  const text = useText();
  const language = useLanguage();
  const { filename, format, state, progress, counts, error, createdAt, createdByName } = of;
  const changed = Object.entries(counts).filter(([, count]) => count > 0);
  return (
    <>
      <div className={styles.importHead}>
        <strong>{filename || text(`invoicing.charts.formats.${format}`)}</strong>
        <span className="balie-empty">
          <DateText value={createdAt} /> · {createdByName}
        </span>
      </div>
      {(state === 'waiting' || state === 'running') && (
        <Progress value={progress} aria-label={text('invoicing.charts.reading', { progress })} />
      )}
      {state === 'refused' && <p className={styles.refused}>{error}</p>}
      {state === 'done' && (
        <p className={styles.hint}>
          {changed.length === 0
            ? text('invoicing.charts.nothingNew')
            : changed
                .map(
                  ([kind, count]) =>
                    `${text(`invoicing.charts.counts.${kind}`)} ${formatNumber(count, language)}`,
                )
                .join(' · ')}
        </p>
      )}
    </>
  );
}
