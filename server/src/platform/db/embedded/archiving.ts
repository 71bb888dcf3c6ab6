import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { stampOf } from '../../stamp.ts';
import { type Home, writing } from './home.ts';

const fileName = 'wal-series.json';
const shape = z.object({ series: z.string() });

/**
 * Decides whether the server to be started archives its WAL, and gives the name of the series that this WAL belongs to;
 * undefined where it archives nothing. A series has no gap: it ends with the first start that does not archive, whichever
 * version of the product made that start, and a base backup serves within its own series only.
 *
 * @param archives absent: as the last start did, for commands that start the database for a moment
 */
export function seriesOf(home: Home, archives: boolean | undefined): string | undefined {
  const file = join(home.folder, fileName);
  const before = archivedBefore(home) ? readSeries(file) : undefined;
  if (archives === undefined) return before;
  if (!archives) {
    writing(home.folder, () => rmSync(file, { force: true }));
    return undefined;
  }
  if (before !== undefined) return before;
  const series = `${stampOf(new Date())}-${randomUUID().slice(0, 8)}`;
  // Before the server starts: what dies in between begins another series at its next start.
  writing(home.folder, () => writeFileSync(file, JSON.stringify({ series })));
  return series;
}

function readSeries(file: string): string | undefined {
  return existsSync(file) ? shape.parse(JSON.parse(readFileSync(file, 'utf8'))).series : undefined;
}

// The server itself writes down how it was started the last time.
function archivedBefore({ cluster }: Home): boolean {
  const file = join(cluster, 'postmaster.opts');
  return existsSync(file) && readFileSync(file, 'utf8').includes('archive_mode=on');
}

/** Settings of a server that archives, or of one that does not. */
export function archivingSettings(isArchiving: boolean): Record<string, string> {
  // Nobody replicates from this server; without an archive a restore writes less.
  if (!isArchiving) return { wal_level: 'minimal' };
  // Without a command the server keeps each finished segment until somebody marks it as archived.
  return { wal_level: 'replica', archive_mode: 'on', archive_command: '' };
}
