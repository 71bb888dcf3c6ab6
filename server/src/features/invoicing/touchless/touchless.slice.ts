import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  ruleVersion,
  switchCommand,
  touchlessReport,
  touchlessReportQuery,
  touchlessRules,
  touchlessSettings,
} from '#contract/invoicing/touchless.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { changeSettings, readReport } from './report.service.ts';
import { findById } from './rules.repository.ts';
import { listVersions, rulesService, switchRule } from './rules.service.ts';

export const touchlessRuleSlice = slice({
  resource: touchlessRules,
  service: rulesService,
  routes: touchlessRoutes,
  history: historyBy(findById),
  // What a removed rule decided names it for ever; it is made anew in the place of being restored.
  trash: 'none',
  exports: 'none',
});

function touchlessRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, touchlessRules);
  action(
    'POST',
    '/:id/switch',
    { right: 'update', body: switchCommand, result: touchlessRules.record },
    (ctx, { id, body }) => switchRule(ctx, id, body),
  );
  action('GET', '/:id/versions', { right: 'read', result: z.array(ruleVersion) }, (ctx, { id }) =>
    listVersions(ctx, id),
  );
  // Its id is that of the company.
  const report = actionsOf(app, services, {
    path: 'fmmodule/touchless',
    permission: touchlessRules.permission,
    name: 'touchless report',
  });
  report(
    'GET',
    '/:id',
    { right: 'read', query: touchlessReportQuery, result: touchlessReport },
    (ctx, { id, query }) => readReport(ctx, id, query),
  );
  report(
    'PUT',
    '/:id',
    { right: 'update', body: touchlessSettings, result: touchlessReport },
    (ctx, { id, body }) => changeSettings(ctx, id, body),
  );
}
