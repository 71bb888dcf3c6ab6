import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { openWorld } from '#server/app/world.ts';
import { DeliveryNumber } from '#server/features/invoicing/deliveries/delivery-numbers.ts';
import { deliver } from '#server/features/invoicing/deliveries/deliver.job.ts';
import { callOut } from '#server/platform/http/call-out.ts';
import { sftpOverSsh } from '#server/platform/sftp/sftp.ts';

// Delivers all that waits in a company, and ends. Its parent kills it in the middle.
const what = z
  .object({
    database: z.record(z.string(), z.unknown()),
    dataFolder: z.string(),
    companyId: z.string(),
    folder: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));
const { companyId } = what;
const allowed = ['127.0.0.0/8'];
const world = await openWorld({
  database: { ...what.database, max: 6 },
  dataFolder: what.dataFolder,
  secretKey: new Uint8Array(32).fill(7),
  log: pino({ level: 'silent' }),
  deliveryFolders: { books: what.folder },
  works: false,
});
// Short enough for targets that hang.
const services = {
  ...world.services,
  sftp: sftpOverSsh({ allowed, patienceMs: 1500 }),
  callOut: callOut({ allowed, patienceMs: 700 }),
};
const open = [DeliveryNumber.waiting, DeliveryNumber.running, DeliveryNumber.failed];
for (;;) {
  const due = await services.db
    .selectFrom('deliveries')
    .where('company_id', '=', companyId)
    .where('state', 'in', open)
    .select('id')
    .limit(200)
    .execute();
  if (due.length === 0) break;
  // Several at a time, as workers do.
  const queue = due.map(({ id }) => id).toSorted(() => Math.random() - 0.5);
  const lane = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) await deliver(services, { companyId, id });
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  await sleep(50);
}
await world.close();
