import { createHash } from 'node:crypto';
import { deliveries, passedOnWays } from '#contract/invoicing/deliveries.ts';
import { verdictResults } from '#contract/invoicing/e-invoice.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import { verdictOf } from '#server/features/documents/index.ts';
import { amsterdamClock } from '#contract/dates.ts';
import { forCompany, type Services } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
import { processTaken } from '../exports/process-taken.ts';
import { readStored } from '../exports/read-stored.ts';
import { isInDelivery, readBatch } from './batch.repository.ts';
import * as repository from './deliveries.repository.ts';
import type { DeliveryKey, LockedDelivery } from './deliveries.repository.ts';
import { nextTry, stateAfter } from './delivery.rules.ts';
import { pinHostKey, settingsOf } from './delivery-settings.repository.ts';
import type { ExportedFile } from './exported-batch.ts';
import { areThere, filesIn } from './file-store.ts';
import { folderStore, pathOf } from './folder-target.ts';
import { liesOnServer } from './sftp-target.ts';
import { exporterOf, obstaclesOf, packed } from './exporters.ts';
import { type Delivered, sendTo } from './targets.ts';

/** Makes the file of a delivery, and delivers it where a person does not fetch it. */
export const deliverJob = defineJob<DeliveryKey>('invoicing-deliver', { retries: 0, expireSeconds: 600 });

/**
 * One step of a delivery. The attempt is stored before the target is touched, so that after an interruption it is known
 * that the file may have arrived; then a person says whether it did (decision 0141).
 */
export async function deliver(all: Services, key: DeliveryKey): Promise<void> {
  const services = forCompany(all, key.companyId);
  const ready = await prepare(services, key);
  if (!ready) return;
  const isThere = await liesThere(services, key);
  const begun = await begin(services, key, isThere);
  if (!begun) return;
  const { delivery, places } = begun;
  const sent = await sendTo(services, {
    target: delivery.target,
    ...places,
    key: delivery.id,
    version: delivery.version,
    filename: delivery.filename,
    sha256: ready,
    subject: delivery.filename,
  });
  await conclude(services, key, sent);
}

/** The receiver knows the key of a delivery, so that sending it again is safe (§C19). */
const knowsKeys = (target: string): boolean => target === 'webhook';

// The hash of its file, which is made once; undefined where there is nothing to do or it cannot be made.
async function prepare(services: Services, key: DeliveryKey): Promise<string | undefined> {
  const { db, files, now } = services;
  const delivery = await db.transaction().execute((tx) => repository.lock(tx, key));
  if (!delivery || !['waiting', 'failed', 'running'].includes(delivery.state)) return undefined;
  if (delivery.fileSha256 !== null) return delivery.fileSha256;
  const exporter = exporterOf(delivery.coupling);
  const batch = {
    ...(await readBatch(db, delivery, isInDelivery(delivery))),
    read: (sha256: string) => readStored(services, sha256),
  };
  const [obstacle] = exporter ? obstaclesOf(exporter, batch) : [];
  if (!exporter || obstacle) {
    const problem = obstacle ?? { code: 'no-exporter', about: delivery.coupling, aboutId: null };
    await db.transaction().execute(async (tx) => {
      await repository.setState(tx, key, 'stopped', now(), {
        error: problem.code,
        errorAbout: problem.about,
        errorAboutId: problem.aboutId,
      });
      await repository.setError(tx, key, problem.code);
      await notify(services, tx, key);
    });
    return undefined;
  }
  const { day } = amsterdamClock(now());
  const version = delivery.version === 1 ? '' : `-${delivery.version}`;
  const made = await exporter.filesOf(batch);
  const file = packed(made, `${delivery.coupling}_${day}_${delivery.id.slice(-8)}${version}`);
  const sha256 = await files.put(file.bytes);
  await db.transaction().execute(async (tx) => {
    await repository.lock(tx, key);
    await repository.setFile(tx, key, { filename: file.name, sha256, eInvoices: eInvoicesIn(made) });
    // What a person fetches is not tried by itself.
    if (delivery.target === 'download') await repository.setState(tx, key, 'waiting', now());
    await repository.setError(tx, key, null);
    await notify(services, tx, key);
  });
  return sha256;
}

function eInvoicesIn(files: readonly ExportedFile[]) {
  return files.flatMap(({ eInvoice, bytes }) => {
    if (!eInvoice) return [];
    const { invoiceId, passedOn, differences } = eInvoice;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const result = verdictOf(bytes)?.result;
    return [
      {
        invoiceId,
        passedOn: passedOn && passedOnWays.indexOf(passedOn),
        sha256,
        verdict: result === undefined ? null : verdictResults.indexOf(result),
        differences,
      },
    ];
  });
}

// Stores the attempt; undefined where none may be made now.
async function begin(services: Services, key: DeliveryKey, isThere: boolean) {
  const { db, now } = services;
  return db.transaction().execute(async (tx) => {
    const delivery = await repository.lock(tx, key);
    if (!delivery || delivery.target === 'download') return undefined;
    const places = await placesOf(tx, delivery);
    // What lies in its folder whole has arrived, whatever stood in between.
    if (delivery.isInterrupted && isThere) {
      const receipt = delivery.target === 'sftp' ? places.sftp.folder : places.place.folder;
      await repository.endAttempts(tx, key, { outcome: 'delivered', receipt }, now());
      await finish(services, tx, delivery);
      return undefined;
    }
    if (delivery.isInterrupted) {
      await repository.endAttempts(tx, key, { outcome: 'unknown', receipt: '' }, now());
      if (!knowsKeys(delivery.target)) {
        await repository.setState(tx, key, 'perhaps', now(), { error: 'interrupted' });
        await repository.setError(tx, key, 'interrupted');
        await notify(services, tx, key);
        return undefined;
      }
    } else if (delivery.state !== 'waiting' && delivery.state !== 'failed') return undefined;
    await repository.beginAttempt(tx, delivery, now());
    return { delivery, places };
  });
}

async function placesOf(db: Db, { companyId, administrationId }: LockedDelivery) {
  const settings = await settingsOf(db, companyId, administrationId);
  const { mailAddress: address = '', folderRoot = '', folder = '' } = settings ?? {};
  const none = { host: '', port: 22, username: '', folder: '', hostKey: '', sealed: null };
  return {
    address,
    place: { companyId, folderRoot, folder },
    sftp: settings?.sftp ?? none,
    webhook: { url: settings?.webhookUrl ?? '', sealed: settings?.webhookSecret ?? null },
  };
}

// Looked at before its row is locked: a server may take its time.
async function liesThere(services: Services, key: DeliveryKey): Promise<boolean> {
  const { db, files } = services;
  const delivery = await db.transaction().execute((tx) => repository.lock(tx, key));
  if (!delivery?.isInterrupted || delivery.fileSha256 === null) return false;
  const { place, sftp } = await placesOf(db, delivery);
  const bytes = await files.get(delivery.fileSha256);
  if (bytes === null) return false;
  const written = filesIn(delivery.filename, bytes, delivery.version);
  if (delivery.target === 'sftp') return liesOnServer(services, sftp, written);
  const path = delivery.target === 'folder' ? pathOf(services, place) : undefined;
  return path !== undefined && areThere(folderStore(path), written);
}

async function conclude(services: Services, key: DeliveryKey, sent: Delivered): Promise<void> {
  const { db, now } = services;
  await db.transaction().execute(async (tx) => {
    const delivery = await repository.lock(tx, key);
    if (!delivery || !delivery.isInterrupted) return;
    await repository.endAttempts(tx, key, sent, now());
    if (sent.hostKey) await pinHostKey(tx, delivery, sent.hostKey);
    if (sent.outcome === 'delivered') return finish(services, tx, delivery);
    const settings = await settingsOf(tx, delivery.companyId, delivery.administrationId);
    const next = nextTry(delivery.tries, settings?.maxTries ?? 1, now());
    const state = stateAfter(sent.outcome, next !== undefined, knowsKeys(delivery.target));
    const error = sent.outcome === 'unknown' ? 'interrupted' : sent.outcome;
    await repository.setState(tx, key, state, now(), {
      error,
      errorAbout: sent.receipt,
      nextTryAt: state === 'failed' ? (next ?? null) : null,
    });
    await repository.setError(tx, key, error);
    await notify(services, tx, key);
  });
}

/** Sets a delivery delivered and its invoices Processed (§C1); the row is locked. */
export async function finish(services: Finishing, tx: Tx, delivery: LockedDelivery): Promise<void> {
  const { now } = services;
  await repository.setState(tx, delivery, 'delivered', now(), { finishedAt: now() });
  // A trial delivers nowhere (docs/couplings/README.md).
  if (delivery.coupling !== 'dummy' && !delivery.awaitsReceipt) {
    const { companyId, id: exportId, createdBy: userId, createdByName: name } = delivery;
    await processTaken(tx, now, { companyId, exportId }, { userId, name });
  }
  await notify(services, tx, delivery);
}

type Finishing = Pick<Services, 'events' | 'now'>;

/** Tells open lists that a delivery and its invoices changed. */
export async function notify({ events }: Finishing, tx: Tx, { companyId, id }: DeliveryKey): Promise<void> {
  await events.publish(tx, { resource: invoices.path, companyId });
  await events.publish(tx, { resource: deliveries.path, companyId, id });
}
