import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

/** A proxy that ends TLS in front of a product, as operators have it. */
export interface HttpsFront {
  /** Flags with which Chromium finds these hosts here, and takes the certificate of this run and no other. */
  readonly flags: readonly string[];
  close(): Promise<void>;
}

/** Starts it for these hosts, on a free port; a host of `foreign` has an empty page that is nobody's. */
export async function startHttpsFront(
  hosts: readonly string[],
  foreign: readonly string[],
  upstreamPort: number,
): Promise<HttpsFront> {
  const { key, cert } = await makeCertificate([...hosts, ...foreign]);
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    if (foreign.includes(incoming.headers.host ?? '')) {
      outgoing.setHeader('content-type', 'text/html');
      outgoing.end('<!doctype html><title>Elders</title>');
    } else handOn(incoming, outgoing, upstreamPort);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const rules = [...hosts, ...foreign].map((host) => `MAP ${host}:443 127.0.0.1:${port}`).join(',');
  return {
    flags: [
      `--host-resolver-rules=${rules}`,
      `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`,
    ],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function handOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const headers = {
    ...incoming.headers,
    'x-forwarded-for': incoming.socket.remoteAddress,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': incoming.headers.host,
  };
  const { method, url } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    // Whoever leaves a page breaks off what it was reading.
    pipeline(answer, outgoing).catch(() => undefined);
  });
  pipeline(incoming, onward).catch(() => outgoing.destroy());
}

async function makeCertificate(names: readonly string[]): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'balie-tls-'));
  try {
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=balie';
    const also = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`;
    await promisify(execFile)('openssl', [
      ...words.split(' '),
      '-addext',
      also,
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ]);
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
