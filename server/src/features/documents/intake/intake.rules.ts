import { amsterdamClock } from '#contract/dates.ts';
import type { DocumentReason } from '#contract/documents/documents.ts';

/** The types that are taken, by what the bytes say. */
export type IntakeMime = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/tiff' | 'application/xml';

const starts: readonly (readonly [IntakeMime, readonly number[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/tiff', [0x49, 0x49, 0x2a, 0x00]],
  ['image/tiff', [0x4d, 0x4d, 0x00, 0x2a]],
];

/** The type of a file by its content; undefined for what is not taken here, whatever its name says. */
export function typeOf(bytes: Buffer): IntakeMime | undefined {
  const picture = starts.find(([, start]) => start.every((byte, at) => bytes[at] === byte));
  if (picture) return picture[0];
  // Readers accept a PDF whose header comes within its first kilobyte.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'application/pdf';
  return /^\s*<[?!a-zA-Z]/.test(textStart(bytes)) ? 'application/xml' : undefined;
}

function textStart(bytes: Buffer): string {
  const start = bytes.subarray(0, 256);
  if (start[0] === 0xff && start[1] === 0xfe) return start.subarray(2).toString('utf16le');
  // The other order of the same: only whether a tag opens matters, so the zeros may go.
  if (start[0] === 0xfe && start[1] === 0xff) return start.subarray(2).toString('latin1').replaceAll('\0', '');
  return start.toString('utf8').replace(/^\uFEFF/, '');
}

/** Why a file is refused at the door, or the type that it is. */
export function judge(file: { readonly bytes: Buffer; readonly isTooLarge: boolean }):
  | { readonly mime: IntakeMime }
  | { readonly reason: DocumentReason } {
  if (file.isTooLarge) return { reason: 'too-large' };
  if (file.bytes.length === 0) return { reason: 'empty-file' };
  const mime = typeOf(file.bytes);
  return mime ? { mime } : { reason: 'unsupported-type' };
}

/** A name to show: no path, no control characters, at most 255 characters. */
export function cleanFilename(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex
  const shown = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return shown === '' ? 'document' : [...shown].slice(0, 255).join('').slice(0, 255);
}

/** Year and month that document numbers start with, by the clock of Amsterdam: `2026-11`. */
export function numberPeriod(now: Date): string {
  return amsterdamClock(now).day.slice(0, 7);
}
