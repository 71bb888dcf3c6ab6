import { sql } from 'kysely';
import { administrations } from '#contract/core/administrations.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { historyInTable, slice } from '#server/platform/resource/slice.ts';
import { companyStays } from '#server/platform/resource/trash.ts';
import { companyOfRequest } from '../companies/company-id.ts';
import { stream, uniqueFields } from './administrations.repository.ts';
import { administrationRoutes } from './administrations.routes.ts';
import { administrationsService } from './administrations.service.ts';

export const administrationSlice = slice({
  resource: administrations,
  service: administrationsService,
  routes: administrationRoutes,
  history: historyInTable('administrations'),
  trash: {
    table: 'administrations',
    name: sql`name`,
    standsAlone: companyStays('administrations'),
    uniqueFields,
  },
  exports: exportFields(
    'administrations',
    async (ctx, query, request) => stream(ctx.db, ctx.scope, query, await companyOfRequest(ctx, request)),
    ['tag', 'name', 'coupling', 'kvkNumber', 'vatId', 'iban', ['mailIsActive', 'boolean']],
  ),
});
