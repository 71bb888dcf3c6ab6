import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { openWorld } from '#server/app/world.ts';
import { deliverWebhooks } from '#server/features/core/webhooks/deliver-webhooks.job.ts';
import { findNextDue } from '#server/features/core/webhooks/deliveries.repository.ts';

// Sends all that the webhooks of one company wait for, and ends. Its parent kills it in the middle.
const what = z
  .object({ database: z.record(z.string(), z.unknown()), dataFolder: z.string(), companyId: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));
const { services, close } = await openWorld({
  database: { ...what.database, max: 6 },
  dataFolder: what.dataFolder,
  secretKey: new Uint8Array(32).fill(7),
  log: pino({ level: 'error' }),
  callAllowed: ['127.0.0.0/8'],
  works: false,
});
do {
  await deliverWebhooks(services, what.companyId);
  await sleep(200);
} while ((await findNextDue(services.db, what.companyId)) !== undefined);
await close();
