import type { FastifyInstance } from 'fastify';
import type { Invitations, SiteOptions } from '#server/features/identity/index.ts';
import type { Services } from '#server/platform/context.ts';
import { partsOf, type Slice } from '#server/platform/resource/slice.ts';
import { eventRoutes } from './events/events.routes.ts';
import { historyRoutes } from './history/history.routes.ts';
import { administratorRoutes } from './users/administrators.routes.ts';
import { inspectorRoutes } from './inspectors/inspectors.routes.ts';
import { permissionRoutes } from './permissions/permissions.routes.ts';
import { savedViewRoutes } from './saved-views/saved-views.routes.ts';
import { identityProviderRoutes } from './identity-provider/identity-provider.routes.ts';
import { scimRoutes } from './scim/scim.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { serviceAccountRoutes } from './service-accounts/service-accounts.routes.ts';
import { trashRoutes } from './trash/trash.routes.ts';
import type { PersonalTables } from './users/personal-data.ts';
import { userRoutes } from './users/users.routes.ts';

export { administrationsService } from './administrations/administrations.service.ts';
export { listCompanies as listHistoryCompanies } from './history/seals.repository.ts';
export { verifyHistory } from './history/verify-history.ts';
export { coreJobs } from './jobs.ts';
export { coreSlices } from './slices.ts';
export type { TrashRetention } from './trash/purge.job.ts';
export type { NamedColumn, PersonalTables } from './users/personal-data.ts';
export { followDirectoryGroups } from './identity-provider/directory-groups.ts';
export {
  type CallerLoader,
  changesRights,
  createCallerLoader,
  forgetOnChanges,
  permissionsOf,
} from './rights/rights.service.ts';
export {
  administrationNames,
  isTheirs,
  withinAdministrations,
  withinBoth,
  withinPeriod,
} from './narrowing/narrowing.repository.ts';
export {
  endSessions,
  findSecondFactorFrom,
  findPerson,
  languageOf,
  type Person,
  saveLanguage,
} from './rights/rights.repository.ts';
export {
  createProgramLoader,
  programDirectory,
  type ProgramLoader,
} from './service-accounts/program-callers.ts';
export { isApiKey } from './service-accounts/service-accounts.rules.ts';
export { codeOfAddress, newWebhookSecret, signedHeaders } from './webhooks/webhooks.rules.ts';
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

/** What `app` hands to the area's routes. */
export interface CoreOptions {
  /** Makes invitations; null where another provider keeps the passwords. */
  readonly invitations: Invitations | null;
  /** The resources of all areas: their histories, trash and search are here. */
  readonly slices: readonly Slice[];
  /** The addresses that people are sent back to. */
  readonly sites: SiteOptions;
  /** What the areas keep of people. */
  readonly personal: PersonalTables;
}

/** The area's routes beside those of its slices. */
export function mountCore(
  app: FastifyInstance,
  services: Services,
  { invitations, slices, sites, personal }: CoreOptions,
): void {
  userRoutes(app, services, invitations, personal);
  inspectorRoutes(app, services);
  permissionRoutes(app, services);
  administratorRoutes(app, services);
  eventRoutes(app, services, partsOf(slices, 'history'));
  historyRoutes(app, services, partsOf(slices, 'history'));
  trashRoutes(app, services, partsOf(slices, 'trash'));
  savedViewRoutes(app, services);
  searchRoutes(app, services, partsOf(slices, 'search'));
  scimRoutes(app, services);
  const signsInHere = invitations !== null;
  serviceAccountRoutes(app, services, { hasTokenEndpoint: signsInHere });
  identityProviderRoutes(app, services, { sites, signsInHere });
}
