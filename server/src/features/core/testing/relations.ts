import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../contact-persons/contact-persons.tables.ts';
import '../customer-relations/customer-relations.tables.ts';
import '../saved-views/saved-views.tables.ts';

/** What a test says of a relation; the rest is empty. */
export interface RelationSeed {
  readonly tag?: string;
  readonly name?: string;
  readonly street?: string;
  readonly city?: string;
  readonly zip_code?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly kvk_number?: string;
  readonly vat_id?: string;
  readonly country?: string;
}

const audit = { created_by: null, updated_by: null, deleted_at: null, deleted_by: null };
let made = 0;

/** A customer relation of a company. */
export async function buildRelation(
  db: Db,
  companyId: string,
  seed: RelationSeed = {},
): Promise<{ id: string; name: string }> {
  made += 1;
  const id = newId();
  const name = seed.name ?? `Relatie ${made}`;
  const rest = {
    tag: '',
    street: '',
    city: '',
    zip_code: '',
    post_box: '',
    email: '',
    phone: '',
    website_url: '',
    kvk_number: '',
    vat_id: '',
    iban: '',
  };
  await db
    .insertInto('customer_relations')
    .values({ company_id: companyId, id, ...rest, ...seed, name, ...audit })
    .execute();
  return { id, name };
}

/** A contact person of a relation of a company. */
export async function buildContactPerson(
  db: Db,
  companyId: string,
  customerRelationId: string,
  seed: { readonly first_name?: string; readonly last_name?: string; readonly email?: string } = {},
): Promise<{ id: string }> {
  const id = newId();
  const rest = {
    first_name: 'Petra',
    last_name: 'Huisman',
    function: '',
    landline: '',
    mobile: '',
    email: '',
  };
  const row = {
    company_id: companyId,
    id,
    customer_relation_id: customerRelationId,
    ...rest,
    ...seed,
    ...audit,
  };
  await db.insertInto('contact_persons').values(row).execute();
  return { id };
}

/** A shared view of a person. */
export async function buildSavedView(
  db: Db,
  { userId, companyId }: { readonly userId: string; readonly companyId: string },
  seed: { readonly name?: string; readonly screen?: string; readonly is_shared?: boolean } = {},
): Promise<{ id: string }> {
  const id = newId();
  const rest = {
    screen: 'customer-relations:index',
    name: `Weergave ${id.slice(-6)}`,
    is_shared: true,
    state: '{}',
  };
  await db
    .insertInto('saved_views')
    .values({ company_id: companyId, id, user_id: userId, ...rest, ...seed })
    .execute();
  return { id };
}
