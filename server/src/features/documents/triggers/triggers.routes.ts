import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  exampleAnswer,
  exampleRequest,
  regexAnswer,
  regexSearch,
  triggerImport,
  triggerImportAnswer,
  triggers,
  triggerText,
  tryAnswer,
  tryRequest,
  yamlQuery,
} from '#contract/documents/triggers.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { languageOf } from '#server/platform/http/language.ts';
import { idOf } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import { exportYaml, importTriggers } from './exchange.service.ts';
import { type Matcher, sharedMatcher } from './matcher.ts';
import { withWrongPatterns } from './pattern-problems.ts';
import { patternFromExample, searchDocument, textFor } from './search.service.ts';
import { findById } from './triggers.repository.ts';
import { ownerOf, refuseBadPatterns } from './triggers.service.ts';
import { tryTrigger } from './try.service.ts';

const tags = [triggers.path];
const reading = 'fmmanagement.documents.read';
const may = (verb: string) => `${triggers.permission}.${verb}`;
const isPdfQuery = z.object({ isPdf: z.enum(['true', 'false']).default('true') });

/** Names patterns that cannot run together with all else that is wrong in a refused trigger. */
export function nameWrongPatterns(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request) => {
    const { method, body } = request;
    throw withWrongPatterns(error, { method, body, language: languageOf(request) });
  });
}

export function triggerRoutes(app: FastifyInstance, services: Services): void {
  const matcher = sharedMatcher();
  const url = `/api/${triggers.path}`;
  exchangeRoutes(app, services, url);
  searchRoutes(app, services, matcher);

  const schema = { tags, body: tryRequest, response: { 200: z.object({ result: tryAnswer }) } };
  app.post(
    `${url}/try`,
    { config: { permission: may('read'), repeatable: 'reads only' }, schema },
    async (request) => {
      const ctx = contextOf(services, request, may('read'));
      const { id, trigger } = parseInput(tryRequest, request.body);
      const current = id ? orNotFound(await findById(ctx.db, ctx.scope, id)) : undefined;
      const companyId = current ? current.companyId : await ownerOf(ctx, trigger.companyId);
      // Without a pattern that cannot run, the trial would be of another trigger than the one on screen.
      refuseBadPatterns(ctx, trigger);
      return { result: await tryTrigger(ctx, matcher, companyId, trigger, current) };
    },
  );
}

function searchRoutes(app: FastifyInstance, services: Services, matcher: Matcher): void {
  const document = '/api/fmmanagement/documenten/:id';
  const permission = reading;
  app.get(
    `${document}/text`,
    {
      config: { permission },
      schema: { tags, querystring: isPdfQuery, response: { 200: z.object({ result: triggerText }) } },
    },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const result = await textFor(
        ctx,
        idOf(request),
        parseInput(isPdfQuery, request.query).isPdf === 'true',
      );
      // Who opens the text is about to type a pattern.
      matcher.warm();
      return { result };
    },
  );
  app.post(
    `${document}/regex`,
    {
      config: { permission, repeatable: 'reads only' },
      schema: { tags, body: regexSearch, response: { 200: z.object({ result: regexAnswer }) } },
    },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      return {
        result: await searchDocument(ctx, matcher, idOf(request), parseInput(regexSearch, request.body)),
      };
    },
  );
  app.post(
    `${document}/regex/example`,
    {
      config: { permission, repeatable: 'reads only' },
      schema: { tags, body: exampleRequest, response: { 200: z.object({ result: exampleAnswer }) } },
    },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      return {
        result: await patternFromExample(
          ctx,
          matcher,
          idOf(request),
          parseInput(exampleRequest, request.body),
        ),
      };
    },
  );
}

function exchangeRoutes(app: FastifyInstance, services: Services, url: string): void {
  app.get(
    `${url}/yaml`,
    { config: { permission: may('read') }, schema: { tags, querystring: yamlQuery } },
    async (request, reply) => {
      const ctx = contextOf(services, request, may('read'));
      const { ids } = parseInput(yamlQuery, request.query);
      return reply
        .type('application/yaml; charset=utf-8')
        .header('content-disposition', 'attachment; filename="triggers.yaml"')
        .header('x-content-type-options', 'nosniff')
        .send(await exportYaml(ctx, ids?.split(',').filter(Boolean) ?? null));
    },
  );
  const schema = { tags, body: triggerImport, response: { 200: z.object({ result: triggerImportAnswer }) } };
  for (const [path, isPreview] of [
    ['import', false],
    ['import/preview', true],
  ] as const) {
    const config = { permission: may('create'), ...(isPreview ? { repeatable: 'reads only' } : {}) };
    app.post(`${url}/${path}`, { config, schema }, async (request) => {
      const ctx = contextOf(services, request, may('create'));
      return { result: await importTriggers(ctx, parseInput(triggerImport, request.body), isPreview) };
    });
  }
}
