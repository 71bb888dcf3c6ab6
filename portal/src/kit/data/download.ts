import { type Http, ProblemError } from './http.ts';

/**
 * Fetches a file with the person's token and saves it where the browser saves files, under the name that the server
 * gives it. Throws as `Http.open`.
 */
export async function download(http: Http, url: string, fallbackName: string): Promise<void> {
  const response = await http.open(url);
  const name = nameOf(response.headers.get('content-disposition')) ?? fallbackName;
  saveFile(await response.blob(), name);
}

/** Bytes are handed to the browser, which may keep them on disk, whenever there are so many. */
const handedOver = 16_000_000;
const maxTries = 8;

/**
 * As `download`, for large files at addresses that serve ranges: where the line breaks it goes on from there, a few times.
 * `onProgress` hears the share that is here, 0 to 1.
 */
export async function downloadResuming(
  http: Pick<Http, 'open'>,
  url: string,
  fallbackName: string,
  {
    onProgress,
    restMs = 1000,
  }: { readonly onProgress?: (share: number) => void; readonly restMs?: number } = {},
): Promise<void> {
  let name = fallbackName;
  let etag = '';
  let total = 0;
  let parts: Blob[] = [];
  let here = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      const headers = here === 0 ? {} : { range: `bytes=${here}-`, 'if-range': etag };
      const response = await http.open(url, { headers });
      // Another file than before, or a server that serves no ranges: from the start.
      if (response.status !== 206) [parts, here] = [[], 0];
      if (here === 0) {
        name = nameOf(response.headers.get('content-disposition')) ?? fallbackName;
        etag = response.headers.get('etag') ?? '';
        total = Number(response.headers.get('content-length') ?? 0);
      }
      for await (const bytes of blobsOf(response)) {
        parts.push(bytes);
        here += bytes.size;
        if (total > 0) onProgress?.(here / total);
      }
      break;
    } catch (error) {
      if (tries >= maxTries || error instanceof ProblemError) throw error;
      await new Promise((resolve) => setTimeout(resolve, restMs * tries));
    }
  }
  saveFile(new Blob(parts), name);
}

/** The body in large pieces; what came before the line broke is given first. */
async function* blobsOf(response: Response): AsyncGenerator<Blob> {
  const reader = response.body?.getReader();
  if (!reader) return yield await response.blob();
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  let failure: { readonly error: unknown } | undefined;
  for (;;) {
    const read = await reader.read().catch((error: unknown) => {
      failure = { error };
      return { done: true, value: undefined } as const;
    });
    if (read.value) {
      pieces.push(new Uint8Array(read.value));
      size += read.value.length;
    }
    if (size > 0 && (read.done || size >= handedOver)) {
      yield new Blob(pieces);
      [pieces, size] = [[], 0];
    }
    if (failure) throw failure.error;
    if (read.done) return;
  }
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
