import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BucketPlace } from './bucket-place.ts';

/** An object of a place: its whole name, when it was last written, and its size. */
export interface PlacedObject {
  readonly name: string;
  readonly at: Date;
  readonly bytes: number;
}

/** Where backups are kept, under names such as `base/1.tar`: a folder or a bucket. */
export interface ObjectPlace {
  /** The complete objects below a prefix (empty, or ending in `/`), in no order. */
  list(prefix: string): Promise<PlacedObject[]>;
  /** Keeps an object under a name, whole or not at all, instead of what had that name; gives its size. */
  write(name: string, from: Readable): Promise<number>;
  read(name: string): Promise<Readable>;
  /** Nothing if it is deleted already. */
  remove(name: string): Promise<void>;
  /** Removes what a killed process left half written below a prefix; nobody may write there meanwhile. */
  removeUnfinished(prefix: string): Promise<void>;
}

/** Opens a folder (its path) or a bucket. */
export async function openObjectPlace(place: string | BucketPlace): Promise<ObjectPlace> {
  return typeof place === 'string' ? objectsInFolder(place) : objectsInBucket(place);
}

const unfinishedEnd = '.part';

function objectsInFolder(folder: string): ObjectPlace {
  async function pathsBelow(prefix: string): Promise<string[]> {
    const top = join(folder, prefix);
    await mkdir(top, { recursive: true, mode: 0o700 });
    const entries = await readdir(top, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  }
  return {
    async list(prefix) {
      const found: PlacedObject[] = [];
      for (const path of await pathsBelow(prefix)) {
        if (path.endsWith(unfinishedEnd)) continue;
        const about = await stat(join(folder, path)).catch(absent);
        if (about) found.push({ name: path.replaceAll('\\', '/'), at: about.mtime, bytes: about.size });
      }
      return found;
    },
    async write(name, from) {
      const path = join(folder, name);
      const unfinished = path + unfinishedEnd;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(from, createWriteStream(unfinished, { mode: 0o600, flush: true }));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return (await stat(path)).size;
    },
    read: async (name) => createReadStream(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async removeUnfinished(prefix) {
      for (const path of await pathsBelow(prefix))
        if (path.endsWith(unfinishedEnd)) await rm(join(folder, path), { force: true });
    },
  };
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

async function objectsInBucket(place: BucketPlace): Promise<ObjectPlace> {
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } =
    await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const { bucketClient } = await import('./bucket-client.ts');
  const client = bucketClient(place);
  const at = (name: string) => ({ Bucket: place.bucket, Key: place.prefix + name });
  return {
    async list(prefix) {
      const found: PlacedObject[] = [];
      let token: string | undefined;
      do {
        const from = token === undefined ? {} : { ContinuationToken: token };
        const command = { Bucket: place.bucket, Prefix: place.prefix + prefix, ...from };
        const page = await client.send(new ListObjectsV2Command(command));
        for (const { Key = '', LastModified = new Date(), Size = 0 } of page.Contents ?? [])
          found.push({ name: Key.slice(place.prefix.length), at: LastModified, bytes: Size });
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return found;
    },
    async write(name, from) {
      // Parts of 64 MB: S3 takes 10,000 of them.
      const upload = new Upload({
        client,
        partSize: 64 * 1024 * 1024,
        queueSize: 1,
        params: { ...at(name), Body: from },
      });
      const isBroken = new Promise<never>((_resolve, reject) => from.once('error', reject));
      await Promise.race([upload.done(), isBroken]).catch(async (error: unknown) => {
        await upload.abort().catch(() => undefined);
        throw error;
      });
      return (await client.send(new HeadObjectCommand(at(name)))).ContentLength ?? 0;
    },
    async read(name) {
      const { Body } = await client.send(new GetObjectCommand(at(name)));
      if (!(Body instanceof Readable)) throw new Error(`the bucket gave no bytes of ${name}`);
      return Body;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)));
    },
    // A bucket shows nothing half written.
    removeUnfinished: async () => undefined,
  };
}
