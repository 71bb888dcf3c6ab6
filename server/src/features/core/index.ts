import type { FastifyInstance } from 'fastify';
import type { Invitations } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { administrationRoutes } from './administrations/administrations.routes.ts';
import { companyRoutes } from './companies/companies.routes.ts';
import { companyModuleRoutes } from './company-modules/company-modules.routes.ts';
import { contactPersonRoutes } from './contact-persons/contact-persons.routes.ts';
import { customerRelationRoutes } from './customer-relations/customer-relations.routes.ts';
import type { RelationRemoved } from './customer-relations/customer-relations.service.ts';
import { importRoutes } from './customer-relations/import.routes.ts';
import { exportRoutes } from './exports.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { coreHistory } from './history/history.kinds.ts';
import { historyRoutes } from './history/history.routes.ts';
import type { HistoryKind } from './history/history.service.ts';
import { moduleRoutes } from './modules/modules.routes.ts';
import { permissionRoutes } from './permissions/permissions.routes.ts';
import { savedViewRoutes } from './saved-views/saved-views.routes.ts';
import { coreSearchers } from './search/search.repository.ts';
import { searchRoutes } from './search/search.routes.ts';
import type { Searcher } from './search/search.service.ts';
import type { TrashKind } from './trash/trash.kind.ts';
import { coreTrash } from './trash/trash.kinds.ts';
import { trashRoutes } from './trash/trash.routes.ts';
import { userRoutes } from './users/users.routes.ts';
import type { UserGuard } from './users/users.service.ts';
import type { RecordUse } from './uses.ts';

export { administrationsService } from './administrations/administrations.service.ts';
export type { RecordUse } from './uses.ts';
export type { RelationRemoved } from './customer-relations/customer-relations.service.ts';
export type { HistoryKind } from './history/history.service.ts';
export { coreJobs } from './jobs.ts';
export type { Searcher } from './search/search.service.ts';
export type { TrashHold } from './trash/purge.job.ts';
export { type TrashKind, trashTable } from './trash/trash.kind.ts';
export {
  type CallerLoader,
  changesRights,
  createCallerLoader,
  forgetOnChanges,
  permissionsOf,
} from './rights/rights.service.ts';
export { endSessions, findPerson, type Person } from './rights/rights.repository.ts';
export { inviteUser } from './users/invite.service.ts';
export { remove as removeUser } from './users/users.repository.ts';
export {
  insertCompany,
  insertContactPerson,
  insertGroup,
  insertModule,
  insertRelation,
  insertUser,
  type SeedAdministration,
} from './seeding/seeding.ts';

/** What areas to the left tell the management area of theirs; `app` hands it over. */
export interface Neighbours {
  /** What keeps a company from being deleted. */
  readonly companyUses?: readonly RecordUse[];
  /** What keeps an administration from being deleted. */
  readonly administrationUses?: readonly RecordUse[];
  /** What keeps a customer relation from being deleted. */
  readonly relationUses?: readonly RecordUse[];
  /** What keeps a contact person from being deleted. */
  readonly contactPersonUses?: readonly RecordUse[];
  /** What they do when a customer relation goes to the trash. */
  readonly relationFollowers?: readonly RelationRemoved[];
  /** What keeps a user from being switched on. */
  readonly userGuards?: readonly UserGuard[];
  /** Makes invitations; absent or null where another provider keeps the passwords. */
  readonly invitations?: Invitations | null;
  /** Their records that have a history. */
  readonly history?: readonly HistoryKind[];
  /** Their records that go to the trash. */
  readonly trash?: readonly TrashKind[];
  /** What the one search finds of theirs, in the order of the answer. */
  readonly searchers?: readonly Searcher[];
}

/** The management area's routes. */
export function mountCore(app: FastifyInstance, services: Services, neighbours: Neighbours): void {
  companyRoutes(app, services, neighbours.companyUses ?? []);
  administrationRoutes(app, services, neighbours.administrationUses ?? []);
  userRoutes(app, services, neighbours.invitations ?? null, neighbours.userGuards ?? []);
  companyModuleRoutes(app, services);
  groupRoutes(app, services);
  moduleRoutes(app, services);
  permissionRoutes(app, services);
  customerRelationRoutes(app, services, neighbours.relationUses ?? [], neighbours.relationFollowers ?? []);
  exportRoutes(app, services);
  importRoutes(app, services);
  contactPersonRoutes(app, services, neighbours.contactPersonUses ?? []);
  historyRoutes(app, services, [...coreHistory, ...(neighbours.history ?? [])]);
  trashRoutes(app, services, [...coreTrash, ...(neighbours.trash ?? [])]);
  savedViewRoutes(app, services);
  searchRoutes(app, services, [...coreSearchers, ...(neighbours.searchers ?? [])]);
}
