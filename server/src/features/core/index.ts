import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import { administrationRoutes } from './administrations/administrations.routes.ts';
import { companyRoutes } from './companies/companies.routes.ts';
import type { CompanyUse } from './companies/companies.service.ts';
import { companyModuleRoutes } from './company-modules/company-modules.routes.ts';
import { contactPersonRoutes } from './contact-persons/contact-persons.routes.ts';
import { customerRelationExport } from './customer-relations/customer-relations.export.ts';
import { customerRelationRoutes } from './customer-relations/customer-relations.routes.ts';
import type { RelationUse } from './customer-relations/customer-relations.service.ts';
import { importRoutes } from './customer-relations/import.routes.ts';
import { groupRoutes } from './groups/groups.routes.ts';
import { moduleRoutes } from './modules/modules.routes.ts';
import { permissionRoutes } from './permissions/permissions.routes.ts';
import { userRoutes } from './users/users.routes.ts';

export type { CompanyUse } from './companies/companies.service.ts';
export type { RelationUse } from './customer-relations/customer-relations.service.ts';
export { type CallerLoader, createCallerLoader, forgetOnChanges, permissionsOf } from './rights/rights.service.ts';
export { findPerson, type Person } from './rights/rights.repository.ts';
export { insertCompany, insertGroup, insertModule, insertUser } from './seeding/seeding.ts';

/** What areas to the left tell the management area of theirs; `app` hands it over. */
export interface Neighbours {
  /** What keeps a company from being deleted. */
  readonly companyUses?: readonly CompanyUse[];
  /** What keeps a customer relation from being deleted. */
  readonly relationUses?: readonly RelationUse[];
}

/** The management area's routes. */
export function mountCore(app: FastifyInstance, services: Services, neighbours: Neighbours): void {
  companyRoutes(app, services, neighbours.companyUses ?? []);
  administrationRoutes(app, services);
  userRoutes(app, services);
  companyModuleRoutes(app, services);
  groupRoutes(app, services);
  moduleRoutes(app, services);
  permissionRoutes(app, services);
  customerRelationRoutes(app, services, neighbours.relationUses ?? []);
  customerRelationExport(app, services);
  importRoutes(app, services);
  contactPersonRoutes(app, services);
}
