import { documents } from '#contract/documents/documents.ts';
import {
  type DocumentJob,
  findFound,
  findOrCreateCreditor,
  type FoundDocument,
  pictureName,
  setInvoice,
} from '#server/features/documents/index.ts';
import { forCompany, type Services } from '#server/platform/context.ts';
import { commitLazily, type Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { workerCaller } from '../worker-caller.ts';
import { notePayment } from '../creditors/note-payment.ts';
import { joinUnread, joinWithInvoice } from '../files/join-files.ts';
import { setFile } from '../files/pairs.repository.ts';
import { invoiceHooks } from '../invoices/invoice-hooks.ts';
import { updateFromDocument } from '../invoices/update-from-document.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import { proposeLines } from '../booking/propose-lines.ts';
import { assignFlow } from '../flows/assign-flow.ts';
import { decideByRules } from '../touchless/decide-by-rules.ts';
import { checkWarnings } from '../warnings/check-warnings.ts';
import { isDirectDebit } from './direct-debit.rules.ts';
import { type InvoiceValues, valuesOf } from './invoice.rules.ts';
import * as repository from './creation.repository.ts';

/** Creates a Concept or Duplicate from a recognised document, once (§C1, §C2). */
export async function createInvoice(services: Services, job: DocumentJob): Promise<void> {
  await forCompany(services, job.companyId)
    .db.transaction()
    .execute(async (tx) => {
      await commitLazily(tx);
      await createInvoiceIn(services, tx, job);
    });
}

/** The same in the transaction in which the document was read. */
export async function createInvoiceIn(services: Creating, tx: Tx, job: DocumentJob): Promise<void> {
  await repository.lockCreation(tx, job.companyId);
  const found = await findFound(tx, job);
  if (!found?.isRecognised && !found?.isUnknown) return;
  const who = { caller: workerCaller(job.companyId, job.by), now: services.now, events: services.events };
  const picture = found.firstPicture === null ? null : pictureName(found.firstPicture);
  const present = await repository.findOfDocument(tx, job.companyId, job.documentId);
  if (present !== undefined) {
    await setFile(tx, job.companyId, present, { fileSha256: found.sha256, picture });
    if (job.updatesInvoice && (await invoiceHooks.stageOf(tx, job)) === 'open')
      await updateFromDocument(tx, who, job);
    return;
  }
  if (await joinWithInvoice(tx, who, job, found)) return;
  if (!found.isRecognised) return;
  const values = valuesOf(found);
  if (values) await write(services, tx, job, { found, values, picture });
}

type Creating = Pick<Services, 'events' | 'now'>;

async function write(
  services: Creating,
  tx: Tx,
  job: DocumentJob,
  {
    found,
    values,
    picture,
  }: { readonly found: FoundDocument; readonly values: InvoiceValues; readonly picture: string | null },
): Promise<void> {
  const { companyId, documentId, by } = job;
  const now = services.now();
  const creditor = await findOrCreateCreditor(tx, companyId, values.supplier, now);
  const made: repository.NewInvoice = {
    companyId,
    id: newId(now.getTime()),
    documentId,
    documentNumber: found.number,
    administrationId: found.administrationId,
    creditor,
    fileSha256: found.sha256,
    isDirectDebit: isDirectDebit(found.firstText),
    picture,
    values,
  };
  const duplicateOf = await repository.findDuplicated(tx, made);
  await repository.insert(tx, made, duplicateOf, by.userId, now);
  const who = { caller: workerCaller(companyId, by), now: services.now, events: services.events };
  const key = { companyId, id: made.id };
  await notePayment(tx, who, { ...values, ...key, creditorId: creditor?.id ?? null }, true);
  await proposeLines(tx, made, found.lines);
  const isDuplicate = duplicateOf !== undefined;
  await setInvoice(tx, job, { id: made.id, creditorId: creditor?.id ?? null, isDuplicate });
  const statusValue = isDuplicate ? 'Duplicate' : 'Concept';
  await checkWarnings(tx, services, key, true);
  if (!isDuplicate) await assignFlow(tx, who, { ...made, round: 1 });
  await auditInvoice(tx, who, made, {
    verb: 'create',
    after: {
      documentId: found.number,
      invoiceNumber: values.invoiceNumber,
      totalAmount: values.totalInCents,
      statusValue,
      duplicateOf,
    },
  });
  if (!isDuplicate) await joinUnread(tx, who, made, found);
  await decideByRules(tx, who, key);
  // Panels of uploads show what the document became.
  await services.events.publish(tx, { resource: documents.path, companyId, id: documentId });
}
