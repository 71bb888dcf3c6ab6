import { accountStates } from '#contract/invoicing/bank-accounts.ts';
import { nameKey } from '#server/features/documents/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../invoicing.tables.ts';

let made = 0;

/** A creditor, straight into the database. */
export async function buildCreditor(
  db: Db,
  seed: { readonly companyId: string; readonly name?: string; readonly kvk?: string },
): Promise<{ id: string; name: string }> {
  made += 1;
  const id = newId();
  const name = seed.name ?? `Crediteur ${made}`;
  await db
    .insertInto('creditors')
    .values({
      company_id: seed.companyId,
      id,
      name,
      name_key: nameKey(name),
      kvk: seed.kvk ?? null,
      vat_id: null,
      iban: null,
    })
    .execute();
  return { id, name };
}

/** A bank account of a creditor, straight into the database; gives its id. */
export async function buildAccount(
  db: Db,
  seed: {
    readonly companyId: string;
    readonly creditorId: string;
    readonly iban?: string;
    readonly state?: (typeof accountStates)[number];
  },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('creditor_accounts')
    .values({
      company_id: seed.companyId,
      id,
      creditor_id: seed.creditorId,
      iban: seed.iban ?? 'NL91ABNA0417164300',
      state: accountStates.indexOf(seed.state ?? 'seen'),
      first_invoice_id: null,
      created_by: null,
      updated_by: null,
    })
    .execute();
  return id;
}
