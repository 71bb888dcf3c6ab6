import { sql } from 'kysely';
import { groups } from '#contract/core/groups.ts';
import { asksFreshFactor } from '#server/features/identity/index.ts';
import { exportFields, streamed } from '#server/platform/http/mount-export.ts';
import { problem } from '#server/platform/http/problem.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { listGroups } from '../rights/grants.repository.ts';
import { mayGiveGroup } from '../rights/grants.rules.ts';
import { granterOf } from '../rights/grants.service.ts';
import { findById, stream } from './groups.repository.ts';
import { groupRoutes } from './groups.routes.ts';
import { groupsService } from './groups.service.ts';

export const groupSlice = slice({
  resource: groups,
  service: groupsService,
  prepare: asksFreshFactor,
  routes: groupRoutes,
  history: historyBy(findById),
  trash: {
    table: 'groups',
    name: sql`name`,
    standsAlone: sql`(groups.company_id is null or ${companyStays('groups')})`,
    // A restore gives nobody permissions that the caller does not have (§A4).
    async afterRestore(tx, ctx, { id, companyId }) {
      const [group] = await listGroups(tx, companyId ?? ctx.caller.companyId, [id]);
      if (!group || !mayGiveGroup(await granterOf(tx, ctx), group, companyId)) throw problem.forbidden();
    },
  },
  exports: exportFields('groups', streamed(stream), [
    'name',
    'companyName',
    ['accessToEverything', 'boolean'],
    ['availableForEveryOne', 'boolean'],
    ['userCount', 'number'],
    ['permissionCount', 'number'],
  ]),
});
