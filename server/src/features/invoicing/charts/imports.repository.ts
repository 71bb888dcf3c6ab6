import type { importFormats, importStates } from '#contract/invoicing/charts.ts';
import { importFormats as formats, importStates as states } from '#contract/invoicing/charts.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { newId } from '#server/platform/db/ids.ts';
import { ImportNumber } from './chart-numbers.ts';
import type { ChartKey } from './charts.repository.ts';
import './charts.tables.ts';

/** An import that begins. */
export interface NewImport {
  readonly format: (typeof importFormats)[number];
  readonly filename: string;
  readonly sha256: string;
  readonly state: (typeof importStates)[number];
  readonly counts?: Readonly<Record<string, number>>;
}

/** Writes down that a file is or was imported; gives its id. */
export async function insert(
  tx: Tx,
  ctx: Writer & Pick<Context, 'now'>,
  { companyId, id }: ChartKey,
  { format, filename, sha256, state, counts = {} }: NewImport,
): Promise<string> {
  const at = ctx.now();
  const importId = newId(at.getTime());
  await tx
    .insertInto('chart_imports')
    .values({
      company_id: companyId,
      id: importId,
      administration_id: id,
      format,
      filename,
      file_sha256: sha256,
      state: ImportNumber[state],
      progress: state === 'done' ? 100 : 0,
      counts,
      error: null,
      created_at: at.toISOString(),
      created_by: ctx.caller.userId,
      created_by_name: ctx.caller.name,
      finished_at: state === 'done' ? at.toISOString() : null,
    })
    .execute();
  return importId;
}

/** The last imports of a chart, the newest first. */
export async function list(db: Db, { companyId, id }: ChartKey, importId?: string) {
  let query = db
    .selectFrom('chart_imports')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .select([
      'id',
      'format',
      'filename',
      'state',
      'progress',
      'counts',
      'error',
      'error_about as errorAbout',
      'created_at as createdAt',
      'created_by_name as createdByName',
    ]);
  if (importId !== undefined) query = query.where('id', '=', importId);
  return (await query.execute()).map(({ format, state, ...row }) => ({
    ...row,
    format: formats.find((one) => one === format) ?? formats[0],
    state: states[state] ?? 'refused',
  }));
}
