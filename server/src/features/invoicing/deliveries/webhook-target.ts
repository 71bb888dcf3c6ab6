import { newWebhookSecret, signedHeaders } from '#server/features/core/index.ts';
import { seal, unseal } from '#server/platform/auth/seal.ts';
import type { Services } from '#server/platform/context.ts';
import type { Delivered } from './targets.ts';

const purpose = 'delivery webhook';

/** Where a file is posted to. */
export interface WebhookPlace {
  readonly url: string;
  /** Sealed; null where none was made. */
  readonly sealed: string | null;
}

/** A new secret, and the same sealed for the database. */
export function newSecret(secretKey: Uint8Array): { readonly secret: string; readonly sealed: string } {
  const secret = newWebhookSecret();
  return { secret, sealed: seal(secretKey, purpose, secret).toString('base64') };
}

/**
 * Posts a file with the key of its delivery, signed by Standard Webhooks. Only 2xx means that it arrived; where nothing
 * says whether it did, the same key makes it safe to send it again (decision 0160).
 */
export async function sendByWebhook(
  { callOut, secretKey, now }: Pick<Services, 'callOut' | 'secretKey' | 'now'>,
  { url, sealed }: WebhookPlace,
  file: {
    readonly key: string;
    readonly filename: string;
    readonly type: string;
    readonly bytes: Uint8Array;
  },
): Promise<Delivered> {
  const secret = sealed === null ? null : unseal(secretKey, purpose, Buffer.from(sealed, 'base64'));
  if (secret === null) return { outcome: 'not-reached', receipt: 'webhook-secret' };
  const answer = await callOut.post(url, file.bytes, {
    ...signedHeaders([secret], { id: file.key, at: now(), body: file.bytes, type: file.type }),
    'idempotency-key': file.key,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
  });
  if (answer.error !== null) {
    const isOpen = answer.error === 'timeout' || answer.error === 'unreachable';
    return { outcome: isOpen ? 'unknown' : 'not-reached', receipt: `webhook-${answer.error}` };
  }
  const receipt = `${answer.status} ${answer.answer}`.trim().slice(0, 500);
  if (answer.status >= 200 && answer.status < 300) return { outcome: 'delivered', receipt };
  // Behind a server's own failure the file may have been taken.
  return { outcome: answer.status >= 500 ? 'unknown' : 'refused', receipt };
}
