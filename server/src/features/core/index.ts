import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/platform/context.ts';
import { administrationRoutes } from './administrations/administrations.routes.ts';
import { companyRoutes } from './companies/companies.routes.ts';
import type { CompanyUse } from './companies/companies.service.ts';

export type { CompanyUse } from './companies/companies.service.ts';
export { type CallerLoader, createCallerLoader, permissionsOf } from './rights/rights.service.ts';
export { findPerson, type Person } from './rights/rights.repository.ts';
export { insertCompany, insertGroup, insertModule, insertUser } from './seeding/seeding.ts';

/** The management area's routes. `companyUses` tell what of other areas keeps a company from being deleted. */
export function mountCore(app: FastifyInstance, services: Services, companyUses: readonly CompanyUse[]): void {
  companyRoutes(app, services, companyUses);
  administrationRoutes(app, services);
}
