import { Button } from '@mantine/core';
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

/** Triggers from a file: our YAML or invoice2data templates, shown before they are imported. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const isStaff = usePermission()('fmmanagement.triggers.create.system');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<ImportBody>();
  const [destination, setDestination] = useState<Destination>({});
  const preview = useVerb({
    call: (body: ImportBody) => ({ url: `${triggersUrl}/import/preview`, body }),
    result: triggerImportAnswer,
  });
  const save = useVerb({
    // Null makes them general: staff who name no company write for everybody.
    call: (body: ImportBody) => ({
      url: `${triggersUrl}/import`,
      body: isStaff ? { ...body, companyId: destination.companyId ?? null } : body,
    }),
    result: triggerImportAnswer,
    invalidates: [triggers],
    onSuccess({ triggers: made }) {
      notify({ meaning: 'ok', title: text('documentsWork.import.done', { count: made.length }) });
      onClose();
    },
  });
  const error = save.error ?? preview.error;

  async function read(chosen: File | undefined) {
    if (chosen === undefined) return;
    const body = { content: await chosen.text(), filename: chosen.name };
    setFile(body);
    preview.mutate(body);
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
        {error && <FailureBar error={error} />}
        {preview.data && <Preview answer={preview.data} />}
        {isStaff && preview.data && (
          <>
            <DestinationFields
              value={destination}
              onChange={({ companyId }) => setDestination(companyId ? { companyId } : {})}
            />
            <p className="balie-empty">{text('documentsWork.import.general')}</p>
          </>
        )}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{text('kit.cancel')}</Button>
        <Button
          variant="filled"
          disabled={(preview.data?.triggers.length ?? 0) === 0}
          loading={save.isPending}
          onClick={() => file && save.mutate(file)}
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
        {answer.triggers.map(({ naam, trigger }, index) => (
          // Two triggers in a file may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <strong>{naam}</strong>
            <pre>
              {[trigger.keywords, trigger.factuurnummer, trigger.factuurdatum, trigger.totaalbedrag]
                .filter(Boolean)
                .join('\n')}
            </pre>
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
