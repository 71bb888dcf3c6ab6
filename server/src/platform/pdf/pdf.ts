import { z } from 'zod';
import { CallError, type CallTarget, type Calls, callsTo } from '../processes/calls.ts';

/** What can be wrong with a PDF, or with the process that reads it. */
export type PdfErrorCode = 'encrypted' | 'damaged' | 'no-pages' | 'timeout' | 'stopped';

/** Thrown by every call of a {@link PdfReader}. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message?: string) {
    super(message ?? code);
    this.name = 'PdfError';
    this.code = code;
  }
}

/** How a page becomes a picture. */
export interface PdfPictureOptions {
  /** Pixels per inch. */
  readonly dpi: number;
  /** Longest side in pixels; a larger page is drawn at fewer dots per inch. */
  readonly maxLongSide: number;
  /** JPEG quality, 1 to 100. */
  readonly quality: number;
}

/** The characters of a page's text layer, in the order of the file. */
export interface PdfText {
  /** One entry a character. */
  readonly characters: readonly string[];
  /** Four numbers a character: left, top, right, bottom as 0..1 of the page as it is shown. */
  readonly boxes: Float32Array;
  /** Characters whose glyph has no known letter. */
  readonly unmapped: number;
  /** The part of the page that the largest picture covers, 0..1. */
  readonly pictureCover: number;
}

/** A page drawn as JPEG. */
export interface PdfPicture {
  readonly jpeg: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A file inside a PDF, as Factur-X invoices carry. */
export interface PdfAttachment {
  readonly name: string;
  readonly bytes: Buffer;
}

/** An open PDF; close it. Pages count from 1. */
export interface PdfDocument {
  readonly pageCount: number;
  /** Embedded files of at most 5 MB each, the first twenty. */
  readonly attachments: readonly PdfAttachment[];
  text(page: number): Promise<PdfText>;
  picture(page: number, options: PdfPictureOptions): Promise<PdfPicture>;
  close(): Promise<void>;
}

/** Reads PDFs in a process of its own, since pdfium's memory only grows and a broken file may take it down. */
export interface PdfReader {
  /** Throws {@link PdfError} with code `encrypted`, `damaged` or `no-pages`. */
  open(bytes: Uint8Array): Promise<PdfDocument>;
  /** Ends the process; open documents answer `stopped`. */
  close(): Promise<void>;
}

const openAnswer = z.object({
  handle: z.number(),
  pageCount: z.number(),
  attachments: z.array(z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) })),
});
const textAnswer = z.object({
  characters: z.array(z.string()),
  boxes: z.instanceof(Float32Array),
  unmapped: z.number(),
  pictureCover: z.number(),
});
const pictureAnswer = z.object({ jpeg: z.instanceof(Uint8Array), widthPx: z.number(), heightPx: z.number() });

/**
 * Starts nothing yet: the process comes with the first document, is replaced after 200 of them, after a crash and
 * after a call of more than `timeout` ms (30 000), and ends when idle.
 *
 * @example
 * const document = await pdf.open(bytes);
 * try { await document.text(1); } finally { await document.close(); }
 */
export function startPdf(options: { readonly timeout?: number } = {}): PdfReader {
  const calls = callsTo({
    module: new URL('./pdf-process.ts', import.meta.url),
    timeout: options.timeout ?? 30_000,
    recycleAfter: 200,
  });
  return { open: (bytes) => openIn(calls, bytes), close: () => calls.close() };
}

async function openIn(calls: Calls, bytes: Uint8Array): Promise<PdfDocument> {
  let handle = 0;
  let generation = 0;

  async function load(target: CallTarget): Promise<z.output<typeof openAnswer>> {
    const answer = openAnswer.parse(await target.call('open', { bytes }));
    ({ handle } = answer);
    ({ generation } = target);
    return answer;
  }

  /** The process may be another one since the last call: it then opens the document again. */
  function ask(method: string, args: object): Promise<unknown> {
    return attempt(calls, async (target) => {
      if (target.generation !== generation) await load(target);
      return target.call(method, { handle, ...args });
    });
  }

  const opened = await attempt(calls, (target) => {
    target.used();
    return load(target);
  });
  return {
    pageCount: opened.pageCount,
    attachments: opened.attachments.map(({ name, bytes: content }) => ({
      name,
      bytes: Buffer.from(content),
    })),
    text: async (page) => textAnswer.parse(await ask('text', { page })),
    async picture(page, picture) {
      const { jpeg, widthPx, heightPx } = pictureAnswer.parse(await ask('picture', { page, ...picture }));
      return { jpeg: Buffer.from(jpeg), widthPx, heightPx };
    },
    async close() {
      await calls
        .run(async (target) => {
          if (target.generation === generation) await target.call('close', { handle });
        })
        // Whatever happened to the process, the document is gone from it.
        .catch(() => undefined);
    },
  };
}

/** A crash may have come from outside, so it gets one more try; a second one is the document's doing. */
async function attempt<Result>(calls: Calls, work: (target: CallTarget) => Promise<Result>): Promise<Result> {
  try {
    return await calls.run(work).catch((error: unknown) => {
      if (error instanceof CallError && error.kind === 'crashed') return calls.run(work);
      throw error;
    });
  } catch (error) {
    throw pdfError(error);
  }
}

function pdfError(error: unknown): PdfError {
  if (!(error instanceof CallError)) return new PdfError('damaged', String(error));
  if (error.kind === 'timeout') return new PdfError('timeout');
  if (error.kind === 'closed') return new PdfError('stopped');
  if (error.code === 'encrypted' || error.code === 'no-pages') return new PdfError(error.code);
  return new PdfError('damaged', error.message);
}
