import type { Slice } from '#server/platform/resource/slice.ts';
import { administrationSlice } from './administrations/administrations.slice.ts';
import { auditSlice } from './audit/audit.slice.ts';
import { companySlice } from './companies/companies.slice.ts';
import { companyModuleSlice } from './company-modules/company-modules.slice.ts';
import { contactPersonSlice } from './contact-persons/contact-persons.slice.ts';
import { customerRelationSlice } from './customer-relations/customer-relations.slice.ts';
import { groupSlice } from './groups/groups.slice.ts';
import { moduleSlice } from './modules/modules.slice.ts';
import { serviceAccountSlice } from './service-accounts/service-accounts.slice.ts';
import { userSlice } from './users/users.slice.ts';
import { webhookSlice } from './webhooks/webhooks.slice.ts';

/** The resources of the area; those that refer to others come before them, as the trash is purged in this order. */
export const coreSlices: readonly Slice[] = [
  contactPersonSlice,
  customerRelationSlice,
  administrationSlice,
  serviceAccountSlice,
  webhookSlice,
  userSlice,
  groupSlice,
  companyModuleSlice,
  moduleSlice,
  companySlice,
  auditSlice,
];
