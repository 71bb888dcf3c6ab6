import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dayOfInstant } from '#contract/dates.ts';
import type { ListQuery } from '#contract/list-query.ts';
import type { Language } from '#contract/problem.ts';
import type { ResourceDefinition } from '#contract/resource.ts';
import type { Context, Services } from '../context.ts';
import type { ExportColumn } from '../export/columns.ts';
import { csvPieces } from '../export/csv.ts';
import { xlsxBytes } from '../export/xlsx.ts';
import { contextOf } from './caller.ts';
import { listParameters, readListQuery } from './mount-resource.ts';
import { problem } from './problem.ts';
import { parseInput } from './schemas.ts';

/** What the export of a resource is made of. */
export interface ExportSource<Row> {
  readonly columns: readonly ExportColumn<Row>[];
  /** Name of the sheet, and with the day of the file. */
  readonly title: (language: Language) => string;
  /** The whole list, in its order, pulled; see `streamList`. Refusals belong before the first row. */
  readonly rows: (ctx: Context, query: ListQuery, request: FastifyRequest) => Promise<AsyncIterable<Row>>;
}

const formats = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const parameters = z.object({ format: z.enum(['csv', 'xlsx']).default('csv') });

const mostAtOnce = 4;
const stalledAfterMs = 60_000;
let running = 0;

/**
 * `GET {collection}/export?format=csv|xlsx` beside the list, with the same right, filter, search and order: the whole
 * list as a download, streamed as fast as it is read (decision 0011). `$top` and `$skip` do not count.
 */
export function mountExport<Row>(app: FastifyInstance, services: Services, resource: ResourceDefinition, source: ExportSource<Row>): void {
  const url = `/api/${resource.path.replace(/\{(\w+)\}/g, ':$1')}/export`;
  const permission = `${resource.permission}.read`;
  const schema = { tags: [resource.path], querystring: listParameters.extend(parameters.shape) };
  app.get(url, { config: { permission }, schema }, async (request, reply) => {
    const ctx = contextOf(services, request, permission);
    const { format } = parseInput(parameters, request.query);
    const query = readListQuery(resource, request);
    const rows = await source.rows(ctx, query, request);
    if (running >= mostAtOnce) throw problem.of('too-many-requests', { retryAfterSeconds: 5 });
    return send(ctx, reply, source, counted(rows), format);
  });
}

function send<Row>(ctx: Context, reply: FastifyReply, { columns, title }: ExportSource<Row>, rows: AsyncIterable<Row>, format: keyof typeof formats): FastifyReply {
  const { language } = ctx;
  const name = title(language);
  const body =
    format === 'csv'
      ? Readable.from(csvPieces(columns, rows, language), { objectMode: false, highWaterMark: 64 * 1024 })
      : Readable.fromWeb(xlsxBytes(columns, rows, { name, language }));
  // Who stops reading would keep a connection of the database for ever.
  reply.raw.setTimeout(stalledAfterMs, () => reply.raw.destroy());
  return reply
    .header('content-type', formats[format])
    .header('content-disposition', disposition(`${name.toLowerCase().replaceAll(' ', '-')}-${dayOfInstant(ctx.now())}.${format}`))
    .header('cache-control', 'no-store')
    .send(body);
}

// The slot is held from the first row until the loop is left, whichever way.
async function* counted<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
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
