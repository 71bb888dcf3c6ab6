import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ssh2, { type Client, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { addressGuard } from '../mail/addresses.ts';

/** Why a server cannot be used; nothing was written. */
type SftpFailure =
  /** A name that nobody knows, or one inside the operator's own networks: which of both is not told. */
  | 'host-unknown'
  /** No way there, or nothing listens. */
  | 'unreachable'
  /** It shows another key than before. */
  | 'host-key'
  /** It takes neither the password nor the key. */
  | 'login'
  /** No answer in time. */
  | 'timeout';

/** A server, and who logs in to it. */
export interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** A password, or a private key in PEM. */
  readonly secret: string;
  /** `SHA256:…` as `ssh-keygen -l` shows it; empty: whatever it shows is taken, and told. */
  readonly hostKey: string;
}

/** What goes wrong before a file is touched. */
export class SftpError extends Error {
  readonly code: SftpFailure;
  constructor(code: SftpFailure, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** An open connection; paths are as the server reads them. */
export interface SftpConnection {
  /** The key that it showed: `SHA256:…`. */
  readonly hostKey: string;
  /** The bytes of a file; null where there is none. */
  read(path: string): Promise<Buffer | null>;
  /** Writes a new file; fails where one has the name. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Fails where a file has the new name. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes a folder and those above it; one that is there is fine. */
  makeFolder(path: string): Promise<void>;
  close(): void;
}

/** Opens connections to servers that customers name. */
export interface Sftp {
  /** @throws SftpError */
  open(server: SftpServer): Promise<SftpConnection>;
}

interface SftpOptions {
  /** Private networks in which servers may be looked for, as for mailboxes. */
  readonly allowed: readonly string[];
  readonly patienceMs?: number;
  /** Finds the addresses of a name; for tests. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

const addressesOf = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * Connects by SSH. The name is looked up once, every address that it has is checked, and the connection goes to one that
 * was checked (§J1). A server is known by its key.
 */
export function sftpOverSsh({ allowed, patienceMs = 30_000, resolve = addressesOf }: SftpOptions): Sftp {
  const isOpen = addressGuard(allowed);
  return {
    async open({ host, port, username, secret, hostKey }) {
      const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
      const [address] = addresses;
      if (address === undefined || !addresses.every(isOpen)) throw new SftpError('host-unknown');
      const isKey = secret.trimStart().startsWith('-----BEGIN');
      const client = new ssh2.Client();
      let shown = '';
      const config: ConnectConfig = {
        host: address,
        port,
        username,
        ...(isKey ? { privateKey: secret } : { password: secret }),
        readyTimeout: patienceMs,
        keepaliveInterval: patienceMs / 3,
        keepaliveCountMax: 2,
        hostVerifier: (key: Buffer) => {
          shown = fingerprintOf(key);
          return hostKey === '' || hostKey === shown;
        },
      };
      const wrapper = await connect(
        client,
        config,
        () => shown !== '' && hostKey !== '' && hostKey !== shown,
      );
      return connectionOf(client, wrapper, shown, patienceMs);
    },
  };
}

/** The key of a server as people compare it: `SHA256:` and its hash. */
function fingerprintOf(key: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

function connect(client: Client, config: ConnectConfig, isOther: () => boolean): Promise<SFTPWrapper> {
  return new Promise((done, fail) => {
    const give = (error: unknown) => {
      client.end();
      fail(new SftpError(isOther() ? 'host-key' : failureOf(error), { cause: error }));
    };
    client.on('error', give);
    client.on('close', () => give(new Error('closed')));
    client.on('ready', () => {
      client.sftp((error, wrapper) => (error ? give(error) : done(wrapper)));
    });
    try {
      client.connect(config);
    } catch (error) {
      // A private key that cannot be read.
      give(Object.assign(new Error('key', { cause: error }), { level: 'client-authentication' }));
    }
  });
}

function failureOf(error: unknown): SftpFailure {
  const level = error instanceof Error && 'level' in error ? error.level : '';
  if (level === 'client-authentication') return 'login';
  return level === 'client-timeout' ? 'timeout' : 'unreachable';
}

const noSuchFile = 2;

function connectionOf(
  client: Client,
  sftp: SFTPWrapper,
  hostKey: string,
  patienceMs: number,
): SftpConnection {
  // A server that answers nothing any more keeps nobody waiting.
  const step = <T>(run: (done: (error: Error | null | undefined, value: T) => void) => void): Promise<T> =>
    new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error('timeout')), patienceMs);
      const gone = () => fail(new Error('the connection ended'));
      client.once('close', gone);
      run((error, value) => {
        clearTimeout(late);
        client.off('close', gone);
        if (error) fail(error);
        else done(value);
      });
    });
  const isMissing = (error: unknown) =>
    error instanceof Error && 'code' in error && error.code === noSuchFile;
  return {
    hostKey,
    async read(path) {
      try {
        return await step<Buffer>((done) => sftp.readFile(path, done));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async write(path, bytes) {
      await step<void>((done) =>
        sftp.writeFile(path, Buffer.from(bytes), { flag: 'wx' }, (error) => done(error ?? null)),
      );
    },
    async rename(from, to) {
      await step<void>((done) => sftp.rename(from, to, (error) => done(error)));
    },
    async remove(path) {
      await step<void>((done) => sftp.unlink(path, (error) => done(error)));
    },
    async makeFolder(path) {
      const parts = path.split('/').filter(Boolean);
      for (let index = 1; index <= parts.length; index += 1) {
        const folder = `${path.startsWith('/') ? '/' : ''}${parts.slice(0, index).join('/')}`;
        const isThere = await step<boolean>((done) => sftp.stat(folder, (error) => done(null, !error)));
        if (!isThere) await step<void>((done) => sftp.mkdir(folder, (error) => done(error)));
      }
    },
    close() {
      client.end();
    },
  };
}
