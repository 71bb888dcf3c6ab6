import { createTransport } from 'nodemailer';

/** A mail to one person. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for mail programs that show pages. */
  readonly html: string;
  /** The name that it comes from, of a company or a brand, at the address of the settings; absent: their name. */
  readonly fromName?: string;
  /** Where an answer goes, when not to the sender. */
  readonly replyTo?: string;
  readonly attachments?: readonly MailAttachment[];
  /** Nobody wrote it: other programs are asked not to answer (RFC 3834). */
  readonly isAutomatic?: boolean;
  /** Where whoever gets it stops such mail: a page that asks, and takes a bare POST too (RFC 8058). */
  readonly unsubscribe?: string;
}

/** A file that goes with a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
}

/** Sends mail. A failure rejects; whoever sends decides what that means. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
}

/** Where outgoing mail goes. */
export interface SmtpSettings {
  /** `smtp://` (TLS where the server offers it) or `smtps://`, with user and password where needed. */
  readonly url: string;
  /** Address, or name and address, that mail comes from. */
  readonly from: string;
}

// A person waits for the answer: a server that does not speak within this time counts as absent.
const patienceMs = 10_000;

/** Mail over SMTP: one connection a message, so that nothing is left open. */
export function mailOverSmtp({ url, from }: SmtpSettings): Mail {
  const transport = createTransport({
    ...serverOf(new URL(url)),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // Messages are ours, but nothing in them may ever name a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ attachments = [], isAutomatic = false, unsubscribe, fromName = '', ...message }) {
      const headers = {
        ...(isAutomatic ? { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' } : {}),
        ...(unsubscribe === undefined
          ? {}
          : {
              'List-Unsubscribe': `<${unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
      };
      await transport.sendMail({
        from: senderOf(from, fromName),
        ...message,
        attachments: [...attachments],
        headers,
      });
    },
  };
}

/** Whether the server lets us in; sends nothing. Rejects with what it said. */
export async function checkSmtp({ url }: SmtpSettings): Promise<void> {
  const transport = createTransport({
    ...serverOf(new URL(url)),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  await transport.verify().finally(() => transport.close());
}

// What nodemailer says when it did not come to the message itself.
const refusals = new Set(['EDNS', 'EAUTH', 'EENVELOPE', 'ETLS']);

/** Whether a mail that failed surely did not go out: the server was not reached, or said no. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const of = (name: string): unknown => Reflect.get(error, name);
  return refusals.has(String(of('code'))) || of('syscall') === 'connect' || Number(of('responseCode')) >= 400;
}

/** The address of the settings under the name of who sends; that name without one. */
function senderOf(from: string, name: string) {
  if (name.trim() === '') return from;
  const address = /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from;
  return { name, address: address.trim() };
}

function serverOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:';
  const usual = secure ? 465 : 587;
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? usual : Number(port),
    secure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}
