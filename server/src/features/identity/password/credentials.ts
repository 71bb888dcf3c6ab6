import { hash, verify } from '@node-rs/argon2';
import type { Db } from '#server/platform/db/database.ts';
import '../identity.tables.ts';

// argon2id is the library's default; the costs are OWASP's first choice of 2024: 19 MiB, two passes, one lane.
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The result of checking a password. */
export interface PasswordCheck {
  readonly isRight: boolean;
  readonly mustChange: boolean;
}

/** Sets the password of a user, hashed; the rules (`passwordProblems`) are the caller's to check. */
export async function setPassword(
  db: Db,
  userId: string,
  password: string,
  options: { readonly mustChange: boolean },
): Promise<void> {
  const row = { password_hash: await hash(normal(password), costs), must_change: options.mustChange };
  await db
    .insertInto('credentials')
    .values({ user_id: userId, ...row })
    .onConflict((on) => on.column('user_id').doUpdateSet({ ...row, changed_at: new Date().toISOString() }))
    .execute();
}

/**
 * Checks a password. Without a user (`null`) it takes as long, so that the time of an answer does not reveal which
 * addresses exist.
 */
export async function checkPassword(db: Db, userId: string | null, password: string): Promise<PasswordCheck> {
  const row = await db
    .selectFrom('credentials')
    .select(['password_hash', 'must_change'])
    .where('user_id', '=', userId ?? nobody)
    .executeTakeFirst();
  const isRight = await verify(row?.password_hash ?? decoy, normal(password));
  return { isRight: isRight && row !== undefined, mustChange: row?.must_change ?? false };
}

const nobody = '00000000-0000-0000-0000-000000000000';
// The hash of a text that nobody knows, at the same costs.
const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$lbBCClXPfgpL308YskuYPQ$rbAmMIEyJuCGCuVdoRt9mENEbOZlNTk/tcfzyAN9Y+Q';

// The same password typed on another keyboard may come in as other code points.
function normal(password: string): string {
  return password.normalize('NFKC');
}
