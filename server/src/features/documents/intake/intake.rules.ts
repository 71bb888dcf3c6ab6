import { amsterdamClock } from '#contract/dates.ts';
import { type DocumentReason, maxUploadBytes } from '#contract/documents/documents.ts';
import { mimeOf, type SniffedType } from '#server/platform/files/sniff.ts';

// What recognition reads, by what the bytes say and whatever the name says.
const takenTypes: ReadonlySet<SniffedType> = new Set(['pdf', 'jpeg', 'png', 'tiff', 'webp', 'avif', 'xml']);

/** The type of an uploaded file, or why it is refused. */
export function judge(
  type: SniffedType,
  size: number,
): { readonly mime: string } | { readonly reason: DocumentReason } {
  if (size > maxUploadBytes) return { reason: 'too-large' };
  if (type === 'empty') return { reason: 'empty-file' };
  if (type === 'heic') return { reason: 'heic' };
  return takenTypes.has(type) ? { mime: mimeOf[type] } : { reason: 'unsupported-type' };
}

/** A name to show: no path, no control characters, at most 255 characters. */
export function cleanFilename(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex
  const shown = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return shown === '' ? 'document' : shown.slice(0, 255).replace(/[\uD800-\uDBFF]$/, '');
}

/** Year and month that document numbers start with, by the clock of Amsterdam: `2026-11`. */
export function numberPeriod(now: Date): string {
  return amsterdamClock(now).day.slice(0, 7);
}
