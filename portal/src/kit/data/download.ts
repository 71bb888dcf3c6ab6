import type { Http } from './http.ts';

/**
 * Fetches a file with the person's token and saves it where the browser saves files, under the name that the server
 * gives it. Throws as `Http.open`.
 */
export async function download(http: Http, url: string, fallbackName: string): Promise<void> {
  const response = await http.open(url);
  const name = nameOf(response.headers.get('content-disposition')) ?? fallbackName;
  saveFile(await response.blob(), name);
}

/** Saves bytes that are here already as a file. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}
