import { useState } from 'react';
import { useHttp } from '../data/data-provider.tsx';
import { download, downloadResuming } from '../data/download.ts';
import { useText } from '../text.ts';
import { errorWords } from './error-text.ts';
import { notify } from './notify.ts';

/**
 * Saves a file of the server under the name that the server gives it, else under `name`. A notice says what went wrong.
 * With `resumes` it goes on where the line broke, and `share` says how much is here, 0 to 1.
 *
 * @example
 * const { save, isLoading } = useDownload();
 * <Button loading={isLoading} onClick={() => void save(attachment.path, attachment.name)}>…
 */
export function useDownload({ resumes = false }: { readonly resumes?: boolean } = {}) {
  const text = useText();
  const http = useHttp();
  const [isLoading, setLoading] = useState(false);
  const [share, setShare] = useState(0);
  async function save(url: string, name: string) {
    setLoading(true);
    try {
      if (resumes) await downloadResuming(http, url, name, { onProgress: setShare });
      else await download(http, url, name);
    } catch (error) {
      notify({ title: errorWords(error, text).title, meaning: 'bad' });
    } finally {
      setLoading(false);
      setShare(0);
    }
  }
  return { save, isLoading, share };
}
