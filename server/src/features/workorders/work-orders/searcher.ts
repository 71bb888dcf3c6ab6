import { parseListQuery } from '#contract/list-query.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { SearchOptions } from '#server/platform/resource/slice.ts';
import { list } from './work-orders.list.ts';

/** Finds orders by all that their list is searched by, the newest first. */
export const searchOrders: SearchOptions['find'] = async ({ db, scope, now }, words, max) => {
  const query = parseListQuery(workOrders, { $top: String(max), query: words.join(' ') });
  const { rows } = await list(db, scope, now(), query);
  return rows.map(({ id, yearNumber, reference, customerRelation }) => ({
    id,
    parentId: null,
    title: yearNumber,
    subtitle: [customerRelation?.name ?? '', reference].filter((text) => text !== '').join(' · '),
  }));
};
