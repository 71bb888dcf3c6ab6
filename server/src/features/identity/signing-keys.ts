import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { sql } from 'kysely';
import { z } from 'zod';
import { seal, unseal } from '#server/platform/auth/seal.ts';
import type { Db } from '#server/platform/db/database.ts';
import './identity.tables.ts';

/** How the embedded provider signs: short tokens, and a key that takes no time to make. */
export const signingAlgorithm = 'ES256';

/** The private key of the embedded provider, as a JSON Web Key. */
export type SigningKey = z.output<typeof privateJwk>;

const publicJwk = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() });
const signing = { kid: z.string(), alg: z.literal(signingAlgorithm), use: z.literal('sig') };
const publicKey = publicJwk.extend(signing);
const privateJwk = publicKey.extend({ d: z.string() });

const purpose = 'signing key';
// Any number, as long as all processes ask for the same lock.
const lockKey = 7_261_104;

/**
 * The keys that this installation signs with, newest first; made at the first start. A key that cannot be read with
 * this secret key (it was replaced, or the database was moved without it) is left to verify and a new one is made.
 */
export async function loadSigningKeys(db: Db, secretKey: Uint8Array): Promise<SigningKey[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx);
    const rows = await tx
      .selectFrom('signing_keys')
      .select('private_jwk_encrypted')
      .orderBy('created_at', 'desc')
      .execute();
    const readable = rows.flatMap((row) => {
      const plain = unseal(secretKey, purpose, row.private_jwk_encrypted);
      return plain === null ? [] : [privateJwk.parse(JSON.parse(plain))];
    });
    if (readable.length > 0) return readable;
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
    return [made];
  });
}

/** The public halves of all keys, to verify with. */
export async function loadPublicKeys(db: Db): Promise<JWK[]> {
  const rows = await db.selectFrom('signing_keys').select('public_jwk').execute();
  return rows.map((row) => publicKey.parse(row.public_jwk));
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
