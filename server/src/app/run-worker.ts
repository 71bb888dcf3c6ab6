import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { carpetJobs } from '#server/features/carpetline/index.ts';
import { coreJobs } from '#server/features/core/index.ts';
import { documentJobs } from '#server/features/documents/index.ts';
import { billingJobs } from '#server/features/billing/index.ts';
import { identityJobs } from '#server/features/identity/index.ts';
import { invoiceCreator, invoiceTrashHold, invoicingJobs } from '#server/features/invoicing/index.ts';
import { releaseJobs } from '#server/features/releases/index.ts';
import { workOrderJobs } from '#server/features/workorders/index.ts';
import { moveFiles, moveFilesJob } from '#server/platform/files/move-files.ts';
import { sweepFiles, sweepFilesJob } from '#server/platform/files/sweep.ts';
import { startOcr } from '#server/platform/ocr/ocr.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { startTracing } from '#server/platform/tracing/settings.ts';
import { workOnBackups } from './backups/backup-jobs.ts';
import { workOnArchive } from './backups/point-in-time-jobs.ts';
import { directoryOf } from './sign-in.ts';
import { slices } from './slices.ts';
import { productVersion } from './status/version.ts';
import type { WorkerStart } from './worker-process.ts';
import { type World, openWorld } from './world.ts';

const resumeEveryMs = 10 * 60_000;

/** Takes jobs until closed. */
export async function runWorker(start: WorkerStart, log: FastifyBaseLogger): Promise<Pick<World, 'close'>> {
  const tracing = await startTracing(start.tracing, { process: 'worker', version: productVersion }, log);
  const world = await openWorld({
    database: { ...start.database, max: 6 },
    dataFolder: start.dataFolder,
    files: start.files,
    isArchived: start.archive !== undefined,
    secretKey: Buffer.from(start.secretKeyHex, 'hex'),
    mail: start.mail,
    deliveryFolders: start.deliveryFolders,
    callAllowed: start.callAllowed,
    log,
    works: true,
  });
  const pdf = startPdf();
  const ocr = startOcr();
  const sites = { allSites: () => start.sites };
  await identityJobs.handlers(world.services, { directory: directoryOf(world.services.db), sites });
  await coreJobs.handlers(world.services, { slices, trashHolds: [invoiceTrashHold] });
  await documentJobs.handlers(world.services, { pdf, ocr, createInvoice: invoiceCreator(world.services) });
  await invoicingJobs.handlers(world.services, sites);
  await workOrderJobs.handlers(world.services);
  await releaseJobs.handlers(world.services);
  await billingJobs.handlers(world.services);
  await carpetJobs.handlers(world.services);
  await world.services.jobs.work(sweepFilesJob, async () => {
    await sweepFiles(world.services);
  });
  const { database, dataFolder, backup, archive, hasOwnKey } = start;
  const secretKey = async () => (hasOwnKey ? readFile(join(dataFolder, 'secret-key')) : undefined);
  await workOnBackups(world.services, { ...world.services, database, dataFolder, secretKey }, backup);
  const archiving =
    archive &&
    (await workOnArchive(
      world.services,
      { ...world.services, cluster: archive.cluster, dataFolder, secretKey },
      archive.settings,
    ));
  await world.services.jobs.work(moveFilesJob, () => moveFiles(world.services));
  if (world.services.files.move) await world.services.jobs.send(world.services.db, moveFilesJob, {});
  const resume = () =>
    Promise.all([documentJobs.resume(world.services), invoicingJobs.resume(world.services)]).catch(
      (err: unknown) => log.error({ err }, 'stuck jobs'),
    );
  void resume();
  const timer = setInterval(() => void resume(), resumeEveryMs);
  return {
    async close() {
      clearInterval(timer);
      await archiving?.close();
      await world.close();
      await Promise.all([pdf.close(), ocr.close()]);
      await tracing?.close();
    },
  };
}
