import { lookup, resolveTxt } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { addressGuard } from '../mail/addresses.ts';

/** Why there was no answer; the words of the other side are never among them. */
export type CallFailure =
  /** Not an address that is called: no https, a name or password in it, or unreadable. */
  | 'address-refused'
  /** A name that nobody knows, or one inside the operator's own networks: which of both is not told. */
  | 'host-unknown'
  /** No way there, or nothing listens. */
  | 'unreachable'
  /** A certificate that is not right for the host. */
  | 'tls'
  /** No complete answer in time. */
  | 'timeout';

/** What came back. */
export type CallAnswer =
  | { readonly status: number; readonly answer: string; readonly error: null }
  | { readonly status: null; readonly answer: ''; readonly error: CallFailure };

/** Calls addresses that customers name. */
export interface CallOut {
  /** Whether an address may be called now; null: it may. */
  check(url: string): Promise<CallFailure | null>;
  /** Posts a body, and reads the start of the answer. A redirect is an answer like any other, and never followed. */
  post(
    url: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>>,
  ): Promise<CallAnswer>;
  /** Asks for a document, or with a body posts it, and reads up to `maxDocument` of the answer. */
  read(
    url: string,
    request: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<CallAnswer>;
  /** The TXT records of a name; none where it has none. */
  texts(name: string): Promise<string[]>;
}

interface CallOptions {
  /** Networks that are called although they are private: `10.1.0.0/16`; there without https too. */
  readonly allowed: readonly string[];
  readonly patienceMs?: number;
  /** Finds the addresses of a name; for tests. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  /** Certificates that count beside the public ones, PEM; for tests. */
  readonly ca?: string;
}

const maxAnswer = 2000;
const maxDocument = 200_000;
const addressesOf = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);

interface Place {
  readonly url: URL;
  /** The address that was checked, and that is connected to: the name is not looked up again. */
  readonly address: string;
}

/**
 * Calls over HTTPS with a checked certificate. The name is looked up once, every address that it has is checked, and
 * the connection goes to an address that was checked, so that a name that changes leads nowhere else.
 */
export function callOut({ allowed, patienceMs = 15_000, resolve = addressesOf, ca }: CallOptions): CallOut {
  const isOpen = addressGuard(allowed);
  const isPublic = addressGuard([]);

  async function placeOf(text: string): Promise<Place | CallFailure> {
    const url = readUrl(text);
    if (!url) return 'address-refused';
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
    const [address] = addresses;
    if (address === undefined || !addresses.every(isOpen)) return 'host-unknown';
    if (url.protocol === 'http:' && addresses.some(isPublic)) return 'address-refused';
    return { url, address };
  }

  return {
    async check(text) {
      const place = await placeOf(text);
      return typeof place === 'string' ? place : null;
    },
    post: (text, body, headers) => call(text, { body, headers, max: maxAnswer }),
    read: (text, { body, headers = {} }) => call(text, { body, headers, max: maxDocument }),
    async texts(name) {
      return (await resolveTxt(name).catch(() => [])).map((parts) => parts.join(''));
    },
  };

  async function call(text: string, request: Pick<Sent, 'body' | 'headers' | 'max'>): Promise<CallAnswer> {
    const until = AbortSignal.timeout(patienceMs);
    const late = new Promise<CallFailure>((done) =>
      until.addEventListener('abort', () => done('timeout'), { once: true }),
    );
    const place = await Promise.race([placeOf(text), late]);
    if (typeof place === 'string') return failed(place);
    return send(place, { ...request, until, ca });
  }
}

function readUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return url;
}

const failed = (error: CallFailure): CallAnswer => ({ status: null, answer: '', error });

interface Sent {
  /** Absent: a GET. */
  readonly body: string | Uint8Array | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** How many characters of the answer are read. */
  readonly max: number;
  readonly until: AbortSignal;
  readonly ca: string | undefined;
}

function send({ url, address }: Place, { body, headers, max, until, ca }: Sent): Promise<CallAnswer> {
  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const options: https.RequestOptions = {
    method: body === undefined ? 'GET' : 'POST',
    // Connected to by address; the name is for the other side, and for its certificate.
    host: address,
    port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers,
      host: url.host,
      ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      // One call a connection, so that none outlives the check of its address.
      connection: 'close',
    },
    agent: false,
    signal: until,
    ...(isTls ? { servername: isIP(host) === 0 ? host : '', ...(ca === undefined ? {} : { ca }) } : {}),
  };
  return new Promise((done) => {
    const request = (isTls ? https : http).request(options, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const finish = () =>
        done({
          status: response.statusCode ?? 0,
          answer: Buffer.concat(parts).toString('utf8').slice(0, max).replaceAll('\0', ''),
          error: null,
        });
      response.on('data', (chunk: Buffer) => {
        parts.push(chunk);
        bytes += chunk.length;
        if (bytes <= max * 4) return;
        // Nobody reads the rest of a long one.
        finish();
        request.destroy();
      });
      response.on('end', finish);
      response.on('error', (error) => done(failed(reasonOf(error, until))));
    });
    request.on('error', (error) => done(failed(reasonOf(error, until))));
    request.end(body);
  });
}

const tlsCodes = /CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO/;

function reasonOf(error: Error, until: AbortSignal): CallFailure {
  if (until.aborted) return 'timeout';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return tlsCodes.test(code) ? 'tls' : 'unreachable';
}
