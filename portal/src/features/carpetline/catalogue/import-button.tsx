import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { catalogueImported, semiFinishes } from '#contract/carpetline/catalogue.ts';
import { ProblemError } from '#portal/kit/data/http.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText } from '#portal/kit/text.ts';

/** Puts a CSV of the catalogue in, all of it or nothing. */
export function ImportButton() {
  const text = useText();
  const http = useHttp();
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return (
        await http.call(`/api/${semiFinishes.path}/import`, catalogueImported, { method: 'POST', body })
      ).result;
    },
    onSuccess: ({ savedCount }) => {
      notify({ title: text('carpetline.catalogue.imported', { count: savedCount }), meaning: 'ok' });
      return invalidateResource(client, semiFinishes.path);
    },
    onError: (error) => {
      const body = error instanceof ProblemError ? error.body : undefined;
      const reason =
        body?.detail ??
        Object.values(body?.errors ?? {})
          .flat()
          .join(' ');
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
