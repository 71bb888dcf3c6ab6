import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable, Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { bucketClient } from './bucket-client.ts';
import { type BucketPlace, FilesUnreachable } from './bucket-place.ts';
import { checkBytes, type Files, missingFile, sha256Shape } from './files.ts';

/** What tests make smaller. */
export interface BucketOptions {
  /** Files of more bytes are sent in parts of this size; S3 takes 5 MB at least. */
  readonly partBytes?: number;
  /** How long an answer may keep silent before it is asked for again. */
  readonly silentMs?: number;
  /** How often one request is tried. */
  readonly attempts?: number;
}

const readTries = 3;
// A removal takes two requests; whoever died in between is not waited for.
const removalMs = 20 * 60_000;
const waitForRemovalMs = 20_000;

/**
 * Files in a bucket of any S3 API that shows what was written at once, as all big ones do (decision 0170). Every
 * request carries the SHA-256 of what it sends, which the server checks; whatever is read is checked against its name.
 *
 * @param spoolFolder where a file waits whose name is not known before its last byte
 */
export function filesInBucket(
  place: BucketPlace,
  spoolFolder: string,
  { partBytes = 16 * 1024 * 1024, ...trying }: BucketOptions = {},
): Files {
  const client = bucketClient(place, trying);
  const filesPrefix = `${place.prefix}files/`;
  const inBucket = (key: string) => ({ Bucket: place.bucket, Key: key });
  const keyOf = (sha256: string): string => {
    if (!sha256Shape.test(sha256)) throw new Error('not a SHA-256');
    return filesPrefix + sha256;
  };
  const removalOf = (sha256: string): string => `${place.prefix}removals/${sha256}`;
  const headOf = (key: string): Promise<HeadObjectCommandOutput | null> =>
    client.send(new HeadObjectCommand(inBucket(key))).catch(absent);

  async function upload(sha256: string, size: number, body: () => Promise<Buffer | Readable>): Promise<void> {
    for (let tries = 0; tries < readTries; tries += 1) {
      const params = { ...inBucket(keyOf(sha256)), ContentType: 'application/octet-stream' };
      if (size <= partBytes) await client.send(new PutObjectCommand({ ...params, Body: await body() }));
      else
        await new Upload({ client, partSize: partBytes, params: { ...params, Body: await body() } }).done();
      // A sweep that looked before this upload may still remove the file: what is there after it, stays.
      await untilNobodyRemoves(sha256);
      if ((await headOf(keyOf(sha256)))?.ContentLength === size) return;
    }
    throw new FilesUnreachable(new Error(`${sha256} does not stay in the bucket`));
  }

  async function untilNobodyRemoves(sha256: string): Promise<void> {
    const until = performance.now() + waitForRemovalMs;
    for (;;) {
      const removal = await headOf(removalOf(sha256));
      if (!removal?.LastModified || Date.now() - removal.LastModified.getTime() > removalMs) return;
      if (performance.now() > until) throw new FilesUnreachable(new Error(`${sha256} is being removed`));
      await pause(250);
    }
  }

  async function openObject(sha256: string): Promise<{ body: Readable; bytes: number } | null> {
    const found = await client.send(new GetObjectCommand(inBucket(keyOf(sha256)))).catch(absent);
    if (!found) return null;
    if (!(found.Body instanceof Readable)) throw new Error('the bucket gave no bytes');
    return { body: found.Body, bytes: found.ContentLength ?? 0 };
  }

  async function read(sha256: string): Promise<Buffer | null> {
    const found = await openObject(sha256);
    if (!found) return null;
    const bytes = Buffer.concat(await found.body.toArray());
    if (hashOf(bytes) !== sha256) throw damaged(sha256);
    return bytes;
  }

  async function* keys(prefix: string): AsyncGenerator<{ name: string; at: Date }> {
    let token: string | undefined;
    do {
      const from = token === undefined ? {} : { ContinuationToken: token };
      const command = new ListObjectsV2Command({ Bucket: place.bucket, Prefix: prefix, ...from });
      const page = await client.send(command).catch(unreachable);
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const name = Key.slice(prefix.length);
        if (sha256Shape.test(name)) yield { name, at: LastModified ?? new Date() };
      }
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async function clearHalfWritten(moment: Date): Promise<void> {
    for (const name of (await readdir(spoolFolder).catch(noFolder)) ?? []) {
      const path = join(spoolFolder, name);
      const found = await stat(path).catch(noFolder);
      if (found && found.mtime < moment) await rm(path, { force: true });
    }
    const command = new ListMultipartUploadsCommand({ Bucket: place.bucket, Prefix: filesPrefix });
    const { Uploads = [] } = await client.send(command).catch(unreachable);
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Initiated && Initiated < moment)
        await client
          .send(new AbortMultipartUploadCommand({ Bucket: place.bucket, Key, UploadId }))
          .catch(absent);
    }
  }

  return {
    async put(bytes) {
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const sha256 = hashOf(body);
      await upload(sha256, body.length, async () => body).catch(unreachable);
      return sha256;
    },
    async putStream(pieces) {
      await mkdir(spoolFolder, { recursive: true, mode: 0o700 });
      const path = join(spoolFolder, randomUUID());
      const hash = createHash('sha256');
      let bytes = 0;
      try {
        const file = await open(path, 'wx', 0o600);
        try {
          for await (const piece of pieces) {
            hash.update(piece);
            bytes += piece.length;
            await file.writeFile(piece);
          }
        } finally {
          await file.close();
        }
        const sha256 = hash.digest('hex');
        const body = async () => (bytes <= partBytes ? readFile(path) : createReadStream(path));
        await upload(sha256, bytes, body).catch(unreachable);
        return { sha256, bytes };
      } finally {
        await rm(path, { force: true });
      }
    },
    async get(sha256) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await read(sha256);
        } catch (error) {
          if (tries === readTries) throw unreachableOf(error);
        }
      }
    },
    async stream(sha256) {
      const found = await openObject(sha256).catch(unreachable);
      if (!found) return null;
      const checked = checking(sha256);
      pipeline(found.body, checked, () => undefined);
      return { stream: checked, bytes: found.bytes };
    },
    async check(sha256) {
      for (let tries = 1; ; tries += 1) {
        try {
          const found = await openObject(sha256);
          return found ? await checkBytes(sha256, found.body) : missingFile;
        } catch (error) {
          if (tries === readTries) throw unreachableOf(error);
        }
      }
    },
    async remove(sha256) {
      await client.send(new DeleteObjectCommand(inBucket(keyOf(sha256)))).catch(unreachable);
    },
    async *list() {
      for await (const { name } of keys(filesPrefix)) yield name;
    },
    async *listBefore(moment) {
      await clearHalfWritten(moment);
      for await (const { name, at } of keys(filesPrefix)) if (at < moment) yield name;
    },
    async removeBefore(sha256, moment) {
      const isOld = async () => {
        const found = await headOf(keyOf(sha256));
        return found?.LastModified !== undefined && found.LastModified < moment;
      };
      if (!(await isOld().catch(unreachable))) return false;
      // Announced before the last look: an upload after that look sees it, and waits. Where a request fails it stays,
      // as the removal may still arrive.
      const removal = inBucket(removalOf(sha256));
      await client.send(new PutObjectCommand({ ...removal, Body: Buffer.alloc(0) })).catch(unreachable);
      const isRemoved = await isOld().catch(unreachable);
      if (isRemoved) await client.send(new DeleteObjectCommand(inBucket(keyOf(sha256)))).catch(unreachable);
      await client.send(new DeleteObjectCommand(removal)).catch(unreachable);
      return isRemoved;
    },
  };
}

/** Passes bytes on and fails instead of ending when they are not those of that name: the last piece waits for that. */
function checking(sha256: string): Transform {
  const hash = createHash('sha256');
  let last: Buffer | undefined;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      const before = last;
      last = piece;
      done(null, before);
    },
    flush(done) {
      if (hash.digest('hex') === sha256) done(null, last);
      else done(new FilesUnreachable(damaged(sha256)));
    },
  });
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function damaged(sha256: string): Error {
  return new Error(`the bytes of ${sha256} in the bucket are not those that were stored`);
}

function absent(error: unknown): null {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && !isNoBucket(error))
    return null;
  throw unreachableOf(error);
}

function isNoBucket({ name }: S3ServiceException): boolean {
  return name === 'NoSuchBucket';
}

function noFolder(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

function unreachable(error: unknown): never {
  throw unreachableOf(error);
}

const fullNames: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage']);

function unreachableOf(error: unknown): unknown {
  if (error instanceof FilesUnreachable) return error;
  if (error instanceof S3ServiceException) {
    if (error.$metadata.httpStatusCode === 507 || fullNames.has(error.name))
      return Object.assign(new Error('the bucket is full', { cause: error }), { code: 'EDQUOT' });
    return new FilesUnreachable(error);
  }
  // What the disk of the spool says is said as it is.
  const isOfDisk = error instanceof Error && 'syscall' in error && 'path' in error;
  return isOfDisk ? error : new FilesUnreachable(error);
}
