import type { Db, Tx } from '#server/platform/db/database.ts';
import '../identity.tables.ts';

/** A device as it is known of a person: the hash of its cookie, what it is called, and its network. */
export interface KnownDevice {
  readonly hash: string;
  readonly name: string;
  readonly place: string;
}

/** The devices on which a person signed in. */
export async function listDevices(db: Db, userId: string): Promise<KnownDevice[]> {
  return db
    .selectFrom('sign_in_devices')
    .where('user_id', '=', userId)
    .select(['device_hash as hash', 'name', 'place'])
    .execute();
}

/** Keeps a device, or notes that it was seen again; whether it is kept for the first time. */
export async function saveDevice(tx: Tx, userId: string, device: KnownDevice, at: Date): Promise<boolean> {
  const seen = { name: device.name, place: device.place, last_seen_at: at.toISOString() };
  const added = await tx
    .insertInto('sign_in_devices')
    .values({ user_id: userId, device_hash: device.hash, first_seen_at: at.toISOString(), ...seen })
    .onConflict((on) => on.columns(['user_id', 'device_hash']).doNothing())
    .returning('user_id')
    .execute();
  if (added.length > 0) return true;
  await tx
    .updateTable('sign_in_devices')
    .set(seen)
    .where('user_id', '=', userId)
    .where('device_hash', '=', device.hash)
    .execute();
  return false;
}

/** Forgets devices that were not seen for longer than their cookie lasts. */
export async function forgetDevices(db: Db, now: Date): Promise<void> {
  const edge = new Date(now.getTime() - deviceKeptSeconds * 1000).toISOString();
  await db.deleteFrom('sign_in_devices').where('last_seen_at', '<', edge).execute();
}

/** As long as browsers keep a cookie at most. */
export const deviceKeptSeconds = 400 * 24 * 3600;
