import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, type Pack, pack } from 'tar-stream';
import { z } from 'zod';

/**
 * A backup is a tar archive, readable with standard tools: `balie-backup.json`, then per table pieces of COPY text
 * (`tables/{name}/{number}.copy.gz`), `sequences.json`, the files by their SHA-256 (`files/{sha256}`), the key if
 * asked for (`secret-key`), and at the very end `complete.json`, without which an archive was cut short.
 */
export const archiveVersion = 1;

/** Set on both sides, as COPY text depends on these. */
export const sameText = `set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set timezone = 'UTC'; set client_encoding = 'UTF8'; set statement_timeout = 0`;

/** The first entry: what is coming, and for which schema. */
export const header = z.object({
  format: z.literal('balie-backup'),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Names of the applied migrations, in order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Header = z.output<typeof header>;

/** Where each sequence stands, by the table and column that it numbers. */
export const sequences = z.array(
  z.object({ table: z.string(), column: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
);
export type Sequences = z.output<typeof sequences>;

/** The last entry: how much there is, and a digest over all table pieces in order. */
export const complete = z.object({
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  sha256: z.string(),
});
export type Complete = z.output<typeof complete>;

/** Writes entries one after another. */
export type ArchiveWriter = {
  readonly stream: Pack;
  /** One entry that is in memory. */
  put(name: string, bytes: Buffer): Promise<void>;
  putJson(name: string, value: unknown): Promise<void>;
  /** One entry of a known size; fails when the stream gives another. */
  pour(name: string, size: number, from: Readable): Promise<void>;
  finish(): void;
};

/** A new archive; read it from `stream` while writing. */
export function createArchive(now: Date): ArchiveWriter {
  const stream = pack();
  const entry = (name: string, size: number) => ({ name, size, mode: 0o600, mtime: now });
  const writer: ArchiveWriter = {
    stream,
    put: (name, bytes) =>
      new Promise<void>((resolve, reject) => {
        const sink = stream.entry(entry(name, bytes.byteLength), (error) =>
          error ? reject(error) : resolve(),
        );
        // An empty write is never taken off the library's hands.
        sink.end(bytes.byteLength > 0 ? bytes : undefined);
      }),
    putJson: (name, value) => writer.put(name, Buffer.from(JSON.stringify(value, null, 1))),
    pour: (name, size, from) => pipeline(from, stream.entry(entry(name, size))),
    finish: () => stream.finalize(),
  };
  return writer;
}

/** One entry of an archive that is being read. */
export type ArchiveEntry = {
  readonly name: string;
  readonly read: () => Promise<Buffer>;
  /** Its bytes, for those that do not fit in memory. */
  readonly stream: () => Readable;
};

/** The entries of an archive, in order, each to be read (or left) before the next. */
export async function* readArchive(from: Readable): AsyncGenerator<ArchiveEntry> {
  const unpacked = extract();
  const pouring = pipeline(from, unpacked);
  pouring.catch(() => undefined);
  for await (const entry of unpacked) {
    const stream = () => Readable.from(entry);
    const read = async () => Buffer.concat(await stream().toArray());
    yield { name: entry.header.name, read, stream };
    entry.resume();
  }
  await pouring;
}

/** A digest over many buffers. */
export function digest(): { add(bytes: Buffer): void; hex(): string } {
  const hash = createHash('sha256');
  return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}
