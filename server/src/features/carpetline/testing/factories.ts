import type { Db } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/db/ids.ts';
import '../carpetline.tables.ts';

const audit = { created_by: null, updated_by: null, deleted_at: null, deleted_by: null };
let made = 0;

/** A semi-finish of a company: by default banding with one article in one colour. */
export async function buildSemiFinish(
  db: Db,
  companyId: string,
  seed: {
    readonly description?: string;
    readonly articles?: readonly object[];
    readonly colors?: readonly object[];
    readonly isActive?: boolean;
  } = {},
): Promise<{ id: string; articleId: string; colorId: string }> {
  made += 1;
  const [id, articleId, colorId] = [newId(), newId(), newId()];
  const color = { id: colorId, description: 'Zand', swatch: '#d8c9a7', isActive: true };
  const article = {
    id: articleId,
    articleNumber: `B-${made}`,
    description: 'Katoenband',
    isActive: true,
    colors: [color],
  };
  await db
    .insertInto('semi_finishes')
    .values({
      company_id: companyId,
      id,
      description: seed.description ?? `Banderen ${made}`,
      is_active: seed.isActive ?? true,
      position: made,
      articles: JSON.stringify(seed.articles ?? [article]),
      colors: JSON.stringify(seed.colors ?? []),
      ...audit,
    })
    .execute();
  return { id, articleId, colorId };
}

/** A carpet order with one straight line. */
export async function buildCarpetOrder(
  db: Db,
  companyId: string,
  seed: {
    readonly relationId?: string;
    readonly relationName?: string;
    readonly reference?: string;
    readonly status?: number;
    readonly receivedDate?: string;
    readonly deliveryDate?: string;
    readonly createdBy?: string;
    readonly drawingSha256?: string;
  } = {},
): Promise<{ id: string; number: number; lineId: string }> {
  made += 1;
  const [id, lineId] = [newId(), newId()];
  // Above what the counter gives, so that orders of both ways never meet.
  const number = 100_000 + made;
  const status = seed.status ?? 0;
  await db
    .insertInto('carpet_orders')
    .values({
      company_id: companyId,
      id,
      number,
      reference: seed.reference ?? `Trap ${made}`,
      customer_relation_id: seed.relationId ?? null,
      customer_relation_tag: '',
      customer_relation_name: seed.relationName ?? (seed.relationId === undefined ? '' : 'Woonwinkel'),
      delivered_by: 'Desso',
      transport: 0,
      note: '',
      order_date: '2026-11-20',
      received_date: status === 0 ? null : (seed.receivedDate ?? '2026-11-20'),
      delivery_date: status === 0 ? null : (seed.deliveryDate ?? '2026-12-01'),
      status,
      created_by_name: 'Test',
      orderer_language: 'nl',
      ...audit,
      created_by: seed.createdBy ?? null,
    })
    .execute();
  await db
    .insertInto('carpet_order_lines')
    .values({
      company_id: companyId,
      id: lineId,
      order_id: id,
      line_number: 1,
      quality_name: 'Berber 12',
      shape: 0,
      length: 200,
      width: 90,
      diameter: null,
      quantity: 1,
      semi_finish_id: newId(),
      semi_finish_description: 'Banderen',
      article_id: null,
      color_id: null,
      drawing_name: seed.drawingSha256 === undefined ? null : 'trap.pdf',
      drawing_sha256: seed.drawingSha256 ?? null,
      drawing_mime: seed.drawingSha256 === undefined ? null : 'application/pdf',
      drawing_bytes: seed.drawingSha256 === undefined ? null : 5,
      article_description: '',
      article_number: '',
      color_description: '',
    })
    .execute();
  return { id, number, lineId };
}

/** Makes a user the portal user of a relation. */
export async function bindUser(db: Db, companyId: string, userId: string, relationId: string): Promise<void> {
  await db
    .insertInto('user_customer_relations')
    .values({ user_id: userId, company_id: companyId, customer_relation_id: relationId, created_by: null })
    .execute();
}
