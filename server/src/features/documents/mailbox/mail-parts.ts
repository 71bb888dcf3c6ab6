import { createHash } from 'node:crypto';
import PostalMime from 'postal-mime';
import type { IntakeReason } from '#contract/documents/intake-log.ts';
import { mimeOf, sniff } from '#server/platform/files/sniff.ts';
import { isAutomatic } from './automatic.rules.ts';

/** A file that came with a mail. */
export interface MailFile {
  readonly filename: string | undefined;
  readonly bytes: Buffer;
  /** Why it is no document, where that is seen from the mail alone. */
  readonly reason: IntakeReason | null;
}

/** What of a mail matters here. Its text is not kept apart from the original, and links in it are never followed. */
export interface MailParts {
  readonly files: readonly MailFile[];
  readonly sender: string;
  readonly subject: string;
  readonly messageId: string;
  readonly isAutomatic: boolean;
  /** The same for two mails with the same files, whatever their headers. */
  readonly fingerprint: string;
}

const maxParts = 200;
// Smaller pictures inside the text are signatures and logos; a photo of a receipt is larger.
const smallPicture = 60_000;

/** Takes a mail apart; a reason when that cannot be done. */
export async function partsOf(source: Buffer): Promise<MailParts | IntakeReason> {
  try {
    const mail = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 30 });
    if (mail.attachments.length > maxParts) return 'mail-too-large';
    const files = mail.attachments.map((part): MailFile => {
      const bytes = bytesOf(part.content);
      const isInline = part.disposition === 'inline' || part.related === true;
      const isPicture = mimeOf[sniff(bytes)].startsWith('image/');
      const reason = isInline && isPicture && bytes.length < smallPicture ? 'inline-picture' : null;
      return { filename: part.filename ?? undefined, bytes, reason };
    });
    const sender = (mail.from?.address ?? '').toLowerCase();
    return {
      files,
      sender,
      subject: clean(mail.subject ?? ''),
      messageId: clean(mail.messageId ?? ''),
      isAutomatic: isAutomatic(mail.headers, sender),
      fingerprint: fingerprintOf(files),
    };
  } catch {
    return 'mail-damaged';
  }
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  return typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content));
}

function fingerprintOf(files: readonly MailFile[]): string {
  const hashes = files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  return createHash('sha256').update(hashes.toSorted().join()).digest('hex');
}

/** A header's text to keep: one line, without what PostgreSQL does not take. */
export function clean(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u001f\u007f]+/g, ' ')
      .trim()
      .slice(0, 500)
      .toWellFormed()
  );
}
