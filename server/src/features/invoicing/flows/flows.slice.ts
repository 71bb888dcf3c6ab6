import { users } from '#contract/core/users.ts';
import { approvalFlows } from '#contract/invoicing/approval-flows.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById, namesUser } from './flows.repository.ts';
import { flowRoutes } from './flows.routes.ts';
import { flowsService } from './flows.service.ts';

export const flowSlice = slice({
  resource: approvalFlows,
  service: flowsService,
  routes: flowRoutes,
  history: historyBy(findById),
  // A flow belongs to its company and goes with it.
  trash: 'none',
  exports: 'none',
  blocks: [
    {
      target: users,
      async findUse(tx, ctx, { id, companyId }) {
        if (!(await namesUser(tx, companyId, id))) return { count: 0, first: [] };
        const reader = ctx.reach(`${approvalFlows.permission}.read`);
        const flow = reader && (await findById(tx, reader.scope, companyId));
        const name = flow?.companyName;
        return {
          count: 1,
          first: name === undefined ? [] : [{ resource: approvalFlows.path, id: companyId, name }],
        };
      },
    },
  ],
});
