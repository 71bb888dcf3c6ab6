import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';

/** A file out of a zip, or why it could not be taken out. */
export type ZippedFile =
  | { readonly name: string; readonly bytes: Buffer }
  | { readonly name: string; readonly problem: 'encrypted' | 'damaged' | 'outside' };

/** Why nothing of a zip is taken. */
export type ZipProblem = 'damaged' | 'empty' | 'too-many-files' | 'too-large';

/** How much of a zip is taken at all. */
export interface ZipLimits {
  readonly maxFiles: number;
  /** Of all files together, unpacked, counted while unpacking: what a zip says of itself proves nothing. */
  readonly maxBytes: number;
}

/**
 * Unpacks one level of a zip, or gives the reason why nothing of it is taken. Folders are left out, their names stay in
 * front of the files'. A file whose name leads outside (`../x`, `/x`) has that for its problem, the others are taken.
 */
export async function readZip(bytes: Buffer, limits: ZipLimits): Promise<readonly ZippedFile[] | ZipProblem> {
  let zip: ZipFile;
  try {
    zip = await fromBufferPromise(bytes, {
      lazyEntries: true,
      validateEntrySizes: true,
      decodeStrings: false,
    });
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

interface Named {
  readonly name: string;
  readonly entry: Entry;
}

// Read here, because the library gives up on the zip at the first name that leads outside.
const nameOf = (entry: Entry) =>
  getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false);

async function entriesOf(zip: ZipFile, limits: ZipLimits): Promise<Named[] | ZipProblem> {
  const entries: Named[] = [];
  let folders = 0;
  let announced = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (name.endsWith('/')) {
      folders += 1;
      if (folders > limits.maxFiles * 10) return 'too-many-files';
      continue;
    }
    entries.push({ name, entry });
    announced += entry.uncompressedSize;
    if (entries.length > limits.maxFiles) return 'too-many-files';
    if (announced > limits.maxBytes) return 'too-large';
  }
  return entries.length === 0 ? 'empty' : entries;
}

async function unpackAll(
  zip: ZipFile,
  entries: readonly Named[],
  limits: ZipLimits,
): Promise<ZippedFile[] | ZipProblem> {
  const files: ZippedFile[] = [];
  let left = limits.maxBytes;
  for (const { name, entry } of entries) {
    if (validateFileName(name) !== null) {
      files.push({ name, problem: 'outside' });
      continue;
    }
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

async function unpack(zip: ZipFile, entry: Entry, max: number): Promise<Buffer | 'too-large' | 'damaged'> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const part = Buffer.from(chunk);
      size += part.length;
      if (size > max) return 'too-large';
      chunks.push(part);
    }
  } catch {
    // Another size than it says, a wrong checksum, a way of packing that nobody knows.
    return 'damaged';
  }
  return Buffer.concat(chunks);
}
