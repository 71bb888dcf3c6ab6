import type { FastifyInstance } from 'fastify';
import { maxBuilds, newDevops, unreleasedBuilds } from '#contract/releases/builds.ts';
import {
  audienceAnswer,
  audienceQuestion,
  releaseAdoption,
  releaseFailures,
  releases,
  releaseSettings,
  releaseSettingsPermission,
  releaseSettingsWrite,
  releaseTree,
} from '#contract/releases/releases.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { listWithoutRelease } from '../builds/builds.repository.ts';
import { findAdoption } from './adoption.repository.ts';
import { previewAudience, readTree } from './audience.service.ts';
import { readFailures } from './failures.service.ts';
import { findById } from './releases.repository.ts';
import { seenSince } from './customer-releases.repository.ts';
import { changeSettings, readSettings } from './release-settings.service.ts';

export function releaseRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, releaseFailures, {
    list: (ctx, query, { releaseId }) => readFailures(ctx, releaseId, query),
  });

  const action = actionsOf(app, services, releases);
  const right = 'read';
  action('GET', '/new-devops', { right, answer: newDevops }, async ({ db, scope }) => {
    const [found] = scope.reach === 'system' ? await listWithoutRelease(db, 1) : [];
    return { result: found ? { ...found, name: found.version } : null };
  });
  action('GET', '/builds', { right, answer: unreleasedBuilds }, async ({ db, scope }) => ({
    result: scope.reach === 'system' ? await listWithoutRelease(db, maxBuilds) : [],
  }));
  action('GET', '/tree', { right, answer: releaseTree }, async (ctx) => ({ result: await readTree(ctx) }));
  const audience = {
    body: audienceQuestion,
    answer: audienceAnswer,
    config: { does: 'preview audience', repeatable: 'reads only' },
  };
  action('POST', '/:id/audience', { right, ...audience }, (ctx, { id, body }) =>
    previewAudience(ctx, id, body),
  );
  action('GET', '/:id/adoption', { right, answer: releaseAdoption }, async (ctx, input) => {
    const { id } = orNotFound(await findById(ctx.db, ctx.scope, input.id));
    return { result: await findAdoption(ctx.db, id, seenSince(ctx.now())) };
  });

  const settings = { path: 'fm/release-settings', permission: releaseSettingsPermission };
  const settingsAction = actionsOf(app, services, settings);
  const result = releaseSettings;
  settingsAction('GET', '', { right, result }, readSettings);
  settingsAction('PUT', '', { right: 'update', body: releaseSettingsWrite, result }, (ctx, { body }) =>
    changeSettings(ctx, body),
  );
}
