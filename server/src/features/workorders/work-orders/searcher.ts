import { parseListQuery } from '#contract/list-query.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { Searcher } from '#server/features/core/index.ts';
import { list } from './work-orders.list.ts';

/** What of this area the one search finds: orders by all that their list is searched by, the newest first. */
export const workOrderSearchers: readonly Searcher[] = [
  {
    kind: workOrders.permission,
    async find({ db, scope, now }, words, most) {
      const query = parseListQuery(workOrders, { $top: String(most), query: words.join(' ') });
      const { rows } = await list(db, scope, now(), query);
      return rows.map(({ id, yearNumber, reference, customerRelation }) => ({
        id,
        parentId: null,
        title: yearNumber,
        subtitle: [customerRelation?.name ?? '', reference].filter((text) => text !== '').join(' · '),
      }));
    },
  },
];
