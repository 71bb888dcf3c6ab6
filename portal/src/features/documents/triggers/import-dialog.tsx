import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { triggers, type TriggerImportAnswer } from '#contract/documents/triggers.ts';
import { DestinationFields } from '#portal/features/documents/destination/destination-lazy.tsx';
import type { Destination } from '../destination/destination.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';
import { useTriggerVerbs, type ImportBody } from './trigger.ts';
import styles from './triggers.module.css';

/** Triggers from a file: YAML of ours or invoice2data templates, looked at before they are kept. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const verbs = useTriggerVerbs();
  const isStaff = usePermission()('fmmanagement.triggers.create.system');
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<ImportBody>();
  const [destination, setDestination] = useState<Destination>({});
  const preview = useMutation({ mutationFn: (body: ImportBody) => verbs.preview(body) });
  const bringIn = useMutation({
    // Staff without a company write for everybody.
    mutationFn: (body: ImportBody) =>
      verbs.bringIn(isStaff ? { ...body, companyId: destination.companyId ?? null } : body),
    onSuccess({ triggers: made }) {
      void invalidateResource(client, triggers.path);
      notify({ meaning: 'ok', title: text('documentsWork.import.done', { count: made.length }) });
      onClose();
    },
  });
  const error = bringIn.error ?? preview.error;
  const words = error && errorWords(error, text);

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
        {words && (
          <MessageBar meaning="bad" isAlert title={words.title}>
            {fieldSentences(error).join(' ') || words.hint}
          </MessageBar>
        )}
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
          loading={bringIn.isPending}
          onClick={() => file && bringIn.mutate(file)}
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
        {answer.triggers.map(({ naam, trigger }, at) => (
          // Two of one name may stand in one file.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
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
