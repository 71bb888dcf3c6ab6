import { useState } from 'react';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { download } from '#portal/kit/data/download.ts';
import { tell } from '#portal/kit/feedback/dialog-store.ts';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { useText } from '#portal/kit/text.ts';

/** Saves a file of the server; what goes wrong is told. `busy` is the address that is being fetched. */
export function useDownloadFile() {
  const text = useText();
  const http = useHttp();
  const [busy, setBusy] = useState<string>();
  async function save(url: string, name: string) {
    setBusy(url);
    try {
      await download(http, url, name);
    } catch (error) {
      const { title, hint } = errorWords(error, text);
      void tell({ meaning: 'bad', title, body: hint });
    } finally {
      setBusy(undefined);
    }
  }
  return { save, busy };
}
