import { companyModules } from '#contract/core/company-modules.ts';
import { modules } from '#contract/core/modules.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { slice } from '#server/platform/resource/slice.ts';
import { companyOfRequest } from '../companies/company-id.ts';
import { findModuleUse, stream } from './company-modules.repository.ts';
import { companyModulesService } from './company-modules.service.ts';

export const companyModuleSlice = slice({
  resource: companyModules,
  service: companyModulesService,
  history: 'none',
  // Only marked as deleted (§J2): given again it is a new record.
  trash: 'none',
  exports: exportFields(
    'company-modules',
    async (ctx, query, request) => stream(ctx.db, ctx.scope, query, await companyOfRequest(ctx, request)),
    ['moduleName', ['createdAt', 'instant']],
  ),
  blocks: [{ target: modules, findUse: findModuleUse }],
});
