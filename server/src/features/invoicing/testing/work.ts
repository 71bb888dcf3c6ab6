import { invoiceFromDocumentJob, recogniseJob, type DocumentJob } from '#server/features/documents/jobs.ts';
import { processDocument } from '#server/features/documents/processing/process-document.job.ts';
import { requeue, requeueJob, type RequeueJob } from '#server/features/documents/unknown/requeue.job.ts';
import { drainQueue } from '#server/features/documents/testing/queue.ts';
import { ublOf, type UblSeed } from '#server/features/documents/testing/ubl.ts';
import { upload } from '#server/features/documents/testing/upload.ts';
import type { TestApp, TestClient } from '#server/app/testing/app.ts';
import type { Services } from '#server/platform/context.ts';
import { startOcr } from '#server/platform/ocr/ocr.ts';
import { startPdf } from '#server/platform/pdf/pdf.ts';
import { collect, collectJob } from '../deliveries/collect.job.ts';
import { deliver, deliverJob } from '../deliveries/deliver.job.ts';
import type { DeliveryKey } from '../deliveries/deliveries.repository.ts';
import { exportJob, runExport } from '../exports/export.job.ts';
import type { ExportKey } from '../exports/export-run.repository.ts';
import { createInvoice } from '../creation/create-invoice.job.ts';

/** Does the background work of documents and invoicing on the spot, with the real readers. */
export interface Work {
  /** Until the queue is empty. */
  run(): Promise<void>;
  /** Reads the documents that wait, and makes no invoices of them yet. */
  read(): Promise<void>;
  close(): Promise<void>;
}

export function startWork(services: Services): Work {
  const tools = { pdf: startPdf(), ocr: startOcr() };
  const reading = {
    [recogniseJob.name]: (job: DocumentJob) => processDocument(services, tools, job, { isLastTry: true }),
  };
  return {
    read: () => drainQueue(services.db, reading),
    run: () =>
      drainQueue(services.db, {
        ...reading,
        [requeueJob.name]: (job: RequeueJob) => requeue(services, job),
        [invoiceFromDocumentJob.name]: (job: DocumentJob) => createInvoice(services, job),
        [deliverJob.name]: (key: DeliveryKey) => deliver(services, key),
        [collectJob.name]: () => collect(services),
        [exportJob.name]: (key: ExportKey) => runExport(services, key, { isLastTry: true }),
      }),
    async close() {
      await tools.pdf.close();
      await tools.ocr.close();
    },
  };
}

/** Sends a UBL in as this person and gives the id of the invoice that was made of it, or null. */
export async function uploadUbl(
  world: TestApp,
  work: Work,
  client: TestClient,
  seed: UblSeed = {},
): Promise<string | null> {
  const [body, headers] = upload({ filename: 'factuur.xml', content: ublOf(seed) });
  const reply = await client.post('/api/fmmodule/documents', body, headers);
  const documentId: string = reply.json().result[0].id;
  await work.run();
  const found = await world.db
    .selectFrom('documents')
    .where('id', '=', documentId)
    .select('invoice_id')
    .executeTakeFirst();
  return found?.invoice_id ?? null;
}
