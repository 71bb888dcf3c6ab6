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
  /** Ends the process; waiting pages answer `stopped`. */
  close(): Promise<void>;
}
