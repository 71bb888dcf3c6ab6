import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newDevops } from '#contract/releases/builds.ts';
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
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, mountResource } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { findNewest } from '../builds/builds.repository.ts';
import { findAdoption } from './adoption.repository.ts';
import { previewAudience, readTree } from './audience.service.ts';
import { readFailures } from './failures.service.ts';
import { findById } from './releases.repository.ts';
import { seenSince } from './running.ts';
import { changeSettings, readSettings } from './release-settings.service.ts';

const url = `/api/${releases.path}`;
const permission = `${releases.permission}.read`;
const tags = [releases.path];

export function releaseRoutes(app: FastifyInstance, services: Services): void {
  mountResource(app, services, releaseFailures, {
    list: (ctx, query, { releaseId }) => readFailures(ctx, releaseId, query),
  });
  audienceRoutes(app, services);
  settingsRoutes(app, services);
}

function audienceRoutes(app: FastifyInstance, services: Services): void {
  const config = { permission };
  app.get(
    `${url}/new-devops`,
    { config, schema: { tags, response: { 200: newDevops } } },
    async (request) => {
      const { db, scope } = contextOf(services, request, permission);
      const found = scope.reach === 'system' ? await findNewest(db) : undefined;
      return { result: found ? { ...found, name: found.version } : null };
    },
  );
  app.get(`${url}/tree`, { config, schema: { tags, response: { 200: releaseTree } } }, async (request) => ({
    result: await readTree(contextOf(services, request, permission)),
  }));
  const asked = { tags, body: audienceQuestion, response: { 200: audienceAnswer } };
  app.post(
    `${url}/:id/audience`,
    { config: { ...config, repeatable: 'reads only' }, schema: asked },
    async (request) =>
      previewAudience(
        contextOf(services, request, permission),
        idOf(request),
        parseInput(audienceQuestion, request.body ?? {}),
      ),
  );
  app.get(
    `${url}/:id/adoption`,
    { config, schema: { tags, response: { 200: releaseAdoption } } },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const { id } = orNotFound(await findById(ctx.db, ctx.scope, idOf(request)));
      return { result: await findAdoption(ctx.db, id, seenSince(ctx.now())) };
    },
  );
}

function settingsRoutes(app: FastifyInstance, services: Services): void {
  const address = '/api/fm/release-settings';
  const answer = { 200: z.object({ result: releaseSettings }) };
  const [read, update] = [`${releaseSettingsPermission}.read`, `${releaseSettingsPermission}.update`];
  const of = ['fm/release-settings'];
  app.get(
    address,
    { config: { permission: read }, schema: { tags: of, response: answer } },
    async (request) => ({
      result: await readSettings(contextOf(services, request, read)),
    }),
  );
  const schema = { tags: of, body: releaseSettingsWrite, response: answer };
  app.put(address, { config: { permission: update }, schema }, async (request) => ({
    result: await changeSettings(
      contextOf(services, request, update),
      parseInput(releaseSettingsWrite, request.body),
    ),
  }));
}
