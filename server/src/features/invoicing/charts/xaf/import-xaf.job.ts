import { charts } from '#contract/invoicing/charts.ts';
import { forCompany, type Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { defineJob, type JobTry } from '#server/platform/jobs/jobs.ts';
import { isPassing } from '#server/platform/passing-failures.ts';
import { workerCaller } from '../../worker-caller.ts';
import { lock } from '../charts.repository.ts';
import { readXaf, XafProblem } from './read-xaf.ts';
import { XafBooks } from './xaf-books.ts';
import * as repository from './xaf.repository.ts';

/** Reads an audit file into a chart. */
export const chartImportJob = defineJob<repository.ImportKey>('invoicing-chart-import', {
  retries: 1,
  expireSeconds: 900,
});

// As many as one statement takes at ease.
const bookingsAtOnce = 2000;

/**
 * Reads an audit file in one transaction: a file that is not whole, or not of this administration, changes nothing. The
 * same file again adds nothing (decision 0106).
 */
export async function runChartImport(
  all: Services,
  key: repository.ImportKey,
  { isLastTry }: Pick<JobTry, 'isLastTry'>,
): Promise<void> {
  const services = forCompany(all, key.companyId);
  const taken = await repository.take(services.db, key);
  if (!taken) return;
  const { administrationId: id } = taken;
  const notify = () =>
    services.events.publish(services.db, { resource: charts.path, companyId: key.companyId, id });
  try {
    await services.db.transaction().execute(async (tx) => importFile(services, tx, key, taken, notify));
  } catch (error) {
    const isRefused = error instanceof XafProblem;
    if (!isRefused && (!isLastTry || isPassing(error))) throw error;
    const reason = isRefused ? { error: error.message, about: error.about } : { error: 'failed', about: '' };
    await repository.end(services.db, key, reason, services.now());
    if (!isRefused) throw error;
  } finally {
    await notify();
  }
}

type Taken = NonNullable<Awaited<ReturnType<typeof repository.take>>>;

async function importFile(
  services: Services,
  tx: Tx,
  key: repository.ImportKey,
  { administrationId: id, sha256, filename, userId, userName }: Taken,
  notify: () => Promise<void>,
): Promise<void> {
  const { companyId, importId } = key;
  const chart = { companyId, id };
  await lock(tx, chart);
  const own = await repository.identityOf(tx, chart);
  const file = await services.files.stream(sha256);
  if (!own || !file) throw new XafProblem('damaged');
  const who = {
    caller: workerCaller(companyId, { userId: userId ?? '', name: userName }),
    now: services.now,
  };
  const books = new XafBooks(own);
  let creditors: repository.SavedCreditors | undefined;
  let [bookings, read, shown] = [0, 0, 0];

  // Creditors stand before the bookings that name them.
  async function store(): Promise<void> {
    const some = books.bookings;
    books.bookings = [];
    creditors ??= await repository.saveCreditors(tx, who, chart, books.creditors);
    bookings += await repository.saveBookings(tx, chart, importId, some, creditors.ids);
  }
  await readXaf(file.stream, {
    onStart: (name, around) => books.start(name, around),
    onRecord: (record, around) => books.take(record, around),
    async onPiece(bytes) {
      if (books.bookings.length >= bookingsAtOnce) await store();
      read += bytes;
      const progress = Math.floor((read / file.bytes) * 100);
      if (progress < shown + 5) return;
      shown = progress;
      await repository.setProgress(services.db, key, Math.min(progress, 99));
      await notify();
    },
  });
  await store();
  const saved = await repository.saveChart(tx, chart, importId, books);
  const counts = {
    ...saved,
    creditors: creditors?.created ?? 0,
    bankAccounts: creditors?.accounts ?? 0,
    bookings,
  };
  await repository.end(tx, key, { counts }, services.now());
  await recordChange(tx, who, {
    entity: charts.permission,
    entityId: id,
    companyId,
    verb: 'import',
    after: { file: filename, ...counts },
  });
}
