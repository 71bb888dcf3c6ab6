import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import type { SealedLine } from './seal.rules.ts';
import '../core.tables.ts';

const inUtc = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A line of the history as it stands. */
export interface HistoryLine extends Omit<SealedLine, 'companyId' | 'number' | 'personalHash'> {
  readonly userName: string;
  /** As PostgreSQL writes it. */
  readonly changes: string;
}

/** The companies that may have a history, and what belongs to none. */
export async function listCompanies(db: Db): Promise<string[]> {
  const found = await db.selectFrom('companies').orderBy('id').select('id').execute();
  return [noCompany, ...found.map(({ id }) => id)];
}

/** The last seal of a company. */
export function findLast(db: Db, companyId: string) {
  return db
    .selectFrom('history_seals')
    .where('company_id', '=', companyId)
    .orderBy('number', 'desc')
    .limit(1)
    .select(['number', 'hash', 'line_id as lineId'])
    .executeTakeFirst();
}

/** Lines without a seal whose id is above one, the oldest first. */
export async function listUnsealed(
  db: Db,
  companyId: string,
  above: string,
  max: number,
): Promise<HistoryLine[]> {
  const { rows } = await sql<HistoryLine>`
    select h.id as "lineId", h.entity, h.entity_id as "entityId", ${inUtc('h.at')} as at, h.user_id as "userId",
      h.user_name as "userName", h.verb, h.changes::text as changes
    from history h
    where h.company_id = ${companyId} and h.id > ${above}
      and not exists (select from history_seals s where s.company_id = ${companyId} and s.line_id = h.id)
    order by h.id limit ${max}`.execute(db);
  return rows;
}

/** A seal, with the salt of what its line says of people. */
export interface NewSeal extends SealedLine {
  readonly hash: string;
  readonly salt: string;
}

/** Adds seals with their salts. */
export async function insert(tx: Tx, seals: readonly NewSeal[], now: Date): Promise<void> {
  await tx
    .insertInto('history_salts')
    .values(seals.map(({ companyId, lineId, salt }) => ({ company_id: companyId, line_id: lineId, salt })))
    // A seal that somebody took out left its salt behind; its line is sealed again, at the end of the chain.
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'line_id']).doUpdateSet((set) => ({ salt: set.ref('excluded.salt') })),
    )
    .execute();
  await tx
    .insertInto('history_seals')
    .values(
      seals.map((seal) => ({
        company_id: seal.companyId,
        number: seal.number,
        line_id: seal.lineId,
        entity: seal.entity,
        entity_id: seal.entityId,
        at: seal.at,
        user_id: seal.userId,
        verb: seal.verb,
        personal_hash: seal.personalHash,
        hash: seal.hash,
        sealed_at: now.toISOString(),
      })),
    )
    .execute();
}

/** A seal beside the line that it is of. */
export interface SealWithLine extends SealedLine {
  readonly hash: string;
  /** Null when it was erased. */
  readonly salt: string | null;
  /** Null when there is none any more. */
  readonly line: HistoryLine | null;
}

/** Seals of a company above a number, in their order, each with its line as it stands now. */
export async function listSeals(
  db: Db,
  companyId: string,
  above: number,
  max: number,
): Promise<SealWithLine[]> {
  const { rows } = await sql<SealWithLine>`
    select s.company_id as "companyId", s.number, s.line_id as "lineId", s.entity, s.entity_id as "entityId",
      ${inUtc('s.at')} as at, s.user_id as "userId", s.verb, s.personal_hash as "personalHash", s.hash, t.salt,
      case when h.id is not null then json_build_object('lineId', h.id, 'entity', h.entity, 'entityId', h.entity_id,
        'at', ${inUtc('h.at')}, 'userId', h.user_id, 'userName', h.user_name, 'verb', h.verb,
        'changes', h.changes::text) end as line
    from history_seals s
    left join history_salts t on t.company_id = ${companyId} and t.line_id = s.line_id
    left join history h on h.company_id = ${companyId} and h.id = s.line_id
    where s.company_id = ${companyId} and s.number > ${above}
    order by s.number limit ${max}`.execute(db);
  return rows;
}

/** Lines that had no seal an hour after they were written; the job takes every line within minutes. */
export async function countLate(db: Db, companyId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from history h
    where h.company_id = ${companyId} and h.at < ${before.toISOString()}
      and not exists (select from history_seals s where s.company_id = ${companyId} and s.line_id = h.id)`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
