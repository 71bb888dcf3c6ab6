import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** A file out of a zip, or why it could not be taken out. */
export type ZippedFile =
  | { readonly name: string; readonly bytes: Buffer }
  | { readonly name: string; readonly problem: 'encrypted' | 'damaged' };

/** Why nothing of a zip is taken. */
export type ZipProblem = 'damaged' | 'empty' | 'too-many-files' | 'too-large';

/** How much of a zip is taken at all. */
export interface ZipLimits {
  readonly mostFiles: number;
  /** Of all files together, unpacked, counted while unpacking: what a zip says of itself proves nothing. */
  readonly mostBytes: number;
}

/**
 * Unpacks one level of a zip, all of it or nothing but a reason. Folders are left out, their names stay in front of the
 * files'. Names that lead outside (`../x`) make the zip damaged.
 */
export async function readZip(bytes: Buffer, limits: ZipLimits): Promise<readonly ZippedFile[] | ZipProblem> {
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true, decodeStrings: true });
  } catch {
    return 'damaged';
  }
  try {
    const entries = await entriesOf(zip, limits);
    return typeof entries === 'string' ? entries : await unpackAll(zip, entries, limits);
  } catch {
    return 'damaged';
  } finally {
    zip.close();
  }
}

async function entriesOf(zip: ZipFile, limits: ZipLimits): Promise<Entry[] | ZipProblem> {
  const entries: Entry[] = [];
  let folders = 0;
  let announced = 0;
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) {
      folders += 1;
      if (folders > limits.mostFiles * 10) return 'too-many-files';
      continue;
    }
    entries.push(entry);
    announced += entry.uncompressedSize;
    if (entries.length > limits.mostFiles) return 'too-many-files';
    if (announced > limits.mostBytes) return 'too-large';
  }
  return entries.length === 0 ? 'empty' : entries;
}

async function unpackAll(zip: ZipFile, entries: readonly Entry[], limits: ZipLimits): Promise<ZippedFile[] | ZipProblem> {
  const files: ZippedFile[] = [];
  let left = limits.mostBytes;
  for (const entry of entries) {
    const name = entry.fileName;
    if (entry.isEncrypted()) {
      files.push({ name, problem: 'encrypted' });
      continue;
    }
    const bytes = await unpack(zip, entry, left);
    if (bytes === 'too-large') return bytes;
    if (bytes === 'damaged') files.push({ name, problem: bytes });
    else {
      left -= bytes.length;
      files.push({ name, bytes });
    }
  }
  return files;
}

async function unpack(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | 'too-large' | 'damaged'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const part = Buffer.from(chunk);
      size += part.length;
      if (size > most) return 'too-large';
      chunks.push(part);
    }
  } catch {
    // Another size than it says, a wrong checksum, a way of packing that nobody knows.
    return 'damaged';
  }
  return Buffer.concat(chunks);
}
