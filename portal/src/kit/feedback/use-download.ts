import { useState } from 'react';
import { useHttp } from '../data/data-provider.tsx';
import { download } from '../data/download.ts';
import { useText } from '../text.ts';
import { errorWords } from './error-text.ts';
import { notify } from './notify.ts';

/**
 * Saves a file of the server under the name that the server gives it, else under `name`. A notice says what went wrong.
 *
 * @example
 * const { save, isLoading } = useDownload();
 * <Button loading={isLoading} onClick={() => void save(attachment.path, attachment.name)}>…
 */
export function useDownload() {
  const text = useText();
  const http = useHttp();
  const [isLoading, setLoading] = useState(false);
  async function save(url: string, name: string) {
    setLoading(true);
    try {
      await download(http, url, name);
    } catch (error) {
      notify({ title: errorWords(error, text).title, meaning: 'bad' });
    } finally {
      setLoading(false);
    }
  }
  return { save, isLoading };
}
