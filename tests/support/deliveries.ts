import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { jobKinds } from '#server/app/job-kinds.ts';
import { portOf } from '#server/app/listen.ts';
import { buildAdministration, buildCompany } from '#server/features/core/testing/factories.ts';
import { insert } from '#server/features/invoicing/deliveries/deliveries.repository.ts';
import { DeliveryNumber } from '#server/features/invoicing/deliveries/delivery-numbers.ts';
import { sftpPurpose } from '#server/features/invoicing/deliveries/sftp-target.ts';
import { newSecret } from '#server/features/invoicing/deliveries/webhook-target.ts';
import { buildInvoice } from '#server/features/invoicing/testing/factories.ts';
import { seal } from '#server/platform/auth/seal.ts';
import { createDb, createPool } from '#server/platform/db/database.ts';
import { installJobs } from '#server/platform/jobs/jobs.ts';
import { sshdIsThere, sshdMissing, startSshd } from '#server/platform/sftp/testing/sshd.ts';
import { createTestDatabase } from '#server/platform/testing/database.ts';

const worker = fileURLToPath(new URL('delivery-worker.ts', import.meta.url));
const secretKey = new Uint8Array(32).fill(7);

/** What became of deliveries. */
export interface Delivered {
  /** Booked more than once by the receiver. */
  readonly twice: readonly string[];
  /** Said to have arrived, and never booked. */
  readonly lost: readonly string[];
  /** Neither delivered nor waiting for a person. */
  readonly stuck: number;
  /** Invoices whose status does not follow from their delivery. */
  readonly wrongStatus: number;
  /** Wait for a person, who says whether they arrived. */
  readonly asked: number;
  readonly delivered: number;
  readonly tries: number;
}

/**
 * Delivers invoices to a folder, a server by SFTP and a webhook, each alone, while whoever sends is killed again and again
 * and the targets fail, hang, go away, fill up and take what they were given at once.
 */
export async function deliverUnderKills(perTarget: number, kills: number): Promise<Delivered> {
  const database = await createTestDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), 'balie-deliver-'));
  const folder = join(dataFolder, 'books');
  await mkdir(folder);
  const isSmall = mountSmall(folder);
  await installJobs(database.owner, database.app.user ?? 'balie_app', jobKinds);
  const db = createDb(createPool({ ...database.app, max: 4 }));
  const { id: companyId } = await buildCompany(db);
  const sshd = sshdIsThere() ? await startSshd() : undefined;
  if (!sshd) console.warn(sshdMissing);

  // What the receiver booked, by the name or key of what it got.
  const booked = new Map<string, number>();
  const contents = new Map<string, string>();
  const book = (key: string) => booked.set(key, (booked.get(key) ?? 0) + 1);
  const webhook = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const key = String(request.headers['idempotency-key']);
      const hash = createHash('sha256').update(Buffer.concat(parts)).digest('hex');
      const dice = Math.random();
      if (dice < 0.15) return response.writeHead(503).end();
      if (!contents.has(key)) book(key);
      else if (contents.get(key) !== hash) book(key);
      contents.set(key, hash);
      // Booked, and the answer gets lost.
      if (dice < 0.25) return response.writeHead(500).end();
      if (dice < 0.32) return undefined;
      return response.writeHead(204).end();
    });
  });
  webhook.listen(0, '127.0.0.1');
  await once(webhook, 'listening');

  const remote = sshd && join(sshd.folder, 'in');
  const targets: Record<string, object> = {
    folder: { folderRoot: 'books', folder: 'in' },
    webhook: { webhookUrl: `http://127.0.0.1:${portOf(webhook)}/in` },
    ...(sshd && {
      sftp: { sftpHost: '127.0.0.1', sftpPort: sshd.port, sftpUser: sshd.username, sftpFolder: remote },
    }),
  };
  for (const [target, settings] of Object.entries(targets)) {
    const { id: administrationId } = await buildAdministration(db, companyId, target);
    await db
      .updateTable('administrations')
      .set({ coupling: 'csv' })
      .where('company_id', '=', companyId)
      .where('id', '=', administrationId)
      .execute();
    await db
      .insertInto('delivery_settings')
      .values({
        company_id: companyId,
        administration_id: administrationId,
        taken_from: null,
        target,
        target_settings: JSON.stringify(settings),
        target_secret: sshd ? seal(secretKey, sftpPurpose, sshd.privateKey).toString('base64') : null,
        webhook_secret: newSecret(secretKey).sealed,
        max_tries: 1000,
        updated_by: null,
      })
      .execute();
    for (let count = 0; count < perTarget; count += 1) {
      const { id } = await buildInvoice(db, {
        companyId,
        administrationId,
        status: 'ReadyForProcessing',
        approvalState: 'approved',
        booking: [
          [12_100, 0],
          [0, 12_100],
        ],
      });
      await db.transaction().execute((tx) =>
        insert(
          tx,
          {
            companyId,
            administrationId,
            coupling: 'csv',
            target,
            invoiceIds: [id],
            by: { userId: null, name: 'Balie' },
          },
          new Date(),
        ),
      );
    }
  }

  // A package that takes what lies in its folders, and folders that are now and then no folders.
  const places = [join(folder, companyId, 'in'), ...(remote === undefined ? [] : [remote])];
  const ending = new AbortController();
  const takeAll = async () => {
    for (const place of places)
      for (const name of await readdir(place).catch(() => [])) {
        if (name.startsWith('.')) continue;
        if ((await readFile(join(place, name)).catch(() => Buffer.alloc(0))).length === 0) continue;
        await rm(join(place, name), { force: true });
        book(name);
      }
  };
  const receiver = (async () => {
    while (!ending.signal.aborted) {
      if (Math.random() < 0.5) await takeAll();
      await sleep(20 + Math.random() * 60);
    }
  })();
  const trouble = (async () => {
    while (!ending.signal.aborted) {
      await sleep(300 + Math.random() * 500);
      if (isSmall && Math.random() < 0.4) {
        await fill(folder, 150);
        continue;
      }
      const place = places[Math.floor(Math.random() * places.length)] ?? '';
      const aside = `${place}-aside`;
      if (
        !(await rename(place, aside).then(
          () => true,
          () => false,
        ))
      )
        continue;
      await writeFile(place, '');
      await sleep(150);
      await rm(place, { force: true });
      await rename(aside, place).catch(() => undefined);
    }
  })();

  const start = () =>
    fork(worker, [JSON.stringify({ database: database.app, dataFolder, companyId, folder })], {
      stdio: 'inherit',
    });
  const ended = async (child: ChildProcess) => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  const begun = async () =>
    Number(
      (
        await db
          .selectFrom('delivery_attempts')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirst()
      )?.count ?? 0,
    );
  for (let round = 0; round < kills; round += 1) {
    const before = await begun();
    const child = start();
    // It has begun to send; then at a moment that nobody chose.
    while ((await begun()) <= before && child.exitCode === null) await sleep(20);
    await sleep(Math.random() * 250);
    child.kill('SIGKILL');
    await ended(child);
  }
  await ended(start());
  ending.abort();
  await Promise.all([receiver, trouble]);
  await takeAll();

  const rows = await db
    .selectFrom('deliveries as d')
    .innerJoin('delivery_invoices as l', (join) =>
      join.onRef('l.company_id', '=', 'd.company_id').onRef('l.delivery_id', '=', 'd.id'),
    )
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.company_id', '=', 'l.company_id').onRef('i.id', '=', 'l.invoice_id'),
    )
    .where('d.company_id', '=', companyId)
    .select(['d.id', 'd.state', 'd.target', 'd.filename', 'd.tries', 'i.status'])
    .execute();
  const keyOf = (row: { target: string; id: string; filename: string }) =>
    row.target === 'webhook' ? row.id : row.filename;
  const arrived = rows.filter(({ state }) => state === DeliveryNumber.delivered);
  const asked = rows.filter(({ state }) => state === DeliveryNumber.perhaps);
  await db.destroy();
  webhook.closeAllConnections();
  await new Promise((done) => webhook.close(done));
  await sshd?.close();
  await database.drop();
  if (isSmall) execFileSync('umount', ['-l', folder]);
  await rm(dataFolder, { recursive: true, force: true });
  return {
    twice: [...booked].filter(([, count]) => count > 1).map(([key]) => key),
    lost: arrived.map(keyOf).filter((key) => !booked.has(key)),
    stuck: rows.length - arrived.length - asked.length,
    wrongStatus: rows.filter(({ state, status }) => (state === DeliveryNumber.delivered) !== (status === 3))
      .length,
    asked: asked.length,
    delivered: arrived.length,
    tries: rows.reduce((sum, { tries }) => sum + tries, 0),
  };
}

// A disk of its own that is soon full; without root it stays part of a large one.
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('A small disk needs root and tmpfs: no target fills up.');
    return false;
  }
}

// Takes all room of a small disk for a while.
async function fill(folder: string, forMs: number): Promise<void> {
  const filler = join(folder, 'filler');
  // It fails where the room ends, which is what is wanted.
  await writeFile(filler, Buffer.alloc(1024 * 1024)).catch(() => undefined);
  await sleep(forMs);
  await rm(filler, { force: true });
}
