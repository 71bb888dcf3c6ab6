import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

const root = new URL('../../../../', import.meta.url);

/** The version of this product, as its package says. */
export const productVersion: string = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))).version;

/** What identifies the portal that this process gives: another build has another one. Empty where none was built. */
export const portalBuild: string = (() => {
  try {
    // It names the files of the first screen, which name those of all others.
    return createHash('sha256')
      .update(readFileSync(new URL('dist/portal/index.html', root)))
      .digest('hex')
      .slice(0, 8);
  } catch {
    return '';
  }
})();

/** A process of the product, as its connections to the database tell. */
export interface ProcessName {
  readonly kind: 'server' | 'worker';
  readonly version: string;
  readonly build: string;
  readonly pid: number;
  readonly startedAt: string;
  readonly host: string;
}

const startedAt = Math.floor(Date.now() / 1000 - process.uptime());
// PostgreSQL keeps 63 bytes of a name.
const maxBytes = 63;

/** The name under which this process connects: whoever looks sees which versions are connected, and where they run. */
export function applicationName(kind: ProcessName['kind']): string {
  const parts = ['balie', kind, productVersion, portalBuild, process.pid, startedAt, hostname()];
  return parts.join('/').slice(0, maxBytes);
}

/** Reads such a name; undefined for any other program. */
export function readApplicationName(name: string): ProcessName | undefined {
  const [product, kind, version = '', build = '', pid = '', started = '', ...host] = name.split('/');
  if (product !== 'balie' || (kind !== 'server' && kind !== 'worker')) return undefined;
  const [number, seconds] = [Number(pid), Number(started)];
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(seconds) || seconds <= 0) return undefined;
  return {
    kind,
    version,
    build,
    pid: number,
    startedAt: new Date(seconds * 1000).toISOString(),
    host: host.join('/'),
  };
}
