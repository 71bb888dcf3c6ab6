import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { isThereOrInstalled } from '#server/platform/testing/debian.ts';
import { freePort } from '#server/platform/processes/free-port.ts';

/** A real server with the S3 API: OpenStack Swift. */
export interface Swift {
  readonly endpoint: string;
  /** A client of its own, to look behind the store. */
  readonly client: S3Client;
  readonly bucket: string;
  close(): Promise<void>;
}

/** How the product finds the account of the tests. */
export const swiftKeys = { AWS_ACCESS_KEY_ID: 'test:tester', AWS_SECRET_ACCESS_KEY: 'testing' };

/** What to tell when there is none. */
export const swiftMissing =
  'Files in a bucket are tested against OpenStack Swift: install its packages (Debian, as root: apt-get install swift-proxy swift-account swift-container swift-object).';

const services = ['account', 'container', 'object'] as const;
const programOf = (name: string) => `/usr/bin/swift-${name}-server`;
const isInstalled = () => ['proxy', ...services].every((name) => existsSync(programOf(name)));

/** Whether the tests can have one: installed with apt where we may. */
export function swiftIsThere(): boolean {
  return isThereOrInstalled(
    isInstalled,
    ['proxy', ...services].map((name) => `swift-${name}`),
  );
}

/** Starts one in a folder of its own on free ports, with one empty bucket. */
export async function startSwift(): Promise<Swift> {
  Object.assign(process.env, swiftKeys);
  const folder = await mkdtemp(join(tmpdir(), 'balie-swift-'));
  await mkdir(join(folder, 'devices/one'), { recursive: true });
  await writeFile(join(folder, 'swift.conf'), hashes);
  const children: ChildProcess[] = [];
  const run = async (name: string, port: number, rest: string) => {
    const file = join(folder, `${name}.conf`);
    await writeFile(file, `${common(folder, port)}${rest}`);
    children.push(spawn(programOf(name), [file], { stdio: 'ignore' }));
  };
  for (const name of services) {
    const port = await freePort();
    const builder = join(folder, `${name}.builder`);
    for (const words of [
      ['create', '4', '1', '0'],
      ['add', `r1z1-127.0.0.1:${port}/one`, '1'],
      ['rebalance'],
    ])
      spawnSync('/usr/bin/swift-ring-builder', [builder, ...words], { cwd: folder, stdio: 'ignore' });
    await run(
      name,
      port,
      `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    );
  }
  const port = await freePort();
  await run('proxy', port, pipeline);
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    credentials: {
      accessKeyId: swiftKeys.AWS_ACCESS_KEY_ID,
      secretAccessKey: swiftKeys.AWS_SECRET_ACCESS_KEY,
    },
  });
  await untilBucket(client);
  return {
    endpoint,
    client,
    bucket: 'balie',
    async close() {
      client.destroy();
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilBucket(client: S3Client): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: 'balie' }));
      return;
    } catch (error) {
      if (tries > 150) throw error;
      await pause(200);
    }
  }
}

const hashes = `[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = only
default = yes
`;

function common(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
fallocate_reserve = 0
`;
}

// Nothing listens on the port of the cache, which is optional.
const pipeline = `[pipeline:main]
pipeline = catch_errors cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
allow_multipart_uploads = yes
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;
