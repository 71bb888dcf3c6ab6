import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { exportFormats } from '#contract/invoicing/invoices.ts';
import { DestinationFields, type Destination } from '#portal/features/documents/index.ts';
import { fieldErrors } from '#portal/kit/data/error-store.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useText } from '#portal/kit/text.ts';
import {
  exportFileUrl,
  exportHooks,
  useExport,
  useOwnCompany,
  useStartExport,
  type InvoiceExport,
} from './use-export.ts';
import styles from './export.module.css';

type Format = (typeof exportFormats)[number];

/** Exports approved invoices as one file: the choice, the progress, and the file (§C1). */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const start = useStartExport();
  const current = useExport(start.data);
  return (
    <Dialog title={text('invoicing.export.title')} onClose={onClose}>
      {current === undefined ? (
        <ExportForm start={start} onClose={onClose} />
      ) : (
        <Progress current={current} onAgain={() => start.reset()} onClose={onClose} />
      )}
      <Earlier currentId={current?.id} />
    </Dialog>
  );
}

interface ExportFormProps {
  readonly start: ReturnType<typeof useStartExport>;
  readonly onClose: () => void;
}

function ExportForm({ start, onClose }: ExportFormProps) {
  const text = useText();
  const may = usePermission();
  const choosesCompany = may('fmmodule.invoices.export.system') && may('core.companies.read');
  const own = useOwnCompany(!choosesCompany);
  const [chosen, setChosen] = useState<Destination>({});
  const [format, setFormat] = useState<Format>('csv');
  const [missing, setMissing] = useState<string>();
  const companyId = choosesCompany ? chosen.companyId : own;
  const [refusedCompany] = fieldErrors(start.error)['company_id'] ?? [];

  function submit() {
    if (companyId === undefined) return setMissing(text('contract.field.company_id.required'));
    const { administrationId } = chosen;
    start.mutate({ companyId, format, ...(administrationId === undefined ? {} : { administrationId }) });
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{text('invoicing.export.body')}</p>
      {start.error && refusedCompany === undefined && <FailureBar error={start.error} />}
      {choosesCompany && (
        <DestinationFields
          value={chosen}
          onChange={(next) => {
            setMissing(undefined);
            setChosen(next);
          }}
          anyAdministration={text('invoicing.export.all')}
          error={missing ?? refusedCompany}
        />
      )}
      <fieldset className={styles.formats}>
        <legend>{text('invoicing.export.format')}</legend>
        {exportFormats.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="format"
              checked={format === option}
              onChange={() => setFormat(option)}
            />
            <span>
              <strong>{text(`invoicing.export.${option}`)}</strong> {text(`invoicing.export.${option}Hint`)}
            </span>
          </label>
        ))}
      </fieldset>
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        <Button type="submit" variant="filled" loading={start.isPending}>
          {text('invoicing.export.start')}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface ProgressProps {
  readonly current: InvoiceExport;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

function Progress({ current, onAgain, onClose }: ProgressProps) {
  const text = useText();
  const { state, invoiceCount, error } = current;
  return (
    <div className={styles.form}>
      {(state === 'waiting' || state === 'running') && (
        <output>
          <span>{text('invoicing.export.running')}</span>
          <progress className={styles.progress} aria-label={text('invoicing.export.running')} />
          <span className={styles.hint}>{text('invoicing.export.goesOn')}</span>
        </output>
      )}
      {state === 'done' && (
        <MessageBar meaning={invoiceCount === 0 ? 'info' : 'ok'} isAlert>
          {text('invoicing.export.done', { count: invoiceCount })}
        </MessageBar>
      )}
      {state === 'failed' && (
        <MessageBar meaning="bad" isAlert title={text('invoicing.export.failed')}>
          {error}
        </MessageBar>
      )}
      <DialogButtons>
        <Button onClick={state === 'failed' ? onAgain : onClose}>
          {text(state === 'failed' ? 'kit.error.retry' : 'kit.close')}
        </Button>
        {state === 'done' && current.filename !== '' && <Download of={current} isPrimary />}
      </DialogButtons>
    </div>
  );
}

function Download({ of, isPrimary = false }: { readonly of: InvoiceExport; readonly isPrimary?: boolean }) {
  const text = useText();
  const { save, isLoading } = useDownload();
  return (
    <Button
      variant={isPrimary ? 'filled' : 'subtle'}
      size={isPrimary ? 'sm' : 'xs'}
      data-autofocus={isPrimary || undefined}
      loading={isLoading}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
      aria-label={isPrimary ? undefined : text('invoicing.export.downloadNamed', { name: of.filename })}
      onClick={() => void save(exportFileUrl(of), of.filename)}
    >
      {text('invoicing.export.download')}
    </Button>
  );
}

/** The last exports, so that a file can be downloaded again. */
function Earlier({ currentId }: { readonly currentId: string | undefined }) {
  const text = useText();
  const page = exportHooks.useList({ top: 5, orderBy: 'createdAt desc', count: false }, {});
  const earlier = (page.data?.result ?? []).filter(({ id, filename }) => id !== currentId && filename !== '');
  if (earlier.length === 0) return null;
  return (
    <section className={styles.earlier}>
      <h3>{text('invoicing.export.earlier')}</h3>
      <ul>
        {earlier.map((invoiceExport) => (
          <li key={invoiceExport.id}>
            <span>
              <DateText value={invoiceExport.createdAt} />,{' '}
              {text('invoicing.export.count', { count: invoiceExport.invoiceCount })},{' '}
              {text(`invoicing.export.${invoiceExport.format}`)}
            </span>
            <Download of={invoiceExport} />
          </li>
        ))}
      </ul>
    </section>
  );
}
