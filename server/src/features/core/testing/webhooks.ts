import { seal } from '#server/platform/auth/seal.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import { secretPurpose } from '../webhooks/deliver-webhooks.job.ts';
import { insertDelivery } from '../webhooks/deliveries.repository.ts';
import { newWebhookSecret } from '../webhooks/webhooks.rules.ts';
import '../webhooks/webhooks.tables.ts';

/** A webhook of a company, with one delivery that waits. */
export async function buildWebhook(db: Db, companyId: string): Promise<{ id: string; deliveryId: string }> {
  const id = newId();
  await db
    .insertInto('webhook_targets')
    .values({
      company_id: companyId,
      id,
      url: `https://203.0.113.7/${id}`,
      event_types: ['invoice.approved'],
      secret: seal(new Uint8Array(32).fill(7), secretPurpose, newWebhookSecret()),
      secret_hint: 'whsec_xxxx',
      old_secret: null,
      old_secret_until: null,
      read_up_to: 0,
      created_by: null,
      updated_by: null,
      deleted_at: null,
      deleted_by: null,
    })
    .execute();
  const made = { eventId: newId(), type: 'webhook.test', recordId: null, body: '{}', now: new Date() };
  const deliveryId = await db.transaction().execute((tx) => insertDelivery(tx, { companyId, id }, made));
  return { id, deliveryId };
}
