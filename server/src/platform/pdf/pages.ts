import { z } from 'zod';
import { CallError, callsTo } from '../processes/calls.ts';
import { PdfError } from './pdf.ts';

/** A file whose pages are put together: a PDF, or a picture (a TIFF has several). */
export interface PageFile {
  readonly kind: 'pdf' | 'image';
  readonly bytes: Uint8Array;
}

/** One page of the new file. */
export interface PickedPage {
  /** Which of the files, from 0. */
  readonly file: number;
  /** From 1. */
  readonly page: number;
  /** Degrees clockwise on top of how the page stands: 0, 90, 180 or 270. */
  readonly turn: number;
}

/** Makes PDFs of pages of others, in a process of its own. Pages of PDFs keep their text. */
export interface PageComposer {
  /** Throws {@link PdfError}: `encrypted`, `damaged`, `timeout` or `stopped`. */
  compose(files: readonly PageFile[], pages: readonly PickedPage[]): Promise<Buffer>;
  close(): Promise<void>;
}

const answer = z.object({ bytes: z.instanceof(Uint8Array) });

/** Starts nothing yet: the process comes with the first call, and ends when idle. */
export function startPages(options: { readonly timeout?: number } = {}): PageComposer {
  const calls = callsTo({
    module: new URL('./pages-process.ts', import.meta.url),
    timeout: options.timeout ?? 60_000,
    recycleAfter: 50,
  });
  return {
    async compose(files, pages) {
      try {
        return await calls.run(async (target) => {
          target.used();
          return Buffer.from(answer.parse(await target.call('compose', { files, pages })).bytes);
        });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.kind === 'timeout') throw new PdfError('timeout');
        if (error.kind === 'closed') throw new PdfError('stopped');
        throw new PdfError(error.code === 'encrypted' ? 'encrypted' : 'damaged', error.code);
      }
    },
    close: () => calls.close(),
  };
}
