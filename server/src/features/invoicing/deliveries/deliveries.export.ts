import { columnHead } from '#contract/column-texts.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import type { Context } from '#server/platform/context.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { stream } from './deliveries.repository.ts';

/** The list of deliveries with its filters, states in words. */
export const deliveryExport = exportFields('deliveries', async (ctx, query) => inWords(ctx, query), [
  ['createdAt', 'instant'],
  ['company.name', 'text'],
  ['administration.name', 'text'],
  ['coupling', 'text'],
  ['state', 'text'],
  ['filename', 'text'],
  ['invoiceCount', 'number'],
  ['tries', 'number'],
  ['finishedAt', 'instant'],
]);

async function* inWords({ db, scope, language }: Context, query: ListQuery) {
  for await (const row of stream(db, scope, query)) {
    yield {
      ...row,
      'company.name': row.company.name,
      'administration.name': row.administration.name,
      state: columnHead(language, 'deliveries', `states.${row.state}`),
    };
  }
}
