import { columnHead } from '#contract/column-texts.ts';
import { intakeLog } from '#contract/documents/intake-log.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { intakeReasonText } from '../reasons.ts';
import { findById, list, stream } from './intake-log.repository.ts';
import { intakeLogRoutes } from './intake-log.routes.ts';

type Entry = Omit<Rec<typeof intakeLog>, 'reason'>;

export const intakeLogSlice = slice({
  resource: intakeLog,
  service: {
    async list(ctx, query) {
      const page = await list(ctx.db, ctx.scope, query);
      return { ...page, rows: page.rows.map((entry) => withReason(ctx, entry)) };
    },
    async find(ctx, id) {
      const found = await findById(ctx.db, ctx.scope, id);
      return found ? withReason(ctx, found) : null;
    },
  },
  routes: intakeLogRoutes,
  history: 'none',
  trash: 'none',
  exports: exportFields(
    'intake-log',
    async (ctx, query) => exportedRows(ctx, stream(ctx.db, ctx.scope, query)),
    [
      ['receivedAt', 'instant'],
      ['companyName', 'text'],
      ['administrationName', 'text'],
      ['source', 'text'],
      ['sender', 'text'],
      ['subject', 'text'],
      ['filename', 'text'],
      ['archive', 'text'],
      ['bytes', 'number'],
      ['document', 'text'],
      ['reason', 'text'],
    ],
  ),
});

function withReason(ctx: Context, entry: Entry): Rec<typeof intakeLog> {
  return { ...entry, reason: intakeReasonText(ctx.language, entry.reasonCode) };
}

// Sheets show sources in words, as the screen does.
async function* exportedRows(ctx: Context, entries: AsyncIterable<Entry>) {
  for await (const entry of entries) {
    const source = columnHead(ctx.language, 'intake-log', `source.${entry.source}`);
    yield { ...withReason(ctx, entry), source, document: entry.document?.documentId ?? null };
  }
}
