import type { Services } from '../context.ts';
import type { Db } from '../db/database.ts';

/**
 * Checks what is stored of every company beside its records, one company after the other. `check` puts right what differs,
 * and gives whether something did. What differed is logged under `message`, since it never should.
 *
 * @returns the ids of the companies that differed
 */
export async function checkCompanies(
  { db, log }: Pick<Services, 'db' | 'log'>,
  check: (db: Db, companyId: string) => Promise<boolean>,
  message: string,
): Promise<string[]> {
  const companies = await db.selectFrom('companies').select('id').orderBy('id').execute();
  const different: string[] = [];
  for (const { id } of companies) if (await check(db, id)) different.push(id);
  if (different.length > 0) log.error({ companies: different }, message);
  return different;
}
