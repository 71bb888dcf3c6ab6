import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import { triggerImportAnswer, triggers, type TriggerImportAnswer } from '#contract/documents/triggers.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { FailureBar } from '#portal/kit/feedback/failure-bar.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import type { Destination } from '../destination/destination.ts';
import { DestinationFields } from '../destination/destination-lazy.tsx';
import { triggersUrl } from './trigger.ts';
import styles from './triggers.module.css';

interface ImportBody {
  readonly content: string;
  readonly filename: string;
}

/** Whose the triggers are: null is everybody's; absent is the caller's own company. */
interface Owner {
  readonly companyId?: string | null;
}

function ownerOf(isStaff: boolean, { companyId }: Destination, isGeneral: boolean): Owner | undefined {
  if (!isStaff) return {};
  if (isGeneral) return { companyId: null };
  return companyId === undefined ? undefined : { companyId };
}

/** Triggers from a file: our YAML or invoice2data templates, shown before they are imported. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const isStaff = usePermission()('fmmanagement.triggers.create.system');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<ImportBody>();
  const [destination, setDestination] = useState<Destination>({});
  const [isGeneral, setGeneral] = useState(false);
  const [asksOwner, setAsksOwner] = useState(false);
  // Staff say for whom: a trigger for every customer is never made by leaving something out.
  const owner = ownerOf(isStaff, destination, isGeneral);
  const hasOwner = owner !== undefined;
  const preview = useVerb({
    call: (body: ImportBody & Owner) => ({ url: `${triggersUrl}/import/preview`, body }),
    result: triggerImportAnswer,
  });
  const save = useVerb({
    call: (body: ImportBody) => ({ url: `${triggersUrl}/import`, body: { ...body, ...owner } }),
    result: triggerImportAnswer,
    invalidates: [triggers],
    onSuccess({ triggers: made }) {
      notify({ meaning: 'ok', title: text('documentsWork.import.done', { count: made.length }) });
      onClose();
    },
  });
  const error = save.error ?? preview.error;

  // What the triggers would do depends on whose documents they read.
  function look(at: ImportBody | undefined, now: { destination?: Destination; isGeneral?: boolean } = {}) {
    const next = ownerOf(isStaff, now.destination ?? destination, now.isGeneral ?? isGeneral);
    if (at && next) preview.mutate({ ...at, ...next });
  }

  async function read(chosen: File | undefined) {
    if (chosen === undefined) return;
    const body = { content: await chosen.text(), filename: chosen.name };
    setFile(body);
    look(body);
  }

  return (
    <Dialog title={text('documentsWork.import.title')} onClose={onClose} width={560}>
      <div className={styles.sheet}>
        <p>{text('documentsWork.import.hint')}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".yml,.yaml,text/yaml"
          data-testid="import-file"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
        <div>
          <Button data-autofocus loading={preview.isPending} onClick={() => input.current?.click()}>
            {text(file ? 'kit.form.replaceFile' : 'kit.form.chooseFile')}
          </Button>{' '}
          {file?.filename}
        </div>
        {isStaff && (
          <>
            {!isGeneral && (
              <DestinationFields
                value={destination}
                error={asksOwner && !hasOwner ? text('documentsWork.import.chooseOwner') : undefined}
                onChange={({ companyId }) => {
                  const chosen = companyId ? { companyId } : {};
                  setDestination(chosen);
                  look(file, { destination: chosen });
                }}
              />
            )}
            <Checkbox
              label={text('documentsWork.import.general')}
              checked={isGeneral}
              onChange={({ currentTarget: { checked } }) => {
                setGeneral(checked);
                look(file, { isGeneral: checked });
              }}
            />
          </>
        )}
        {error && <FailureBar error={error} />}
        {preview.data && <Preview answer={preview.data} />}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        <Button
          variant="filled"
          disabled={file === undefined || (hasOwner && (preview.data?.triggers.length ?? 0) === 0)}
          loading={save.isPending}
          onClick={() => (hasOwner ? file && save.mutate(file) : setAsksOwner(true))}
        >
          {preview.data
            ? text('documentsWork.import.verb', { count: preview.data.triggers.length })
            : text('documentsWork.import.button')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function Preview({ answer }: { readonly answer: TriggerImportAnswer }) {
  const text = useText();
  return (
    <>
      <ul className={styles.preview} aria-label={text('documentsWork.import.preview')}>
        {answer.triggers.map(({ naam, trigger, tried }, index) => (
          // Two triggers in a file may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <strong>{naam}</strong>
            <pre>
              {[trigger.keywords, trigger.factuurnummer, trigger.factuurdatum, trigger.totaalbedrag]
                .filter(Boolean)
                .join('\n')}
            </pre>
            {tried && (
              <p>
                {text('documentsWork.import.tried', {
                  recognises: tried.recognises,
                  changes: tried.changes,
                  ties: tried.ties,
                })}
                {!tried.isComplete && ` ${text('documentsWork.import.triedPart')}`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {answer.remarks.map(({ naam, field, message, isRefused }) => (
        <MessageBar key={`${naam} ${field} ${message}`} meaning={isRefused ? 'bad' : 'warn'} title={naam}>
          {message}
        </MessageBar>
      ))}
    </>
  );
}
