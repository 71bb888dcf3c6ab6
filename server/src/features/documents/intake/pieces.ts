import type { DocumentReason } from '#contract/documents/documents.ts';
import { readZip, type ZipProblem } from '#server/platform/archives/zip.ts';
import { sniff, type SniffedType } from '#server/platform/files/sniff.ts';
import { partsOf } from '../mailbox/mail-parts.ts';
import { cleanFilename } from './intake.rules.ts';

/** One file of what came in: itself, or out of a zip. */
export interface Piece {
  readonly filename: string;
  /** The zip or the saved mail that it came out of; else empty. */
  readonly archive: string;
  readonly bytes: Buffer;
  /** By content. */
  readonly type: SniffedType;
  /** Why it is not taken, where that was seen on the way out of the zip. */
  readonly reason: DocumentReason | null;
}

/** What is taken out of one zip (issue: one level, 100 files, 100 MB unpacked). */
export const zipLimits = { maxFiles: 100, maxBytes: 100 * 1024 * 1024 } as const;

const zipReasons: Readonly<Record<ZipProblem, DocumentReason>> = {
  damaged: 'zip-damaged',
  empty: 'zip-empty',
  'too-many-files': 'zip-too-many-files',
  'too-large': 'zip-too-large',
};

const fileReasons = {
  damaged: 'zip-damaged',
  encrypted: 'zip-encrypted',
  outside: 'zip-outside',
} as const satisfies Record<string, DocumentReason>;

// Office documents are zips too, and no bundle of invoices.
const officeMarks = ['[Content_Types].xml', 'mimetype', 'META-INF/MANIFEST.MF'];

/** A file as it came, or the files of a zip or of a saved mail (`.eml`), each a piece with its bytes or a reason. */
export async function piecesOf(filename: string | undefined, bytes: Buffer): Promise<Piece[]> {
  if (!isMail(filename, bytes)) return filesOf(filename, bytes);
  const upload = { filename: cleanFilename(filename), archive: '', bytes, type: 'text' } as const;
  const mail = await partsOf(bytes);
  if (typeof mail === 'string') return [{ ...upload, reason: 'eml-damaged' }];
  // Logos and signatures are no documents.
  const files = mail.files.filter(({ reason }) => reason === null);
  if (files.length === 0) return [{ ...upload, reason: 'eml-empty' }];
  const pieces: Piece[] = [];
  for (const file of files) {
    for (const piece of await filesOf(file.filename, file.bytes))
      pieces.push({ ...piece, archive: piece.archive === '' ? upload.filename : piece.archive });
  }
  return pieces;
}

const mailHeader =
  /^(?:return-path|delivered-to|received|from|to|subject|date|message-id|mime-version|x-[\w-]+):/i;

/** By its name, or by how it begins. */
function isMail(filename: string | undefined, bytes: Buffer): boolean {
  if (sniff(bytes) !== 'text') return false;
  const head = bytes
    .toString('latin1', 0, 4096)
    .split(/\r?\n/)
    .filter((line) => mailHeader.test(line));
  return (
    head.length >= (/\.eml$/i.test(filename ?? '') ? 1 : 3) &&
    mailHeader.test(bytes.toString('latin1', 0, 40))
  );
}

async function filesOf(filename: string | undefined, bytes: Buffer): Promise<Piece[]> {
  const type = sniff(bytes);
  const upload = { filename: cleanFilename(filename), archive: '', bytes, type, reason: null };
  if (type !== 'zip') return [upload];
  const read = await readZip(bytes, zipLimits);
  if (typeof read === 'string') return [{ ...upload, reason: zipReasons[read] }];
  if (read.some(({ name }) => officeMarks.includes(name))) return [upload];
  // What a Mac adds beside each file.
  const files = read.filter(({ name }) => !name.startsWith('__MACOSX/'));
  if (files.length === 0) return [{ ...upload, reason: 'zip-empty' }];
  return files.map((file) => {
    const piece = { filename: cleanFilename(file.name), archive: upload.filename };
    if ('problem' in file)
      return { ...piece, bytes: Buffer.alloc(0), type: 'empty', reason: fileReasons[file.problem] };
    const inner = sniff(file.bytes);
    return { ...piece, bytes: file.bytes, type: inner, reason: inner === 'zip' ? 'zip-nested' : null };
  });
}
