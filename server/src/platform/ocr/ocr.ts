import os from 'node:os';
import { z } from 'zod';
import { CallError, type Calls, callsTo } from '../processes/calls.ts';

/** What can go wrong with a picture, or with the process that reads it. */
export type OcrErrorCode = 'unreadable' | 'timeout' | 'stopped';

/** Thrown by every call of an {@link OcrReader}. */
export class OcrError extends Error {
  readonly code: OcrErrorCode;

  constructor(code: OcrErrorCode, message?: string) {
    super(message ?? code);
    this.name = 'OcrError';
    this.code = code;
  }
}

/** A word as it was read. */
export interface OcrWord {
  readonly text: string;
  /** Left, top, right, bottom as 0..1 of the straightened picture. */
  readonly box: readonly [left: number, top: number, right: number, bottom: number];
  /** 0..1. */
  readonly confidence: number;
}

/** A picture, straightened, with the words on it. */
export interface OcrPage {
  /** Turned upright and straight; long side at most 2000 px. */
  readonly jpeg: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Degrees by which the picture was turned. */
  readonly angle: number;
  /** In reading order as the engine gives it. */
  readonly words: readonly OcrWord[];
}

/** Reads Dutch and English text from pictures, offline, in a low-priority process of its own. */
export interface OcrReader {
  /** `page` counts from 1 and picks a page of a multi-page TIFF. */
  read(picture: Uint8Array, options?: { readonly page?: number }): Promise<OcrPage>;
  /** The same reader for the pages of this company: companies take turns. */
  forCompany(companyId: string): OcrReader;
  /** Ends the process; waiting pages answer `stopped`. */
  close(): Promise<void>;
}

const unit = z.number();
const readAnswer = z.object({
  jpeg: z.instanceof(Uint8Array),
  widthPx: z.number(),
  heightPx: z.number(),
  angle: z.number(),
  words: z.array(
    z.object({ text: z.string(), box: z.tuple([unit, unit, unit, unit]).readonly(), confidence: z.number() }),
  ),
});

/**
 * One reading process per two processors, each at low priority and replaced after 50 pages; a page may take
 * `timeout` ms (60 000). Nothing starts before the first page.
 */
export function startOcr(
  options: { readonly timeout?: number; readonly processes?: number } = {},
): OcrReader {
  const count = options.processes ?? Math.max(1, Math.floor(os.availableParallelism() / 2));
  const lanes = Array.from({ length: count }, () =>
    callsTo({
      module: new URL('./ocr-process.ts', import.meta.url),
      timeout: options.timeout ?? 60_000,
      recycleAfter: 50,
      priority: 10,
    }),
  );
  const readerFor = (group: string): OcrReader => ({
    read: (picture, { page = 1 } = {}) => readIn(shortest(lanes), picture, page, group),
    forCompany: readerFor,
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  });
  return readerFor('');
}

function shortest(lanes: readonly Calls[]): Calls {
  return lanes.reduce((best, lane) => (lane.length < best.length ? lane : best));
}

async function readIn(calls: Calls, picture: Uint8Array, page: number, group: string): Promise<OcrPage> {
  const work = (): Promise<unknown> =>
    calls.run((target) => {
      target.used();
      return target.call('read', { picture, page });
    }, group);
  try {
    // A crash may have come from outside, so it gets one more try; a second one is the picture's doing.
    const answer = await work().catch((error: unknown) => {
      if (error instanceof CallError && error.kind === 'crashed') return work();
      throw error;
    });
    const { jpeg, ...rest } = readAnswer.parse(answer);
    return { ...rest, jpeg: Buffer.from(jpeg) };
  } catch (error) {
    if (error instanceof CallError && error.kind === 'timeout') throw new OcrError('timeout');
    if (error instanceof CallError && error.kind === 'closed') throw new OcrError('stopped');
    throw new OcrError('unreadable');
  }
}
