import { createHash, randomBytes } from 'node:crypto';
import { deviceOf } from '#contract/identity/device.ts';
import type { Db } from '#server/platform/db/database.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { placeOf } from '../sign-in/attempts.repository.ts';
import type { Origin } from '../sign-in/sign-in-events.repository.ts';
import { listDevices, saveDevice } from './devices.repository.ts';
import type { NotifySecurity, SecurityNotice } from './security-mail.job.ts';

/** The cookie by which a browser is known again; it says nothing of who signed in. */
export const deviceCookie = 'balie_device';

const ours = /^[\w-]{43}$/;

/**
 * Notes the device of a sign-in, and has its person told when it is new. The first is not told of, nor is one that is like
 * a known one and in the same network: a browser has a cookie for each host, and private windows have none.
 *
 * @returns what the browser keeps to be known again
 */
export async function noteDevice(
  deps: { readonly db: Db; readonly notifySecurity: NotifySecurity | null },
  signIn: Pick<SecurityNotice, 'userId' | 'variant' | 'language'> & {
    readonly cookie: string | undefined;
    readonly at: Date;
    readonly from: Origin;
  },
): Promise<string> {
  const { cookie, at, from, ...notice } = signIn;
  const token = cookie !== undefined && ours.test(cookie) ? cookie : randomBytes(32).toString('base64url');
  const { browser, system } = deviceOf(from.userAgent);
  const device = {
    hash: createHash('sha256').update(token).digest('base64url'),
    name: `${browser ?? ''}/${system ?? ''}`,
    place: placeOf(from.ip),
  };
  await inTransaction(deps.db, async (tx) => {
    const known = await listDevices(tx, notice.userId);
    const isLike = known.some(({ name, place }) => name === device.name && place === device.place);
    const isAdded = await saveDevice(tx, notice.userId, device, at);
    if (!isAdded || isLike || known.length === 0) return;
    await deps.notifySecurity?.(tx, { ...notice, about: 'new-device', at: at.toISOString(), from });
  });
  return token;
}
