import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BucketPlace } from '#server/platform/files/bucket-place.ts';

/** Where scheduled backups are kept. */
export interface BackupPlace {
  /** The names of complete backups, the newest first. */
  list(): Promise<string[]>;
  /** Keeps a backup under a name, whole or not at all; gives its size. */
  write(name: string, from: Readable): Promise<number>;
  read(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
}

const nameShape = /^balie-\d{8}T\d{6}Z\.backup$/;

/** The name of a backup that begins at a moment: names sort by time. */
export function backupName(at: Date): string {
  return `balie-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
}

/** Opens a folder (its path) or a bucket. */
export async function openBackupPlace(place: string | BucketPlace): Promise<BackupPlace> {
  return typeof place === 'string' ? backupsInFolder(place) : backupsInBucket(place);
}

function newestFirst(names: readonly string[]): string[] {
  return names.filter((name) => nameShape.test(name)).toSorted((a, b) => (a < b ? 1 : -1));
}

function backupsInFolder(folder: string): BackupPlace {
  return {
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return newestFirst(await readdir(folder));
    },
    async write(name, from) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // What a killed process left; one backup is made at a time.
      for (const left of await readdir(folder))
        if (left.endsWith('.backup.part')) await rm(join(folder, left));
      const unfinished = join(folder, `${name}.part`);
      try {
        await pipeline(from, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(unfinished, join(folder, name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return (await stat(join(folder, name))).size;
    },
    read: async (name) => createReadStream(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

async function backupsInBucket(place: BucketPlace): Promise<BackupPlace> {
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } =
    await import('@aws-sdk/client-s3');
  const { Upload } = await import('@aws-sdk/lib-storage');
  const { bucketClient } = await import('#server/platform/files/bucket-client.ts');
  const client = bucketClient(place);
  const at = (name: string) => ({ Bucket: place.bucket, Key: place.prefix + name });
  return {
    async list() {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const from = token === undefined ? {} : { ContinuationToken: token };
        const command = { Bucket: place.bucket, Prefix: place.prefix, ...from };
        const page = await client.send(new ListObjectsV2Command(command));
        names.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(place.prefix.length)));
        token = page.NextContinuationToken;
      } while (token !== undefined);
      return newestFirst(names);
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
  };
}
