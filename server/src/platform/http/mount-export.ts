import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { columnHead, listTitle } from '#contract/column-texts.ts';
import { audit } from '#contract/core/audit.ts';
import { dayOfInstant } from '#contract/dates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { ResourceDefinition } from '#contract/resource.ts';
import type { Scope } from '../auth/scope.ts';
import type { Context, Services } from '../context.ts';
import type { ExportColumn, ExportColumnSpec, ExportKind, ExportValue } from '#contract/export/columns.ts';
import { csvPieces } from '#contract/export/csv.ts';
import { xlsxBytes } from '#contract/export/xlsx.ts';
import type { Db } from '../db/database.ts';
import { recordChange } from '../db/history.ts';
import { isId } from '../db/ids.ts';
import { inTransaction } from '../db/transaction.ts';
import { contextOf } from './caller.ts';
import { listParameters, readListQuery, urlOf } from './mount-resource.ts';
import { problem } from './problem.ts';
import { parseInput } from './schemas.ts';

/** What the export of a resource is made of. */
export interface ExportSource<Row> {
  /** The list among the texts of columns: its title names the sheet, and with the day the file. */
  readonly list: string;
  /** The complete list in its order, pulled; see `streamList`. Refusals belong before the first row. */
  readonly rows: (
    ctx: Context,
    query: ListQuery,
    request: FastifyRequest,
  ) => Promise<AsyncIterable<Row> | Iterable<Row>>;
  readonly columns: readonly ExportColumnSpec<Row>[];
  /** What the file is about, in its name instead of today: `2026-10`. */
  readonly about?: (ctx: Context, request: FastifyRequest) => string;
}

/**
 * The export of a list whose columns are fields of its rows as they are, texts unless they name another kind.
 *
 * @example
 * exportFields('groups', streamed(stream), ['name', ['userCount', 'number']])
 */
export function exportFields<Field extends string, Row extends Readonly<Record<Field, ExportValue>>>(
  list: string,
  rows: ExportSource<Row>['rows'],
  fields: readonly (Field | readonly [field: Field, kind: ExportKind])[],
): ExportSource<Row> {
  const columns = fields.map((wish): ExportColumnSpec<Row> => {
    const [field, kind] = typeof wish === 'string' ? ([wish, 'text'] as const) : wish;
    return [field, kind, (row) => row[field]];
  });
  return { list, rows, columns };
}

/** The rows of an export as a repository streams them within the caller's scope. */
export function streamed<Row>(
  stream: (db: Db, scope: Scope, query: ListQuery) => AsyncIterable<Row>,
): (ctx: Context, query: ListQuery) => Promise<AsyncIterable<Row>> {
  return async ({ db, scope }, query) => stream(db, scope, query);
}

const formats = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const parameters = z.object({ format: z.enum(['csv', 'xlsx']).default('csv') });

const maxConcurrent = 4;
const stalledAfterMs = 60_000;
let running = 0;

/**
 * `GET {collection}/export?format=csv|xlsx` beside the list, with the same permission, filter, search and order: the complete
 * list as a download, streamed as fast as it is read (decision 0011). `$top` and `$skip` do not count.
 *
 * @example
 * mountExport(app, services, groups, {
 *   list: 'groups',
 *   rows: streamed(streamGroups),
 *   columns: [['name', 'text', ({ name }) => name]],
 * });
 */
export function mountExport<Row>(
  app: FastifyInstance,
  services: Services,
  resource: ResourceDefinition,
  source: ExportSource<Row>,
): void {
  const url = `${urlOf(resource)}/export`;
  const permission = `${resource.permission}.read`;
  const schema = { querystring: listParameters.extend(parameters.shape) };
  app.get(
    url,
    { config: { permission, resource, file: Object.values(formats) }, schema },
    async (request, reply) => {
      const ctx = contextOf(services, request, permission);
      const { format } = parseInput(parameters, request.query);
      const query = readListQuery(resource, request);
      const rows = await source.rows(ctx, query, request);
      if (running >= maxConcurrent) throw problem.of('too-many-requests', { retryAfterSeconds: 5 });
      await recordExport(ctx, request, listTitle('nl', source.list), format);
      const about = source.about?.(ctx, request) ?? dayOfInstant(ctx.now());
      return send(ctx, reply, source, counted(rows), { format, about });
    },
  );
}

// Who took a list along is in the audit list of the company that it is of; nobody gets a list of which that is not known.
async function recordExport(ctx: Context, request: FastifyRequest, list: string, format: string) {
  const { companyId } = inCompany.parse(request.params);
  // Who reaches their own company only is recorded there, whatever the address says.
  const of = ctx.scope.reach === 'system' && isId(companyId) ? companyId : ctx.caller.companyId;
  await inTransaction(ctx.db, (tx) =>
    recordChange(tx, ctx, {
      entity: audit.permission,
      entityId: of,
      companyId: of,
      verb: 'export',
      after: { list, format },
    }),
  );
}

const inCompany = z.object({ companyId: z.string().catch('') });

function send<Row>(
  ctx: Context,
  reply: FastifyReply,
  { list, columns: specs }: ExportSource<Row>,
  rows: AsyncIterable<Row>,
  { format, about }: { readonly format: keyof typeof formats; readonly about: string },
): FastifyReply {
  const { language } = ctx;
  const name = listTitle(language, list);
  const columns: ExportColumn<Row>[] = specs.map(([field, kind, value]) => ({
    head: columnHead(language, list, field),
    kind,
    value,
  }));
  const body =
    format === 'csv'
      ? Readable.from(csvPieces(columns, rows, language), { objectMode: false, highWaterMark: 64 * 1024 })
      : Readable.fromWeb(xlsxBytes(columns, rows, name));
  // A client that stops reading would keep a database connection for ever.
  reply.raw.setTimeout(stalledAfterMs, () => reply.raw.destroy());
  return reply
    .header('content-type', formats[format])
    .header(
      'content-disposition',
      disposition(`${name.toLowerCase().replaceAll(' ', '-')}-${about}.${format}`),
    )
    .header('cache-control', 'no-store')
    .send(body);
}

// The slot is taken from the first row until the loop is left, whichever way.
async function* counted<Row>(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<Row> {
  running += 1;
  try {
    yield* rows;
  } finally {
    running -= 1;
  }
}

function disposition(filename: string): string {
  const plain = filename.replaceAll(/[^\w. -]/g, '-');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
}
