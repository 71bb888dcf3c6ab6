import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef } from 'react';
import { catalogueImported, semiFinishes } from '#contract/carpetline/catalogue.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { fieldSentences } from '#portal/kit/data/error-store.ts';
import { useVerb } from '#portal/kit/data/use-verb.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';

/** Imports a CSV of the catalogue, all of it or nothing. */
export function ImportButton() {
  const text = useText();
  const picker = useRef<HTMLInputElement>(null);
  const send = useVerb({
    call: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return { url: `/api/${semiFinishes.path}/import`, body };
    },
    result: catalogueImported.shape.result,
    invalidates: [semiFinishes],
    onSuccess: ({ savedCount }) =>
      void notify({ title: text('carpetline.catalogue.imported', { count: savedCount }), meaning: 'ok' }),
    onError: (error) => {
      const detail = error instanceof ProblemError ? error.body.detail : undefined;
      const reason = detail ?? fieldSentences(error).join(' ');
      notify(
        reason
          ? { title: text('carpetline.catalogue.notImported'), body: reason, meaning: 'bad' }
          : { ...errorWords(error, text), meaning: 'bad' },
      );
    },
  });
  return (
    <>
      <input
        ref={picker}
        type="file"
        className="balie-hidden"
        tabIndex={-1}
        accept=".csv,text/csv"
        aria-label={text('carpetline.catalogue.import')}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) send.mutate(file);
          event.currentTarget.value = '';
        }}
      />
      <Button
        loading={send.isPending}
        leftSection={<IconFileImport size={16} stroke={1.75} aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {text('carpetline.catalogue.import')}
      </Button>
    </>
  );
}
