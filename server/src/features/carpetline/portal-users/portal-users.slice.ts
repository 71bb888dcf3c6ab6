import { portalUsers } from '#contract/carpetline/portal-users.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { users } from '#contract/core/users.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById, unbindRelation } from './portal-users.repository.ts';
import { keepSecret } from './portal-users.routes.ts';
import { assertHasRelation, portalUsersService, relationRemoved } from './portal-users.service.ts';

export const portalUserSlice = slice({
  resource: portalUsers,
  service: portalUsersService,
  prepare: keepSecret,
  history: historyBy(findById),
  // They are in the trash as users.
  trash: 'none',
  exports: 'none',
  onPurged: [{ target: customerRelations, run: unbindRelation }],
  onRemoved: [{ target: customerRelations, run: relationRemoved }],
  beforeActivated: [{ target: users, run: (tx, _ctx, user) => assertHasRelation(tx, user) }],
});
