import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { ImapFlow } from 'imapflow';
import { z } from 'zod';
import { addressGuard } from './addresses.ts';

/** How to open a mailbox. */
export interface MailboxSettings {
  /** Host name, with a port if it is not 993: `mail.bedrijf.nl:1993`. */
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly mailbox: string;
}

/** What came of trying a mailbox; the server's own words are never among it (§J1). */
export type MailboxVerdict =
  | 'ok'
  /** Not a host name, or one that nobody knows. */
  | 'host-unknown'
  /** A host inside the operator's own networks. */
  | 'address-refused'
  /** No way there. */
  | 'unreachable'
  /** Nothing listens there. */
  | 'refused'
  /** No TLS, or a certificate that is not right for the host. */
  | 'tls'
  | 'login'
  | 'mailbox-missing'
  /** No answer in time. */
  | 'timeout'
  /** It answered with something that is not understood. */
  | 'failed';

/** The mailboxes of customers, over IMAP. */
export interface Mailboxes {
  /** The host of an administration that names none; empty without one. */
  readonly defaultHost: string;
  /** Opens a mailbox for reading and closes it again; answers within ten seconds, and never rejects. */
  test(settings: MailboxSettings): Promise<MailboxVerdict>;
}

/** How the operator wants mailboxes to be reached. */
export interface MailboxOptions {
  readonly defaultHost: string;
  /** Networks that are reached although they are private: `10.1.0.0/16`. */
  readonly allowed: readonly string[];
  /** Certificates that count beside the public ones, PEM; for tests. */
  readonly ca?: string;
  readonly patienceMs?: number;
}

const usualPort = 993;

/** Mailboxes over IMAP with TLS and a checked certificate, always. */
export function mailboxesOverImap({ defaultHost, allowed, ca, patienceMs = 10_000 }: MailboxOptions): Mailboxes {
  const isOpen = addressGuard(allowed);
  return {
    defaultHost,
    async test(settings) {
      const until = AbortSignal.timeout(patienceMs);
      const late = new Promise<MailboxVerdict>((resolve) => until.addEventListener('abort', () => resolve('timeout'), { once: true }));
      return Promise.race([attempt(settings, { isOpen, ca, patienceMs, until }), late]);
    },
  };
}

interface Reach {
  readonly isOpen: (address: string) => boolean;
  readonly ca: string | undefined;
  readonly patienceMs: number;
  readonly until: AbortSignal;
}

async function attempt(settings: MailboxSettings, reach: Reach): Promise<MailboxVerdict> {
  const server = serverOf(settings.hostname);
  if (!server) return 'host-unknown';
  const addresses = await lookup(server.host, { all: true }).catch(() => []);
  if (addresses.length === 0) return 'host-unknown';
  const target = addresses.find(({ address }) => reach.isOpen(address));
  if (!target) return 'address-refused';
  return open(settings, { ...server, address: target.address }, reach);
}

async function open(settings: MailboxSettings, { host, port, address }: { host: string; port: number; address: string }, reach: Reach): Promise<MailboxVerdict> {
  const client = new ImapFlow({
    // The address that was looked at, so that the name cannot lead elsewhere in between.
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure: true,
    auth: { user: settings.username, pass: settings.password },
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(reach.ca === undefined ? {} : { ca: reach.ca }) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: reach.patienceMs,
    greetingTimeout: reach.patienceMs,
    socketTimeout: reach.patienceMs,
    // A server of somebody else's choice: what it says fits in little.
    maxLineLength: 64 * 1024,
  });
  // What goes wrong after an answer was found has nobody left to tell.
  client.on('error', () => undefined);
  const close = () => client.close();
  reach.until.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
    await client.mailboxOpen(settings.mailbox, { readOnly: true });
    return 'ok';
  } catch (error) {
    return verdictOf(error, client.authenticated !== false);
  } finally {
    reach.until.removeEventListener('abort', close);
    close();
  }
}

function serverOf(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, portText] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
  const host = bracketed ?? plain;
  const port = portText === undefined ? usualPort : Number(portText);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

const verdictByCode: Readonly<Record<string, MailboxVerdict>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ENOTFOUND: 'host-unknown',
  ETIMEDOUT: 'timeout',
  CONNECT_TIMEOUT: 'timeout',
  GREETING_TIMEOUT: 'timeout',
  UPGRADE_TIMEOUT: 'timeout',
  EPROTO: 'tls',
  ECONNRESET: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  HOSTNAME_MISMATCH: 'tls',
};

// What imapflow and node:tls say of a failure, as far as it is of use.
const failure = z.object({
  code: z.string().optional().catch(undefined),
  authenticationFailed: z.boolean().optional().catch(undefined),
  mailboxMissing: z.boolean().optional().catch(undefined),
  responseStatus: z.string().optional().catch(undefined),
});

function verdictOf(error: unknown, isSignedIn: boolean): MailboxVerdict {
  const { code = '', ...found } = failure.parse(error instanceof Error ? { ...error } : {});
  if (found.authenticationFailed) return 'login';
  const known = verdictByCode[code];
  if (known !== undefined) return known;
  if (/^(?:CERT_|ERR_TLS_|ERR_SSL_)/.test(code)) return 'tls';
  return isSignedIn && (found.mailboxMissing || found.responseStatus === 'NO') ? 'mailbox-missing' : 'failed';
}
