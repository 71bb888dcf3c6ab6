import { serviceAccounts } from '#contract/core/service-accounts.ts';
import { asksFreshFactor } from '#server/features/identity/index.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { companyOfRequest } from '../companies/company-id.ts';
import { stream } from './service-accounts.repository.ts';
import { serviceAccountsService } from './service-accounts.service.ts';

export const serviceAccountSlice = slice({
  resource: serviceAccounts,
  service: serviceAccountsService,
  prepare: asksFreshFactor,
  history: historyInTable('service_accounts'),
  // What was taken away comes back by a new account and new keys only.
  trash: 'none',
  exports: exportFields(
    'service-accounts',
    async (ctx, query, request) => stream(ctx.db, ctx.scope, query, await companyOfRequest(ctx, request)),
    [
      ['name', 'text'],
      ['active', 'boolean'],
      ['validUntil', 'day'],
      ['mayApprove', 'boolean'],
      ['lastUsedAt', 'instant'],
    ],
  ),
});
