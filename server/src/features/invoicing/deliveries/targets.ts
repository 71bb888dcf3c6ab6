import type { Services } from '#server/platform/context.ts';
import { filesIn, writeFiles } from './file-store.ts';
import { type FolderPlace, folderStore, pathOf } from './folder-target.ts';
import { sendBySftp, type SftpPlace } from './sftp-target.ts';
import { sendByWebhook, type WebhookPlace } from './webhook-target.ts';

/** What became of sending a file. */
export interface Delivered {
  readonly outcome: 'delivered' | 'refused' | 'not-reached' | 'unknown';
  /** What the target said, for a person to read. */
  readonly receipt: string;
  /** The key that a server showed; absent where none did. */
  readonly hostKey?: string;
}

/** A file on its way. */
export interface Sending {
  readonly target: string;
  readonly address: string;
  readonly place: FolderPlace;
  readonly sftp: SftpPlace;
  readonly webhook: WebhookPlace;
  /** The same for every try. */
  readonly key: string;
  readonly version: number;
  readonly filename: string;
  readonly sha256: string;
  readonly subject: string;
}

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** The type of a delivered file by the end of its name. */
export function typeOf(filename: string): string {
  return types[filename.slice(filename.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Sends a file where its target says; delivered means that a server took it, or that it lies in its folder. */
export async function sendTo(services: Services, sending: Sending): Promise<Delivered> {
  const content = await services.files.get(sending.sha256);
  if (content === null) return { outcome: 'refused', receipt: 'file-missing' };
  const { target, filename, version, key } = sending;
  if (target === 'sftp') return sendBySftp(services, sending.sftp, filesIn(filename, content, version));
  if (target === 'webhook')
    return sendByWebhook(services, sending.webhook, {
      key,
      filename,
      type: typeOf(filename),
      bytes: content,
    });
  if (target !== 'folder') return sendByMail(services, sending, content);
  const path = pathOf(services, sending.place);
  if (path === undefined) return { outcome: 'not-reached', receipt: sending.place.folderRoot };
  return writeFiles(folderStore(path), filesIn(filename, content, version));
}

async function sendByMail({ mail, log }: Services, sending: Sending, content: Buffer): Promise<Delivered> {
  if (mail === null) return { outcome: 'not-reached', receipt: 'no-mail-server' };
  try {
    await mail.send({
      to: sending.address,
      subject: sending.subject,
      text: sending.filename,
      html: `<p>${sending.filename}</p>`,
      attachments: [{ filename: sending.filename, content, contentType: typeOf(sending.filename) }],
    });
    return { outcome: 'delivered', receipt: sending.address };
  } catch (error) {
    log.warn({ err: error }, 'delivery by mail');
    return failureOf(error);
  }
}

// Before the message itself was sent nothing can have arrived; behind it, only the server's answer tells.
function failureOf(error: unknown): Delivered {
  const about = readError(error);
  if (about.responseCode !== undefined) return { outcome: 'refused', receipt: about.response };
  const isBefore = ['CONN', 'EHLO', 'HELO', 'STARTTLS', 'AUTH', 'MAIL FROM', 'RCPT TO'].some((command) =>
    about.command.startsWith(command),
  );
  return { outcome: isBefore ? 'not-reached' : 'unknown', receipt: '' };
}

function readError(error: unknown): { responseCode: number | undefined; response: string; command: string } {
  const given =
    typeof error === 'object' && error !== null ? new Map<string, unknown>(Object.entries(error)) : new Map();
  const responseCode = given.get('responseCode');
  const response = given.get('response');
  const command = given.get('command');
  return {
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    response: typeof response === 'string' ? response.slice(0, 500) : '',
    command: typeof command === 'string' ? command : '',
  };
}
