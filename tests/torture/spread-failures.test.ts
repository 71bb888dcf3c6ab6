import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildUser } from '#server/features/core/testing/factories.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { detectSpread } from '#server/platform/db/spread.ts';
import { lostAndDoubled, SpreadLoad, type Writer } from '../support/spread-load.ts';
import { SpreadServer } from '../support/spread-product.ts';

/**
 * What a spread product bears, with two server processes and their two workers, on a database that is spread already
 * (docs/scale.md). CLUSTER_DATABASE_URL and CLUSTER_DATABASE_OWNER_URL are its two logins, CLUSTER_ADMIN_URL that of a
 * superuser on the coordinator, CLUSTER_CTL a command that is called as `CLUSTER_CTL crash|stop|start PORT` for the
 * database server on a port. CLUSTER_ROUNDS kills (20) and CLUSTER_MOVES moves (20), as far as each gets in
 * CLUSTER_MINUTES (10).
 */
const {
  CLUSTER_DATABASE_URL: url = '',
  CLUSTER_DATABASE_OWNER_URL: ownerUrl = '',
  CLUSTER_ADMIN_URL: adminUrl = '',
  CLUSTER_CTL: ctl = '',
} = process.env;
const kills = Number(process.env['CLUSTER_ROUNDS'] ?? 20);
const moves = Number(process.env['CLUSTER_MOVES'] ?? 20);
const maxMs = Number(process.env['CLUSTER_MINUTES'] ?? 10) * 60_000;
const isThere = [url, ownerUrl, adminUrl, ctl].every((one) => one !== '');
const relations = '/api/core/customer-relations';
const groups = '/api/core/groups';

describe.skipIf(!isThere)('a spread product', () => {
  const db = createDb(createPool({ connectionString: url, max: 4 }));
  const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
  admin.on('error', () => undefined);
  const people: Writer[] = [];
  let servers: readonly [SpreadServer, SpreadServer];
  let [dataFolder, staff] = ['', ''];

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'balie-spread-'));
    const place = { url, ownerUrl, dataFolder };
    servers = [new SpreadServer(place, 4120), new SpreadServer(place, 4121)];
    for (const server of servers) await server.start();
    if ((await detectSpread(db)) < 2) throw new Error('the database is not spread over two servers');
    const may = ['core.customerrelations.create.company', 'core.customerrelations.read.company'];
    // Until each worker has one.
    for (const on = new Set<number>(); on.size < 2 || people.length < 4;) {
      const { email, companyId } = await buildUser(db, { may });
      people.push({ email, companyId });
      on.add((await shardOf(companyId)).port);
    }
    const mayAll = ['core.groups.create.system', 'core.groups.read.system'];
    staff = (await buildUser(db, { isProvider: true, may: mayAll })).email;
    for (const server of servers)
      for (const email of [staff, ...people.map((one) => one.email)]) await server.signIn(db, email);
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await admin.end();
    await db.destroy();
    await rm(dataFolder, { recursive: true, force: true });
  });

  /** Where the rows of a company are. */
  async function shardOf(companyId: string): Promise<{ shard: number; port: number; host: string }> {
    const { rows } = await admin.query<{ shard: number; port: number; host: string }>(
      `select shardid::integer as shard, nodeport as port, nodename as host from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('customer_relations', $1::uuid)`,
      [companyId],
    );
    const [found] = rows;
    if (!found) throw new Error(`no shard of ${companyId}`);
    return found;
  }
  async function workers(): Promise<{ host: string; port: number }[]> {
    const { rows } = await admin.query<{ host: string; port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and shouldhaveshards",
    );
    return rows;
  }
  const control = (verb: 'crash' | 'stop' | 'start', port: number) =>
    promisify(execFile)(ctl, [verb, String(port)]);
  const isKept = async (load: SpreadLoad) => {
    await expect
      .poll(() => lostAndDoubled(db, load.acknowledged).catch(String), { timeout: 180_000, interval: 2000 })
      .toEqual({ lost: 0, doubled: 0 });
    expect(load.acknowledged.length).toBeGreaterThan(0);
  };
  const told = (load: SpreadLoad) =>
    `${load.acknowledged.length} writes acknowledged, tried again by status: ${JSON.stringify(Object.fromEntries(load.failures))}`;

  test("after kill -9 of a server, or of a worker's database, again and again no acknowledged write is lost or doubled", async () => {
    const load = new SpreadLoad(servers, people);
    const nodes = await workers();
    const until = Date.now() + maxMs;
    let round = 0;
    for (; round < kills && Date.now() < until; round += 1) {
      await sleep(200 + Math.random() * 600);
      const half = Math.floor(round / 2);
      if (round % 2 === 0) {
        const server = servers[half % 2 === 0 ? 0 : 1];
        await server.kill();
        await server.start();
      } else await control('crash', nodes[half % nodes.length]?.port ?? 0);
    }
    await load.end();
    console.log(`${round} kills: ${told(load)}`);
    await isKept(load);
  });

  test('a company is moved again and again while it is used, and no write is lost', async () => {
    const companyId = people[0]?.companyId ?? '';
    const load = new SpreadLoad(servers, people);
    const until = Date.now() + maxMs;
    let round = 0;
    for (; round < moves && Date.now() < until; round += 1) {
      const from = await shardOf(companyId);
      const to = (await workers()).find(({ port }) => port !== from.port);
      const where = [from.shard, from.host, from.port, to?.host, to?.port];
      // What the move before left behind is dropped as soon as nobody reads it any more.
      await expect
        .poll(
          async () => {
            await admin.query('call citus_cleanup_orphaned_resources()');
            const move = "select citus_move_shard_placement($1, $2, $3, $4, $5, 'auto')";
            return admin.query(move, where).then(() => 'moved', String);
          },
          { timeout: 120_000, interval: 1000 },
        )
        .toBe('moved');
      expect((await shardOf(companyId)).port).toBe(to?.port);
    }
    await load.end();
    console.log(`${round} moves: ${told(load)}`);
    await isKept(load);
  });

  test('a company gets a part of its own while it is used, and no write is lost', async () => {
    const companyId = people[1]?.companyId ?? '';
    const before = await shardOf(companyId);
    const load = new SpreadLoad(servers, people);
    await admin.query(
      "select isolate_tenant_to_new_shard('customer_relations', $1::uuid, 'CASCADE', shard_transfer_mode := 'auto')",
      [companyId],
    );
    await load.end();
    console.log(`isolated: ${told(load)}`);
    expect((await shardOf(companyId)).shard).not.toBe(before.shard);
    await isKept(load);
  });

  test('while a worker is gone only its companies wait, and what is on all servers cannot be changed', async () => {
    const [server] = servers;
    const port = (await shardOf(people[0]?.companyId ?? '')).port;
    const [theirs, others]: [Writer[], Writer[]] = [[], []];
    for (const person of people)
      ((await shardOf(person.companyId)).port === port ? theirs : others).push(person);
    await control('stop', port);
    try {
      for (const { email } of theirs) {
        const reply = await server.ask(email, 'GET', relations);
        expect(reply).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
        expect(JSON.parse(reply.body)).toMatchObject({
          type: '/problems/unavailable',
          detail: expect.any(String),
        });
      }
      expect(others.length).toBeGreaterThan(0);
      for (const { email } of others) {
        expect((await server.ask(email, 'GET', `${relations}?$count=true`)).status).toBe(200);
        expect((await server.ask(email, 'POST', relations, { body: { name: 'beside' } })).status).toBe(201);
        expect((await server.ask(email, 'GET', '/api/identity/me')).status).toBe(200);
      }
      const change = await server.ask(staff, 'POST', groups, { body: { name: 'beside' } });
      expect(change).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
    } finally {
      await control('start', port);
    }
    for (const { email } of theirs)
      await expect
        .poll(async () => (await server.ask(email, 'GET', relations)).status, { timeout: 60_000 })
        .toBe(200);
    expect((await server.ask(staff, 'POST', groups, { body: { name: 'after' } })).status).toBe(201);
  });

  test('the coordinator goes and comes back: 503 meanwhile, and everything goes on by itself', async () => {
    const port = Number(new URL(url).port);
    const load = new SpreadLoad(servers, people);
    await sleep(1000);
    await control('stop', port);
    const [person] = people;
    expect(await servers[0].ask(person?.email ?? '', 'GET', relations)).toMatchObject({
      status: 503,
      retryAfter: expect.stringMatching(/^\d+$/),
    });
    await sleep(3000);
    await control('start', port);
    await sleep(3000);
    await load.end();
    console.log(`coordinator gone: ${told(load)}`);
    await isKept(load);
  });
});
