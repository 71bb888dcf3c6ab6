import { Button } from '@mantine/core';
import { IconDownload, IconFileUpload } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import { maxImportBytes, maxImportRows } from '#contract/core/imports.ts';
import { formatNumber } from '#contract/money.ts';
import { saveFile } from '#portal/kit/data/download.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { ImportIssues } from './import-issues.tsx';
import { Preview } from './import-preview.tsx';
import { useImport, usePreview, type ImportResult } from './use-import.ts';
import styles from './import.module.css';

interface ImportDialogProps {
  /** The company that staff look at; one's own when absent. */
  readonly companyId: string | undefined;
  readonly onClose: () => void;
}

/** Imports relations from a CSV: choose a file, preview, import, download the lines that failed. */
export function ImportDialog({ companyId, onClose }: ImportDialogProps) {
  const text = useText();
  const [chosen, setChosen] = useState<{ readonly file: File; readonly key: string }>();
  const preview = usePreview(companyId);
  const take = useImport(companyId);
  const failure = take.error ?? preview.error;

  function choose(file: File | undefined) {
    if (file === undefined) return;
    setChosen({ file, key: crypto.randomUUID() });
    take.reset();
    preview.mutate(file);
  }

  return (
    <Dialog title={text('core.import.title')} onClose={onClose} width={720}>
      <div className={styles.stack}>
        {failure !== null && <Failure error={failure} />}
        {take.data ? (
          <Outcome result={take.data} />
        ) : preview.data && chosen ? (
          <>
            <p className={styles.hint}>
              {chosen.file.name}{' '}
              <Button size="xs" variant="subtle" onClick={() => preview.reset()}>
                {text('core.import.other')}
              </Button>
            </p>
            <Preview preview={preview.data} />
          </>
        ) : (
          <DropArea isBusy={preview.isPending} onFile={choose} />
        )}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{text(take.data ? 'kit.close' : 'kit.cancel')}</Button>
        {preview.data && !take.data && chosen && preview.data.goodCount > 0 && (
          <Button variant="filled" loading={take.isPending} onClick={() => take.mutate(chosen)}>
            {text('core.import.take', { count: preview.data.goodCount })}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function Failure({ error }: { readonly error: Error }) {
  const text = useText();
  const { title, hint } = errorWords(error, text);
  // A detail of the server, such as the line of the fault, is more specific than its title.
  const detail = error instanceof ProblemError && error.status < 500 ? error.body.detail : undefined;
  const sentence = detail ?? fieldSentences(error)[0];
  return (
    <MessageBar meaning="bad" isAlert title={sentence ?? title}>
      {sentence === undefined && hint}
    </MessageBar>
  );
}

function Outcome({ result }: { readonly result: ImportResult }) {
  const text = useText();
  const language = useLanguage();
  const { importedCount, failedCount, issues, failedFile } = result;
  const done = { count: importedCount, done: formatNumber(importedCount, language) };
  return (
    <>
      <MessageBar meaning="ok" isAlert title={text('core.import.done', done)} />
      {failedFile && (
        <>
          <MessageBar
            meaning="warn"
            title={text('core.import.failed', {
              count: failedCount,
              failed: formatNumber(failedCount, language),
            })}
            actions={
              <Button
                size="xs"
                leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
                onClick={() =>
                  saveFile(
                    new Blob([failedFile.content], { type: 'text/csv;charset=utf-8' }),
                    failedFile.filename,
                  )
                }
              >
                {text('core.import.download')}
              </Button>
            }
          >
            {text('core.import.failedHint')}
          </MessageBar>
          <ImportIssues issues={issues} badCount={failedCount} />
        </>
      )}
    </>
  );
}

interface DropAreaProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File | undefined) => void;
}

function DropArea({ isBusy, onFile }: DropAreaProps) {
  const text = useText();
  const language = useLanguage();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const limits = {
    rows: formatNumber(maxImportRows, language),
    size: `${maxImportBytes / 1024 / 1024} MB`,
  };

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0]);
  }

  return (
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={text('core.import.choose')}
        onChange={(event) => {
          onFile(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        data-autofocus
        variant="filled"
        loading={isBusy}
        leftSection={<IconFileUpload size={16} stroke={1.75} aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {text('core.import.choose')}
      </Button>
      <p className={styles.hint}>{text('core.import.limits', limits)}</p>
      <p className={styles.hint}>{text('core.import.columns')}</p>
    </div>
  );
}
