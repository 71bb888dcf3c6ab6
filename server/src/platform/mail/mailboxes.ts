import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout } from 'node:timers/promises';
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
  /**
   * Not a host name, one that nobody knows, or one inside the operator's own networks: the answer does not say which
   * names exist there.
   */
  | 'host-unknown'
  /** An address, typed as such, inside the operator's own networks. */
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

/** How far a mailbox was read. Numbers only count while the server keeps their validity. */
export interface MailboxPosition {
  readonly uidValidity: string;
  /** The last number that was taken; 0 before the first. */
  readonly uid: number;
}

/** One mail of a mailbox. What it says of itself is the sender's. */
export interface MailboxMail extends MailboxPosition {
  readonly receivedAt: Date;
  readonly bytes: number;
  /** Every byte as it came; null when there are more than was asked for. */
  readonly source: Buffer | null;
  /** The server cannot give it, asked for twice: nothing but its number is known. */
  readonly isDamaged?: boolean;
  /** The first address it says it is from, in lower case; empty without one. */
  readonly sender: string;
  readonly subject: string;
  readonly messageId: string;
}

/** What of a mailbox is read. */
export interface MailboxReading {
  readonly after: MailboxPosition | null;
  /** Larger mails come without their bytes. */
  readonly maxBytes: number;
  /** At most so many mails in one go. */
  readonly maxMails: number;
  /** Stops between two mails. */
  readonly signal?: AbortSignal;
}

/** How reading went. */
export interface MailboxRead {
  readonly verdict: MailboxVerdict;
  /** Nothing was left to read. */
  readonly isAtEnd: boolean;
}

/** The mailboxes of customers, over IMAP. */
export interface Mailboxes {
  /** The host of an administration that names none; empty without one. */
  readonly defaultHost: string;
  /** Opens a mailbox for reading and closes it again; answers within ten seconds, and never rejects. */
  test(settings: MailboxSettings): Promise<MailboxVerdict>;
  /**
   * Hands over the mails after a position, the oldest first, one at a time; the mailbox itself is never changed. What is
   * wrong with the mailbox is a verdict; what `handle` throws ends the reading and is thrown on. A mail that cannot be had
   * is asked for once more over a new connection, then passed on as damaged, so that it does not block those after it.
   */
  read(
    settings: MailboxSettings,
    what: MailboxReading,
    handle: (mail: MailboxMail) => Promise<void>,
  ): Promise<MailboxRead>;
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
// Of the time that a test may take: three seconds, in which a name that exists is found.
const lookupShare = 0.3;

/** Mailboxes over IMAP with TLS and a checked certificate, always. */
export function mailboxesOverImap({
  defaultHost,
  allowed,
  ca,
  patienceMs = 10_000,
}: MailboxOptions): Mailboxes {
  const isOpen = addressGuard(allowed);
  return {
    defaultHost,
    async test(settings) {
      const until = AbortSignal.timeout(patienceMs);
      const late = new Promise<MailboxVerdict>((resolve) =>
        until.addEventListener('abort', () => resolve('timeout'), { once: true }),
      );
      const reach = { isOpen, ca, patienceMs, until, maxBytes: 0 };
      return Promise.race([
        inMailbox(settings, reach, () => Promise.resolve(), evenly(patienceMs * lookupShare)),
        late,
      ]);
    },
    async read(settings, what, handle) {
      const hands: { isAtEnd: boolean; after: MailboxPosition | null; failure?: unknown } = {
        isAtEnd: false,
        after: what.after,
      };
      const doubt: Doubt = { uid: null, isSecond: false };
      const guarded = async (mail: MailboxMail) => {
        try {
          await handle(mail);
          hands.after = mail;
        } catch (error) {
          hands.failure = error;
          throw error;
        }
      };
      const reach = {
        isOpen,
        ca,
        patienceMs: patienceMs * 3,
        maxBytes: what.maxBytes,
        ...(what.signal ? { until: what.signal } : {}),
      };
      const go = () =>
        inMailbox(settings, reach, async (client) => {
          hands.isAtEnd = await readMails(client, { ...what, after: hands.after }, guarded, doubt);
        });
      let verdict = await go();
      if (verdict !== 'ok' && doubt.uid !== null && hands.failure === undefined && !what.signal?.aborted) {
        doubt.isSecond = true;
        verdict = await go();
      }
      if (hands.failure !== undefined) throw hands.failure;
      return { verdict, isAtEnd: hands.isAtEnd };
    },
  };
}

interface Reach {
  readonly isOpen: (address: string) => boolean;
  readonly ca: string | undefined;
  readonly patienceMs: number;
  readonly until?: AbortSignal;
  readonly maxBytes: number;
}

type Work = (client: ImapFlow) => Promise<void>;

/** The allowed addresses of a host; none for a name that cannot be found. */
type FindAddresses = (host: string, isOpen: Reach['isOpen']) => Promise<readonly string[]>;

const findAddresses: FindAddresses = async (host, isOpen) => {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address).filter(isOpen);
};

/**
 * Finds addresses, and says that there are none after one and the same time, whether the name is in a private network,
 * nobody knows it, or looking for it takes longer.
 */
function evenly(ms: number): FindAddresses {
  return async (host, isOpen) => {
    const late = setTimeout(ms, [], { ref: false });
    const found = await Promise.race([findAddresses(host, isOpen), late]);
    return found.length > 0 ? found : late;
  };
}

async function inMailbox(
  settings: MailboxSettings,
  reach: Reach,
  work: Work,
  find = findAddresses,
): Promise<MailboxVerdict> {
  const server = serverOf(settings.hostname);
  if (!server) return 'host-unknown';
  // An address shows by itself whether it is private: there is nothing to hide, so the answer says what is wrong.
  if (isIP(server.host) !== 0 && !reach.isOpen(server.host)) return 'address-refused';
  const [address] = await find(server.host, reach.isOpen);
  if (address === undefined) return 'host-unknown';
  return open(settings, { ...server, address }, reach, work);
}

async function open(
  settings: MailboxSettings,
  { host, port, address }: { host: string; port: number; address: string },
  reach: Reach,
  work: Work,
): Promise<MailboxVerdict> {
  const client = new ImapFlow({
    // The address that was looked at, so that the name cannot lead elsewhere in between.
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure: true,
    auth: { user: settings.username, pass: settings.password },
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(reach.ca === undefined ? {} : { ca: reach.ca }),
    },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: reach.patienceMs,
    greetingTimeout: reach.patienceMs,
    socketTimeout: reach.patienceMs,
    // A server of somebody else's choice: what it says fits in little.
    maxLineLength: 1024 * 1024,
    maxLiteralSize: reach.maxBytes + 64 * 1024,
    maxResponseSize: reach.maxBytes + 4 * 1024 * 1024,
  });
  // Nobody waits for an error after the answer was found.
  client.on('error', () => undefined);
  const close = () => client.close();
  reach.until?.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
    await client.mailboxOpen(settings.mailbox, { readOnly: true });
    await work(client);
    return 'ok';
  } catch (error) {
    return verdictOf(error, client.authenticated !== false);
  } finally {
    reach.until?.removeEventListener('abort', close);
    close();
  }
}

const opened = z.object({ uidValidity: z.bigint() });

/** The mail at which reading broke off. */
interface Doubt {
  uid: number | null;
  /** It was asked for before. */
  isSecond: boolean;
}

const damaged = {
  receivedAt: new Date(0),
  bytes: 0,
  source: null,
  isDamaged: true,
  sender: '',
  subject: '',
  messageId: '',
} as const;

// Each mail by itself: its size first, so that a large one is never fetched.
async function readMails(
  client: ImapFlow,
  what: MailboxReading,
  handle: (mail: MailboxMail) => Promise<void>,
  doubt: Doubt,
): Promise<boolean> {
  const uidValidity = String(opened.parse(client.mailbox).uidValidity);
  const after = what.after?.uidValidity === uidValidity ? what.after.uid : 0;
  const found = await client.search({ uid: `${after + 1}:*` }, { uid: true });
  // `*` is the last mail, also when that was read before.
  const uids = (Array.isArray(found) ? found : []).filter((uid) => uid > after).toSorted((a, b) => a - b);
  for (const uid of uids.slice(0, what.maxMails)) {
    if (what.signal?.aborted) return false;
    const isDoubted = doubt.isSecond && doubt.uid === uid;
    doubt.uid = uid;
    const mail = isDoubted
      ? await fetchMail(client, uid, what.maxBytes, false).catch(() => damaged)
      : await fetchMail(client, uid, what.maxBytes, true);
    doubt.uid = null;
    // Deleted by somebody meanwhile.
    if (mail) await handle({ ...mail, uidValidity, uid });
    // What broke the connection may have been that mail; those after it come over a new one.
    if (isDoubted && !client.usable) return false;
  }
  return uids.length <= what.maxMails;
}

// Without its envelope the mail's own head still says who sent it.
async function fetchMail(
  client: ImapFlow,
  uid: number,
  maxBytes: number,
  envelope: boolean,
): Promise<Omit<MailboxMail, 'uid' | 'uidValidity'> | undefined> {
  const head = await client.fetchOne(
    String(uid),
    { uid: true, size: true, envelope, internalDate: true },
    { uid: true },
  );
  if (typeof head !== 'object') return undefined;
  const bytes = head.size ?? 0;
  const complete =
    bytes <= maxBytes ? await client.fetchOne(String(uid), { source: true }, { uid: true }) : undefined;
  if (complete === false) return undefined;
  const said = head.envelope;
  return {
    receivedAt: new Date(head.internalDate ?? 0),
    bytes,
    source: complete?.source ?? null,
    sender: (said?.from?.[0]?.address ?? '').toLowerCase(),
    subject: said?.subject ?? '',
    messageId: said?.messageId ?? '',
  };
}

function serverOf(text: string): { host: string; port: number } | undefined {
  const [, bracketed, plain, portText] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
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
