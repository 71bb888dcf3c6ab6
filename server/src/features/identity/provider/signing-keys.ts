import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { seal, unseal } from '#server/platform/auth/seal.ts';
import type { Db } from '#server/platform/db/database.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import '../identity.tables.ts';

/** How the embedded provider signs: short tokens, and a key that takes no time to make. */
export const signingAlgorithm = 'ES256';

/** The private key of the embedded provider, as a JSON Web Key. */
export type SigningKey = z.output<typeof privateJwk>;

const publicJwk = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() });
const signing = { kid: z.string(), alg: z.literal(signingAlgorithm), use: z.literal('sig') };
const publicKey = publicJwk.extend(signing);
const privateJwk = publicKey.extend({ d: z.string() });

const purpose = 'signing key';

/** No token lives longer: neither those of the provider nor those of `npm run token`. */
export const longestTokenSeconds = 12 * 3600;
// Clocks of several machines differ a little.
const leewaySeconds = 60;

/**
 * The keys that this installation signs with, the one in use first; made at the first start. A key that cannot be read
 * with this secret key (it was replaced, or the database was moved without it) is left to verify and a new one is made.
 */
export async function loadSigningKeys(
  db: Db,
  secretKey: Uint8Array,
  now = new Date(),
): Promise<SigningKey[]> {
  return inTransaction(db, async (tx) => {
    await lock(tx);
    const rows = await tx
      .selectFrom('signing_keys')
      .select(['private_jwk_encrypted', 'verifies_until'])
      .where(isValid(now))
      .orderBy(sql`verifies_until is null`, 'desc')
      .orderBy('created_at', 'desc')
      .execute();
    const readable = rows.flatMap(({ verifies_until, private_jwk_encrypted }) => {
      const plain = unseal(secretKey, purpose, private_jwk_encrypted);
      return plain === null
        ? []
        : [{ isInUse: verifies_until === null, key: privateJwk.parse(JSON.parse(plain)) }];
    });
    const keys = readable.map(({ key }) => key);
    return readable[0]?.isInUse ? keys : [await addKey(tx, secretKey), ...keys];
  });
}

/**
 * Makes a new signing key. The keys of before sign no more, and verify until every token that they signed has ended;
 * with `isImmediate` they are removed, and their tokens with them. Running processes follow within seconds.
 *
 * @returns until when tokens of the old keys count
 */
export async function rotateSigningKeys(
  db: Db,
  secretKey: Uint8Array,
  { isImmediate, now = new Date() }: { readonly isImmediate: boolean; readonly now?: Date },
): Promise<Date> {
  const until = isImmediate ? now : new Date(now.getTime() + (longestTokenSeconds + leewaySeconds) * 1000);
  await inTransaction(db, async (tx) => {
    await lock(tx);
    if (isImmediate) await tx.deleteFrom('signing_keys').execute();
    else
      await tx
        .updateTable('signing_keys')
        .set({ verifies_until: until.toISOString() })
        .where('verifies_until', 'is', null)
        .execute();
    await addKey(tx, secretKey);
  });
  return until;
}

/** The public halves of all keys that count, to verify with. */
export async function loadPublicKeys(db: Db, now = new Date()): Promise<JWK[]> {
  const rows = await db.selectFrom('signing_keys').select('public_jwk').where(isValid(now)).execute();
  return rows.map((row) => publicKey.parse(row.public_jwk));
}

function isValid(now: Date) {
  return sql<SqlBool>`(verifies_until is null or verifies_until > ${now.toISOString()})`;
}

async function lock(tx: Db): Promise<void> {
  await lockByKey(tx, advisoryLocks.signingKeys);
}

async function addKey(tx: Db, secretKey: Uint8Array): Promise<SigningKey> {
  const made = await makeKey();
  const { d: _, ...shown } = made;
  await tx
    .insertInto('signing_keys')
    .values({
      kid: made.kid,
      public_jwk: JSON.stringify(shown),
      private_jwk_encrypted: seal(secretKey, purpose, JSON.stringify(made)),
    })
    .execute();
  return made;
}

async function makeKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return privateJwk.parse({
    ...jwk,
    kid: await calculateJwkThumbprint(jwk),
    alg: signingAlgorithm,
    use: 'sig',
  });
}
