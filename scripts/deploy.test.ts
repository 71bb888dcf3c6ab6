import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

const deploy = (name: string) => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url));
const read = (name: string) => readFile(deploy(name), 'utf8');
const where = (...files: readonly string[]) => files.find((file) => existsSync(file));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balie-deploy-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function listening(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return z.object({ port: z.number() }).parse(server.address()).port;
}

const nginx = where('/usr/sbin/nginx', '/usr/bin/nginx');

describe.skipIf(nginx === undefined)('nginx.conf', () => {
  test('passes two servers on, tells where requests come from, and goes on with one', async () => {
    const upstreams = [1, 2].map((number) =>
      createServer((asked, answer) => {
        answer.setHeader('x-server', number);
        answer.end(JSON.stringify(asked.headers));
      }),
    );
    const [one, two, free] = [
      await listening(upstreams[0] ?? createServer()),
      await listening(upstreams[1] ?? createServer()),
      await freePort(),
    ];
    const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=balie';
    const certificate = spawnSync('openssl', [
      ...words.split(' '),
      '-keyout',
      keyFile,
      '-out',
      certificateFile,
    ]);
    expect(certificate.status).toBe(0);
    const text = (await read('nginx.conf'))
      .replace('127.0.0.1:3001', `127.0.0.1:${one}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${two}`)
      .replace('listen 443', `listen 127.0.0.1:${free}`)
      .replace('/etc/ssl/balie/fullchain.pem', certificateFile)
      .replace('/etc/ssl/balie/privkey.pem', keyFile);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
       http { access_log off; ${temporary} ${text} }`,
    );
    const child = spawn(nginx ?? '', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
    try {
      const first = await untilAnswer(free);
      expect(first.headers).toMatchObject({
        host: `balie.example.nl:${free}`,
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '127.0.0.1',
      });
      const seen = new Set<string>();
      for (let round = 0; round < 10; round += 1) seen.add((await ask(free)).server);
      expect([...seen].toSorted()).toEqual(['1', '2']);
      upstreams[0]?.closeAllConnections();
      upstreams[0]?.close();
      for (let round = 0; round < 10; round += 1) expect((await ask(free)).server).toBe('2');
    } finally {
      await stop(child);
      upstreams[1]?.closeAllConnections();
      upstreams[1]?.close();
    }
  }, 60_000);
});

const caddy = where('/usr/bin/caddy', '/usr/local/bin/caddy');

describe.skipIf(caddy === undefined)('Caddyfile', () => {
  test('passes two servers on, streams, and leaves out the one that is not ready', async () => {
    let isReady = true;
    const upstreams = [1, 2].map((number) =>
      createServer((asked, answer) => {
        answer.setHeader('x-server', number);
        if (asked.url === '/readyz') return answer.writeHead(number === 1 && !isReady ? 503 : 200).end();
        return answer.end(JSON.stringify(asked.headers));
      }),
    );
    const [one, two, free] = [
      await listening(upstreams[0] ?? createServer()),
      await listening(upstreams[1] ?? createServer()),
      await freePort(),
    ];
    // Its own authority signs: no other can be reached here, and no port below 1024 is needed.
    const text = (await read('Caddyfile'))
      .replace('balie.example.nl, fm.example.nl', `https://balie.example.nl:${free}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${one}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${two}`)
      .replace('health_interval 5s', 'health_interval 200ms');
    const settings = `{\nadmin off\nlocal_certs\nskip_install_trust\nauto_https disable_redirects\n}\n${text}`;
    const config = join(folder, 'Caddyfile');
    await writeFile(config, settings);
    const env = {
      ...process.env,
      XDG_DATA_HOME: join(folder, 'caddy'),
      XDG_CONFIG_HOME: join(folder, 'caddy'),
    };
    const child = spawn(caddy ?? '', ['run', '--adapter', 'caddyfile', '--config', config], {
      env,
      stdio: 'ignore',
    });
    try {
      expect((await untilAnswer(free)).headers).toMatchObject({
        host: `balie.example.nl:${free}`,
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '127.0.0.1',
      });
      const seen = async () => {
        const servers = new Set<string>();
        for (let round = 0; round < 10; round += 1) servers.add((await ask(free)).server);
        return [...servers].toSorted();
      };
      await expect.poll(seen, { timeout: 10_000 }).toEqual(['1', '2']);
      isReady = false;
      await expect.poll(seen, { timeout: 10_000 }).toEqual(['2']);
      isReady = true;
      await expect.poll(seen, { timeout: 10_000 }).toEqual(['1', '2']);
    } finally {
      await stop(child);
      for (const upstream of upstreams) {
        upstream.closeAllConnections();
        upstream.close();
      }
    }
  }, 60_000);
});

test.skipIf(where('/usr/bin/systemd-analyze') === undefined)('systemd reads balie.service', async () => {
  const program = deploy('../node_modules/node/bin/node');
  const unit = join(folder, 'balie.service');
  // The place of the program is that of an installation.
  await writeFile(
    unit,
    (await read('balie.service')).replaceAll('/opt/balie/node_modules/node/bin/node', program),
  );
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit]);
  expect([stderr.toString(), status]).toEqual(['', 0]);
});

test('the health check asks whether this server is ready', async () => {
  let status = 200;
  const hosts: unknown[] = [];
  const server = createServer((asked, answer) => {
    hosts.push(asked.headers.host);
    answer.writeHead(asked.url === '/readyz' ? status : 404).end();
  });
  const port = await listening(server);
  const env = {
    ...process.env,
    PORT: String(port),
    BALIE_HOSTS: 'generic=balie.example.nl,fm=fm.example.nl',
  };
  const check = async () => {
    const child = spawn(process.execPath, [deploy('health.js')], { env });
    return z.array(z.unknown()).parse(await once(child, 'exit'))[0];
  };
  expect(await check()).toBe(0);
  status = 503;
  expect(await check()).toBe(1);
  server.close();
  expect(await check()).toBe(1);
  expect(hosts).toEqual(['balie.example.nl', 'balie.example.nl']);
}, 30_000);

test('the container starts what exists, as somebody without rights', async () => {
  const file = await read('Dockerfile');
  expect(file).toMatch(/^USER 10001:10001$/m);
  const copied = [...file.matchAll(/^COPY --from=build \/opt\/balie\/(\S+)/gm)].map(([, name = '']) => name);
  for (const name of copied.filter((each) => each !== 'dist'))
    expect({ name, isThere: existsSync(deploy(`../${name}`)) }).toEqual({ name, isThere: true });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listening(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function ask(port: number): Promise<{ server: string; headers: unknown }> {
  const headers = { host: `balie.example.nl:${port}` };
  const asking = get({ host: '127.0.0.1', port, headers, rejectUnauthorized: false });
  const [answer] = z.tuple([z.instanceof(IncomingMessage)]).parse(await once(asking, 'response'));
  const body = Buffer.concat(await answer.toArray()).toString();
  return { server: String(answer.headers['x-server']), headers: JSON.parse(body) };
}

async function untilAnswer(port: number): ReturnType<typeof ask> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask(port);
    } catch (error) {
      if (tries > 50) throw error;
      await pause(100);
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
