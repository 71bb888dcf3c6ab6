import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  appliedFlow,
  applyFlowCommand,
  approvalFlows,
  flowChoices,
  flowChoicesQuery,
  flowPreview,
  flowPreviewQuery,
  flowVersion,
  putInUseCommand,
} from '#contract/invoicing/approval-flows.ts';
import {
  approvalReport,
  approvalReportQuery,
  approvalSettings,
  approvalSettingsCommand,
  workload,
} from '#contract/invoicing/approval-work.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { changeSettings, readSettings } from '../settings/settings.service.ts';
import { readReport, readWorkload } from '../workload/workload.service.ts';
import {
  applyFlow,
  discardDraft,
  listChoices,
  listVersions,
  previewFlow,
  putInUse,
} from './flows.service.ts';

export function flowRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, approvalFlows);
  const change = { right: 'update', isBodyOptional: true } as const;
  const result = approvalFlows.record;
  action('POST', '/:id/put-in-use', { ...change, body: putInUseCommand, result }, (ctx, { id, body }) =>
    putInUse(ctx, id, body.rowVersion),
  );
  action('POST', '/:id/apply', { ...change, body: applyFlowCommand, result: appliedFlow }, (ctx, { id }) =>
    applyFlow(ctx, id),
  );
  action('GET', '/:id/settings', { right: 'read', result: approvalSettings }, (ctx, { id }) =>
    readSettings(ctx, id),
  );
  const settings = { right: 'update', body: approvalSettingsCommand, result: approvalSettings };
  action('PUT', '/:id/settings', settings, (ctx, { id, body }) => changeSettings(ctx, id, body));
  action('GET', '/:id/workload', { right: 'read', result: workload }, (ctx, { id }) => readWorkload(ctx, id));
  const report = { right: 'read', query: approvalReportQuery, result: approvalReport };
  action('GET', '/:id/report', report, (ctx, { id, query }) => readReport(ctx, id, query.weeks));
  action('DELETE', '/:id/draft', { right: 'update', result }, (ctx, { id }) => discardDraft(ctx, id));
  action('GET', '/:id/versions', { right: 'read', result: z.array(flowVersion) }, (ctx, { id }) =>
    listVersions(ctx, id),
  );
  action(
    'GET',
    '/:id/choices',
    { right: 'read', query: flowChoicesQuery, result: flowChoices },
    (ctx, { id, query }) => listChoices(ctx, id, query.words),
  );
  action(
    'GET',
    '/:id/preview',
    { right: 'read', query: flowPreviewQuery, result: flowPreview },
    (ctx, input) => previewFlow(ctx, input.id, input.query),
  );
}
