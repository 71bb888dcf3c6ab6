import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { isThereOrInstalled } from '#server/platform/testing/debian.ts';

const program = '/usr/bin/xmllint';

/** Whether the tests can have a validator of XML Schema that is not ours. */
export function xmllintIsThere(): boolean {
  return isThereOrInstalled(() => existsSync(program), ['libxml2-utils']);
}

/** What to tell when there is none. */
export const xmllintMissing =
  'Files are held against XML Schema by xmllint: install the package "libxml2-utils" (Debian, as root: apt-get install libxml2-utils).';

/** What a schema says against a document; empty: it is valid. */
export function schemaErrors(schema: string, document: string | Uint8Array): string {
  const { status, stderr } = spawnSync(program, ['--noout', '--nonet', '--schema', schema, '-'], {
    input: document,
  });
  return status === 0 ? '' : stderr.toString();
}
