import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { type archiveFileCommand, archiveFiles } from '#contract/invoicing/archive.ts';
import { formatDay } from '#contract/dates.ts';
import { formatNumber } from '#contract/money.ts';
import { collectionUrl, type Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { DateField } from '#portal/kit/form/date-field.tsx';
import { FormBody } from '#portal/kit/form/form-parts.tsx';
import { FormRow } from '#portal/kit/form/form-row.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { useText } from '#portal/kit/text.ts';
import { useArchivedAdministrations } from './archive.api.ts';
import styles from './archive.module.css';

type ArchiveFile = Rec<typeof archiveFiles>;

const { useList } = resourceHooks(archiveFiles);
const url = collectionUrl(archiveFiles, {});
// Live events tell how far it is; asking again only bridges a lost connection.
const pollMs = 3000;

interface PeriodDialogProps {
  /** Chosen by staff; absent: the person's own. */
  readonly companyId: string | undefined;
  readonly onClose: () => void;
}

/** Orders the file of a period, and shows those that were made. */
export function PeriodDialog({ companyId, onClose }: PeriodDialogProps) {
  const text = useText();
  const administrations = useArchivedAdministrations(companyId);
  const { mutateAsync: order } = useVerb({
    call: (body: z.input<typeof archiveFileCommand>) => ({ url, body }),
    result: archiveFiles.record,
    invalidates: [archiveFiles],
  });
  const [lastYear] = useState(() => new Date().getFullYear() - 1);
  const form = useResourceForm({
    initial: initialOf(lastYear),
    save: ({ from, to, administrationId }) =>
      order({
        from: from ?? '',
        to: to ?? '',
        ...(administrationId !== '' && { administrationId }),
        ...(companyId !== undefined && { companyId }),
      }),
    onSaved: () => undefined,
  });
  return (
    <Dialog title={text('invoicing.archive.period')} width={560} onClose={onClose}>
      <FormBody
        form={form}
        label={text('invoicing.archive.period')}
        footer={
          <DialogButtons>
            <Button onClick={onClose}>{text('kit.close')}</Button>
            <Button type="submit" variant="filled">
              {text('invoicing.archive.order')}
            </Button>
          </DialogButtons>
        }
      >
        <p>{text('invoicing.archive.periodBody')}</p>
        <FormRow>
          <DateField form={form} name="from" label="invoicing.archive.periodFrom" />
          <DateField form={form} name="to" label="invoicing.archive.periodTo" />
        </FormRow>
        <SelectField
          form={form}
          name="administrationId"
          label="invoicing.archive.administration"
          options={[
            { value: '', label: text('invoicing.archive.allAdministrations') },
            ...(administrations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </FormBody>
      <Made companyId={companyId} />
    </Dialog>
  );
}

function initialOf(year: number): { from: string | null; to: string | null; administrationId: string } {
  return { from: `${year}-01-01`, to: `${year}-12-31`, administrationId: '' };
}

/** The last files, with how far they are. */
function Made({ companyId }: { readonly companyId: string | undefined }) {
  const text = useText();
  const page = useList({ top: 10, orderBy: 'createdAt desc', count: false, extra: { companyId } }, {});
  const rows = page.data?.result ?? [];
  const isGoing = rows.some(({ state }) => state === 'waiting' || state === 'running');
  const { refetch } = page;
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => void refetch(), pollMs);
    return () => clearInterval(timer);
  }, [isGoing, refetch]);
  return (
    <section className={styles.made} aria-label={text('invoicing.archive.filesMade')}>
      <h3>{text('invoicing.archive.filesMade')}</h3>
      {rows.length === 0 && <p className="balie-empty">{text('invoicing.archive.noFiles')}</p>}
      <ul className={styles.entries}>
        {rows.map((file) => (
          <MadeFile key={file.id} file={file} />
        ))}
      </ul>
    </section>
  );
}

function MadeFile({ file }: { readonly file: ArchiveFile }) {
  const text = useText();
  const language = useLanguage();
  const { save, isLoading, share } = useDownload({ resumes: true });
  const { state, invoiceCount: count, doneCount: done, error } = file;
  const said = text(`invoicing.archive.fileState.${state}`, {
    count,
    done,
    size: `${formatNumber(file.bytes / 1e6, language, { max: 1 })} MB`,
  });
  return (
    <li className={styles.file}>
      <div>
        <p>
          {formatDay(file.fromDay)} – {formatDay(file.toDay)}
          {file.administration !== null && ` · ${file.administration.name}`}
        </p>
        <p className={styles.quiet}>
          {said} · <DateText value={file.createdAt} />{' '}
          {text('invoicing.archive.by', { name: file.createdByName })}
        </p>
        {error !== null && <p role="alert">{error}</p>}
        {(state === 'waiting' || state === 'running') && (
          <progress className={styles.progress} aria-label={said} max={Math.max(1, count)} value={done} />
        )}
        {isLoading && share > 0 && (
          <progress
            className={styles.progress}
            aria-label={text('invoicing.archive.download')}
            max={1}
            value={share}
          />
        )}
      </div>
      {state === 'done' && (
        <Button
          size="xs"
          loading={isLoading}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          aria-label={text('invoicing.archive.downloadNamed', { name: file.filename })}
          onClick={() => void save(`${url}/${encodeURIComponent(file.id)}/file`, file.filename)}
        >
          {text('invoicing.archive.download')}
        </Button>
      )}
    </li>
  );
}
