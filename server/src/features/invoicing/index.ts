import type { FastifyInstance } from 'fastify';
import { type DocumentJob, invoiceFromDocumentJob } from '#server/features/documents/index.ts';
import type { SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import {
  archiveFileJob,
  archiveFilesOldJob,
  makeArchiveFile,
  removeOldArchiveFiles,
  resumeArchiveFiles,
} from './archive/archive-file.job.ts';
import { archiveFileRoutes } from './archive/archive-files.routes.ts';
import { checkOriginals, checkOriginalsJob } from './archive/check-originals.job.ts';
import { archiveRoutes } from './archive/archive.routes.ts';
import { approvalRoutes } from './approvals/approvals.routes.ts';
import { collect, collectJob } from './deliveries/collect.job.ts';
import { deliver, deliverJob } from './deliveries/deliver.job.ts';
import { sendSupplierMail, supplierMailJob } from './supplier-mails/supplier-mail.job.ts';
import { mentionMailJob, sendMention } from './comments/mention-mail.job.ts';
import { exportJob, runExport, resumeStuck } from './exports/export.job.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { chartImportJob, runChartImport } from './charts/xaf/import-xaf.job.ts';
import { createInvoice, createInvoiceIn } from './creation/create-invoice.job.ts';
import { warningSettingRoutes } from './warnings/settings.routes.ts';
import { approvalHourJob, digestJob, runApprovalHour, sendDigest } from './reminders/digest.job.ts';
import { linkMailJob, sendLinkMail } from './links/link-mail.job.ts';
import { mailTurns, turnMailsJob } from './links/turn-mails.job.ts';
import { pageRoutes } from './pages/pages.routes.ts';

export { approvalLinkPages } from './links/link-page.routes.ts';
export { invoiceHooks } from './invoices/invoice-hooks.ts';
export { invoiceTrashHold } from './retention/kept-until.ts';
export { invoicingSlices } from './slices.ts';
export { ublInvoice, type UblInvoice, type UblLine, type UblPeriod } from './ubl/ubl-invoice.ts';

/** The area's routes beside those of its slices. */
export function invoicingPlugin(app: FastifyInstance, services: Services): void {
  pageRoutes(app, services);
  archiveRoutes(app, services);
  archiveFileRoutes(app, services);
  approvalRoutes(app, services);
  exportRoutes(app, services);
  warningSettingRoutes(app, services);
}

/** Makes the invoice of a document in the transaction in which it was read: `app` hands this to documents. */
export function invoiceCreator(services: Services): (tx: Tx, job: DocumentJob) => Promise<void> {
  return (tx, job) => createInvoiceIn(services, tx, job);
}

/** The background work of the area. */
export const invoicingJobs = {
  kinds: [
    exportJob,
    archiveFileJob,
    archiveFilesOldJob,
    checkOriginalsJob,
    deliverJob,
    collectJob,
    chartImportJob,
    approvalHourJob,
    digestJob,
    turnMailsJob,
    linkMailJob,
    mentionMailJob,
    supplierMailJob,
  ],
  /** Takes jobs in a worker process. */
  async handlers(services: Services, sites: SiteOptions): Promise<void> {
    await services.jobs.work(invoiceFromDocumentJob, (job) => createInvoice(services, job));
    await services.jobs.work(chartImportJob, (key, attempt) => runChartImport(services, key, attempt));
    await services.jobs.work(approvalHourJob, () => runApprovalHour(services));
    await services.jobs.work(digestJob, (job) => sendDigest(services, sites, job));
    await services.jobs.work(mentionMailJob, (job) => sendMention(services, sites, job));
    await services.jobs.work(supplierMailJob, (key, attempt) => sendSupplierMail(services, key, attempt));
    await services.jobs.work(turnMailsJob, () => mailTurns(services));
    await services.jobs.work(linkMailJob, (job) => sendLinkMail(services, sites, job));
    await services.jobs.work(archiveFileJob, (key, attempt) => makeArchiveFile(services, key, attempt));
    await services.jobs.work(archiveFilesOldJob, () => removeOldArchiveFiles(services));
    await services.jobs.work(
      checkOriginalsJob,
      async (_, { signal }) => void (await checkOriginals(services, { signal })),
    );
    await services.jobs.work(exportJob, (key, attempt) => runExport(services, key, attempt));
    await services.jobs.work(deliverJob, (key) => deliver(services, key));
    await services.jobs.work(collectJob, () => collect(services));
  },
  /** Queues again what a killed worker left behind: at its start, and now and then. */
  resume: async (services: Services): Promise<number> =>
    (await resumeStuck(services)) + (await resumeArchiveFiles(services)),
} as const;
