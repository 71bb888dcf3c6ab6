import { sql } from 'kysely';
import { semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { isId } from '#server/platform/db/ids.ts';
import { listColumns, searchColumns } from '#server/platform/db/list-columns.ts';
import { listPage } from '#server/platform/db/list-page.ts';
import { insertRow, updateRow } from '#server/platform/db/record.ts';
import { narrowToRow } from '#server/platform/db/spread.ts';
import type { StoredArticle, StoredColor } from '../carpetline.tables.ts';
import type { StoredSemiFinish, Tree } from './catalogue.rules.ts';

type SemiFinish = Rec<typeof semiFinishes>;
type SemiFinishRow = Row<typeof semiFinishes>;

const columns = listColumns(semiFinishes.fields, {
  id: 'semi_finishes.id',
  companyId: 'semi_finishes.company_id',
  description: { sql: 'semi_finishes.description', natural: true, nullable: false },
  isActive: { sql: 'semi_finishes.is_active', nullable: false },
  position: { sql: 'semi_finishes.position', nullable: false },
});
const search = searchColumns(['semi_finishes.description']);

function visible(db: Db, scope: Scope) {
  return db
    .selectFrom('semi_finishes')
    .where('semi_finishes.deleted_at', 'is', null)
    .where(within(scope, 'semi_finishes.company_id'))
    .select([
      'semi_finishes.id',
      'semi_finishes.company_id as companyId',
      'semi_finishes.description',
      'semi_finishes.is_active as isActive',
      'semi_finishes.position',
      'semi_finishes.row_version as rowVersion',
      sql<readonly StoredArticle[]>`semi_finishes.articles`.as('articles'),
      sql<readonly StoredColor[]>`semi_finishes.colors`.as('colors'),
    ]);
}

type Stored = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

function asRow({ articles, colors, ...flat }: Stored): SemiFinishRow {
  const colorCount = articles.reduce((sum, article) => sum + article.colors.length, colors.length);
  return { ...flat, articleCount: articles.length, colorCount };
}

export async function list(db: Db, scope: Scope, query: ListQuery) {
  const page = await listPage(query, { base: visible(db, scope), columns, search });
  return { ...page, rows: page.rows.map(asRow) };
}

/** The address of the photo of each colour of a company that has one. */
async function photosOf(db: Db, companyId: string): Promise<(colorId: string) => string | null> {
  const found = await db
    .selectFrom('carpet_color_photos')
    .where('company_id', '=', companyId)
    .select(['color_id', 'sha256'])
    .execute();
  const hashes = new Map(found.map(({ color_id, sha256 }) => [color_id, sha256]));
  return (colorId) => {
    const sha256 = hashes.get(colorId);
    // The hash in the address makes a new photo a new address.
    return sha256 === undefined
      ? null
      : `/api/${semiFinishes.path}/photos/${colorId}?v=${sha256.slice(0, 12)}`;
  };
}

export async function findById(db: Db, scope: Scope, id: string): Promise<SemiFinish | undefined> {
  if (!isId(id)) return undefined;
  return asRecord(db, await visible(db, scope).where('semi_finishes.id', '=', id).executeTakeFirst());
}

/** Like `findById`, locked until the transaction ends. */
export async function lockById(tx: Tx, scope: Scope, id: string): Promise<SemiFinish | undefined> {
  if (!isId(id)) return undefined;
  const narrowed = await narrowToRow(tx, scope, 'semi_finishes', id);
  return asRecord(
    tx,
    await visible(tx, narrowed)
      .where('semi_finishes.id', '=', id)
      .forUpdate('semi_finishes')
      .executeTakeFirst(),
  );
}

/** All semi-finishes of a company in order of display, locked until the transaction ends. */
export async function lockAll(tx: Tx, scope: Scope, companyId: string) {
  return visible(tx, scope)
    .where('semi_finishes.company_id', '=', companyId)
    .orderBy('semi_finishes.position')
    .orderBy('semi_finishes.id')
    .forUpdate('semi_finishes')
    .execute();
}

async function asRecord(db: Db, stored: Stored | undefined): Promise<SemiFinish | undefined> {
  if (!stored) return undefined;
  const photoOf = await photosOf(db, stored.companyId);
  const shown = (colors: readonly StoredColor[]) =>
    colors.map((color) => ({ ...color, photo: photoOf(color.id) }));
  return {
    ...asRow(stored),
    articles: stored.articles.map((article) => ({ ...article, colors: shown(article.colors) })),
    colors: shown(stored.colors),
  };
}

/** The active semi-finishes of a company in order of display, and where the photos of their colours are. */
export async function activeOf(db: Db, companyId: string) {
  const stored = await visible(db, { reach: 'company', userId: '', companyId })
    .where('semi_finishes.is_active', '=', true)
    .orderBy('semi_finishes.position')
    .orderBy('semi_finishes.id')
    .execute();
  return { stored: stored satisfies readonly StoredSemiFinish[], photoOf: await photosOf(db, companyId) };
}

/** What is stored of a semi-finish; without a position a new one comes last, and another stays where it is. */
export interface SemiFinishValues extends Tree {
  readonly description: string;
  readonly isActive: boolean;
  readonly position: number | undefined;
}

const valuesOf = ({ articles, colors, ...values }: SemiFinishValues) => ({
  ...values,
  articles: JSON.stringify(articles),
  colors: JSON.stringify(colors),
});

export async function insert(
  tx: Tx,
  ctx: Context,
  companyId: string,
  values: SemiFinishValues,
): Promise<string> {
  const position = values.position ?? (await lastPosition(tx, companyId)) + 1;
  return insertRow(tx, ctx, 'semi_finishes', { ...valuesOf(values), companyId, position });
}

async function lastPosition(tx: Tx, companyId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('semi_finishes')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

export function update(
  tx: Tx,
  ctx: Context,
  { companyId, id }: Pick<SemiFinish, 'companyId' | 'id'>,
  values: SemiFinishValues,
): Promise<void> {
  return updateRow(tx, ctx, 'semi_finishes', { companyId, id }, valuesOf(values));
}

/** Sets or removes the photo of a colour. */
export async function setPhoto(
  tx: Tx,
  companyId: string,
  colorId: string,
  sha256: string | null,
): Promise<void> {
  await tx
    .deleteFrom('carpet_color_photos')
    .where('company_id', '=', companyId)
    .where('color_id', '=', colorId)
    .execute();
  if (sha256 !== null)
    await tx
      .insertInto('carpet_color_photos')
      .values({ company_id: companyId, color_id: colorId, sha256 })
      .execute();
}

/** Where the photo of a colour is. */
export async function findPhoto(db: Db, scope: Scope, colorId: string): Promise<string | undefined> {
  if (!isId(colorId)) return undefined;
  const found = await db
    .selectFrom('carpet_color_photos')
    .where('color_id', '=', colorId)
    .where(within(scope, 'carpet_color_photos.company_id', () => sql`true`))
    .select('sha256')
    .executeTakeFirst();
  return found?.sha256;
}
