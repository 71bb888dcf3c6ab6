import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FilesUnreachable, readBucketPlace } from './bucket-place.ts';
import { filesInBucket } from './files-in-bucket.ts';
import { type Files, filesInFolder } from './files.ts';
import { movingFiles } from './moving-files.ts';
import { openFiles } from './open-files.ts';
import { startSwift, type Swift, swiftIsThere, swiftMissing } from './testing/swift.ts';

const hasSwift = swiftIsThere();
if (!hasSwift) process.stdout.write(`${swiftMissing}\n`);

let swift: Swift;
let folder: string;
let prefixes = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-files-'));
  if (hasSwift) swift = await startSwift();
}, 300_000);
afterAll(async () => {
  await rm(folder, { recursive: true });
  if (hasSwift) await swift.close();
});

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const past = () => new Date(Date.now() - 60_000);
const future = () => new Date(Date.now() + 60_000);
const partBytes = 5 * 1024 * 1024;

async function listed(all: AsyncIterable<string>): Promise<string[]> {
  const names: string[] = [];
  for await (const name of all) names.push(name);
  return names.toSorted();
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

type WithBytes = Files & {
  /** Puts other bytes under a name, behind the store's back. */
  readonly overwrite: (sha256: string, bytes: Buffer) => Promise<unknown>;
};

function newFolder(): WithBytes {
  prefixes += 1;
  const path = join(folder, `files-${prefixes}`);
  const overwrite: WithBytes['overwrite'] = (sha256, bytes) =>
    writeFile(join(path, sha256.slice(0, 2), sha256.slice(2, 4), sha256), bytes);
  return { ...filesInFolder(path), overwrite };
}

function newBucket(endpoint = swift.endpoint): WithBytes & { readonly prefix: string } {
  prefixes += 1;
  const place = { bucket: swift.bucket, prefix: `p${prefixes}/`, endpoint, region: 'us-east-1' };
  const files = filesInBucket(place, join(folder, 'spool'), { partBytes, silentMs: 1500, attempts: 4 });
  const overwrite: WithBytes['overwrite'] = (sha256, bytes) =>
    swift.client.send(
      new PutObjectCommand({ Bucket: swift.bucket, Key: `${place.prefix}files/${sha256}`, Body: bytes }),
    );
  return { ...files, prefix: place.prefix, overwrite };
}

function newMoving(): WithBytes {
  const to = newBucket();
  return { ...movingFiles({ to, from: newFolder() }), overwrite: to.overwrite };
}

const places: [string, () => WithBytes][] = [['a folder', newFolder]];
if (hasSwift) {
  places.push(['a bucket', newBucket]);
  places.push(['a folder that moves to a bucket', newMoving]);
}

describe.each(places)('files in %s', (_, newFiles) => {
  test('come back as they were stored, however they came', async () => {
    const files = newFiles();
    for (const bytes of [Buffer.alloc(0), Buffer.from('é'), randomBytes(300_000)]) {
      const sha256 = await files.put(bytes);
      expect(sha256).toBe(sha256Of(bytes));
      expect(await files.get(sha256)).toEqual(bytes);
    }
    const view = new Uint8Array(Buffer.from('..middle..').buffer.slice(0)).subarray(0, 4);
    expect(await files.get(await files.put(view))).toEqual(Buffer.from(view));
    const large = randomBytes(2 * partBytes + 12_345);
    const stored = await files.putStream(inPieces(large, 100_000));
    expect(stored).toEqual({ sha256: sha256Of(large), bytes: large.length });
    const found = await files.stream(stored.sha256);
    expect(found?.bytes).toBe(large.length);
    expect(Buffer.concat((await found?.stream.toArray()) ?? []).equals(large)).toBe(true);
    expect(await files.put(large)).toBe(stored.sha256);
  });

  test('that are not there are null, and other names are refused', async () => {
    const files = newFiles();
    const none = 'f'.repeat(64);
    expect(await files.get(none)).toBeNull();
    expect(await files.stream(none)).toBeNull();
    await files.remove(none);
    expect(await files.removeBefore(none, future())).toBe(false);
    await expect(files.get('../secret-key')).rejects.toThrow('not a SHA-256');
    expect(await listed(files.list())).toEqual([]);
  });

  test('are whole, damaged by a flipped bit, or missing', async () => {
    const files = newFiles();
    const bytes = randomBytes(200_000);
    const sha256 = await files.put(bytes);
    expect(await files.check(sha256)).toEqual({ state: 'whole', bytes: bytes.length });
    bytes.writeUInt8(bytes.readUInt8(150_000) ^ 1, 150_000);
    await files.overwrite(sha256, bytes);
    expect(await files.check(sha256)).toEqual({ state: 'damaged', bytes: bytes.length });
    await files.remove(sha256);
    expect(await files.check(sha256)).toEqual({ state: 'missing', bytes: 0 });
  });

  test('are listed, and by when they were last stored', async () => {
    const files = newFiles();
    const names = [await files.put(Buffer.from('a')), await files.put(Buffer.from('b'))].toSorted();
    await files.put(Buffer.from('a'));
    expect(await listed(files.list())).toEqual(names);
    expect(await listed(files.listBefore(future()))).toEqual(names);
    expect(await listed(files.listBefore(past()))).toEqual([]);
  });

  test('are removed, but not when they were stored again', async () => {
    const files = newFiles();
    const sha256 = await files.put(Buffer.from('removed'));
    expect(await files.removeBefore(sha256, past())).toBe(false);
    expect(await files.get(sha256)).not.toBeNull();
    expect(await files.removeBefore(sha256, future())).toBe(true);
    expect(await files.get(sha256)).toBeNull();
    await files.put(Buffer.from('removed'));
    await files.remove(sha256);
    expect(await files.get(sha256)).toBeNull();
  });

  test('that many store at once while a sweep removes them are there afterwards', async () => {
    const files = newFiles();
    const bytes = Buffer.from('wanted by many');
    const sha256 = await files.put(bytes);
    const isDone = { now: false };
    const sweeping = (async () => {
      while (!isDone.now) await files.removeBefore(sha256, past());
    })();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 4 }, () => files.put(bytes)));
      expect(await files.get(sha256)).toEqual(bytes);
    }
    isDone.now = true;
    await sweeping;
  });

  test('whose sender breaks off leave nothing', async () => {
    const files = newFiles();
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('broken off');
    }
    await expect(files.putStream(broken())).rejects.toThrow('broken off');
    expect(await listed(files.list())).toEqual([]);
  });
});

describe.skipIf(!hasSwift)('a bucket', () => {
  test('that keeps other bytes than were stored is found out', async () => {
    const files = newBucket();
    const sha256 = await files.put(Buffer.from('true'));
    await files.overwrite(sha256, Buffer.from('lies'));
    await expect(files.get(sha256)).rejects.toThrow(FilesUnreachable);
    const pieces: unknown[] = [];
    const reading = (async () => {
      for await (const piece of (await files.stream(sha256))?.stream ?? []) pieces.push(piece);
    })();
    await expect(reading).rejects.toThrow('not those that were stored');
    expect(pieces).toEqual([]);
  });

  test('an upload waits for a removal that began before it, and stores again what that took', async () => {
    const files = newBucket();
    const bytes = Buffer.from('contended');
    const sha256 = sha256Of(bytes);
    const removal = { Bucket: swift.bucket, Key: `${files.prefix}removals/${sha256}` };
    await swift.client.send(new PutObjectCommand({ ...removal, Body: '' }));
    const storing = files.put(bytes);
    // The removal had looked before the upload, and takes what came after.
    await expect.poll(() => files.get(sha256)).not.toBeNull();
    await files.remove(sha256);
    await swift.client.send(new DeleteObjectCommand(removal));
    await storing;
    expect(await files.get(sha256)).toEqual(bytes);
  });

  test('is asked again after 503, a broken connection and a silent one', async () => {
    const trouble: ((answer: ServerResponse) => void)[] = [];
    const proxy = await proxyWith(swift.endpoint, (answer) => {
      const next = trouble.shift();
      next?.(answer);
      return next !== undefined;
    });
    try {
      const files = newBucket(proxy.endpoint);
      const busy = (answer: ServerResponse) => answer.writeHead(503).end();
      const broken = (answer: ServerResponse) => answer.destroy();
      const silent = () => undefined;
      trouble.push(busy, broken, silent);
      const sha256 = await files.put(Buffer.from('patience'));
      expect(trouble).toEqual([]);
      trouble.push(busy, silent, broken);
      expect((await files.get(sha256))?.toString()).toBe('patience');
      trouble.push(busy, busy, busy, busy);
      await expect(files.put(Buffer.from('never'))).rejects.toThrow(FilesUnreachable);
      // Slow, but it goes on: 3 MB at 600 kB a second take longer than any silence may last.
      const slow = randomBytes(3_000_000);
      const slowName = await files.put(slow);
      proxy.slowDown(600_000);
      expect((await files.get(slowName))?.equals(slow)).toBe(true);
      expect(proxy.addresses.filter((address) => /X-Amz-Signature/i.test(address))).toEqual([]);
    } finally {
      await proxy.close();
    }
  }, 60_000);

  test('nobody listens at is said at once', async () => {
    const files = filesInBucket(
      { bucket: 'balie', prefix: '', endpoint: 'http://127.0.0.1:1', region: 'us-east-1' },
      folder,
      { attempts: 1 },
    );
    await expect(files.put(Buffer.from('x'))).rejects.toThrow(/cannot be reached.*ECONNREFUSED/);
    await expect(files.get('a'.repeat(64))).rejects.toThrow(FilesUnreachable);
  });

  test('that does not exist is no empty one', async () => {
    const place = { bucket: 'none', prefix: '', endpoint: swift.endpoint, region: 'us-east-1' };
    const files = filesInBucket(place, folder);
    await expect(files.get('a'.repeat(64))).rejects.toThrow(FilesUnreachable);
  });

  test('uploads that were never ended are given up once they are old', async () => {
    const files = newBucket();
    const half = { Bucket: swift.bucket, Key: `${files.prefix}files/${'a'.repeat(64)}` };
    await swift.client.send(new CreateMultipartUploadCommand(half));
    const uploads = async () => {
      const command = new ListMultipartUploadsCommand({ Bucket: swift.bucket, Prefix: files.prefix });
      return (await swift.client.send(command)).Uploads?.length ?? 0;
    };
    await listed(files.listBefore(past()));
    expect(await uploads()).toBe(1);
    await listed(files.listBefore(future()));
    expect(await uploads()).toBe(0);
  });
});

describe.skipIf(!hasSwift)('moving', () => {
  test.each([
    ['to a bucket', () => ({ from: newFolder(), to: newBucket() })],
    ['back to a folder', () => ({ from: newBucket(), to: newFolder() })],
  ])('%s reads everything meanwhile and empties the old place', async (_, make) => {
    const { from, to } = make();
    const files = movingFiles({ from, to });
    const old = await Promise.all(
      Array.from({ length: 20 }, (__, number) => from.put(Buffer.from(`old ${number}`))),
    );
    const fresh = await files.put(Buffer.from('fresh'));
    const isDone = { now: false };
    const reading = (async () => {
      while (!isDone.now) for (const sha256 of old) expect(await files.get(sha256)).not.toBeNull();
    })();
    expect(await files.move()).toEqual({ moved: 20, damaged: 0 });
    isDone.now = true;
    await reading;
    expect(await listed(from.list())).toEqual([]);
    expect(await listed(to.list())).toEqual([...old, fresh].toSorted());
    expect(await files.move()).toEqual({ moved: 0, damaged: 0 });
  });

  test('begins by itself where the folder has files, and leaves the spool empty', async () => {
    const dataFolder = join(folder, 'data');
    const sha256 = await (await openFiles(dataFolder)).put(Buffer.from('old'));
    const place = { bucket: swift.bucket, prefix: 'by-itself/', endpoint: swift.endpoint, region: 'r' };
    const files = await openFiles(dataFolder, { to: { ...place, region: 'us-east-1' } });
    expect((await files.get(sha256))?.toString()).toBe('old');
    expect(await files.move?.()).toEqual({ moved: 1, damaged: 0 });
    expect((await files.get(sha256))?.toString()).toBe('old');
    expect(await readdir(join(dataFolder, 'spool'))).toEqual([]);
  });
});

test.each([
  ['s3://bucket', { bucket: 'bucket', prefix: '', region: 'us-east-1' }],
  [
    's3://bucket/a/b/?endpoint=https://s3.example:9000&region=nl-1',
    { bucket: 'bucket', prefix: 'a/b/', region: 'nl-1', endpoint: 'https://s3.example:9000' },
  ],
  ['s3://', undefined],
  ['s3://key:secret@bucket', undefined],
  ['s3://bucket?endpont=https://s3.example', undefined],
  ['s3://bucket?endpoint=s3.example', undefined],
  ['https://bucket', undefined],
])('%s names a place: %j', (text, place) => expect(readBucketPlace(text)).toEqual(place));

/** Passes requests on, unless `interfere` answers them itself. */
async function proxyWith(target: string, interfere: (answer: ServerResponse) => boolean) {
  const addresses: string[] = [];
  let bytesASecond: number | undefined;
  const server = createServer((asked: IncomingMessage, answer) => {
    addresses.push(asked.url ?? '');
    if (interfere(answer)) return asked.resume();
    // The host is signed: it stays that of the proxy.
    const passed = request(
      new URL(asked.url ?? '', target),
      { method: asked.method ?? 'GET', headers: asked.headers, agent: false },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 500, reply.headers);
        if (asked.method === 'HEAD') return answer.end();
        if (bytesASecond === undefined) return reply.pipe(answer);
        void slowly(reply, answer, bytesASecond);
      },
    );
    // Swift answers HEAD for what is not there with a body, which breaks that connection afterwards.
    passed.on('error', () => answer.headersSent || answer.destroy());
    return asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    addresses,
    slowDown: (bytes: number) => (bytesASecond = bytes),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function slowly(from: IncomingMessage, to: ServerResponse, bytesASecond: number): Promise<void> {
  for await (const piece of from) {
    to.write(piece);
    await new Promise((resolve) => setTimeout(resolve, (piece.length / bytesASecond) * 1000));
  }
  to.end();
}
