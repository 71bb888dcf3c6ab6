import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  exampleAnswer,
  exampleRequest,
  regexAnswer,
  triggerSearch,
  triggerSearchAnswer,
  regexSearch,
  triggerImport,
  triggerImportAnswer,
  triggers,
  triggerText,
  tryAnswer,
  tryRequest,
  yamlQuery,
} from '#contract/documents/triggers.ts';
import { unknownDocuments } from '#contract/documents/unknown-documents.ts';
import type { Services } from '#server/platform/context.ts';
import { languageOf } from '#server/platform/http/language.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { documentRecordPath } from '../paths.ts';
import { exportYaml, importTriggers } from './exchange.service.ts';
import { type Matcher, sharedMatcher } from './matcher.ts';
import { withWrongPatterns } from './pattern-problems.ts';
import { patternFromExample, searchByTrigger, searchDocument, textFor } from './search.service.ts';
import { findById } from './triggers.repository.ts';
import { ownerOf, refuseBadPatterns } from './triggers.service.ts';
import { tryTrigger } from './try.service.ts';

const readsOnly = { repeatable: 'reads only' };
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
  exchangeRoutes(app, services, matcher);
  searchRoutes(app, services, matcher);
  actionsOf(app, services, triggers)(
    'POST',
    '/try',
    { right: 'read', config: readsOnly, body: tryRequest, result: tryAnswer },
    async (ctx, { body: { id, trigger } }) => {
      const current = id ? orNotFound(await findById(ctx.db, ctx.scope, id)) : undefined;
      const companyId = current ? current.companyId : await ownerOf(ctx, trigger.companyId);
      // Without a pattern that cannot run, the trial would be of another trigger than the one on screen.
      refuseBadPatterns(ctx, trigger);
      return tryTrigger(ctx, matcher, companyId, trigger, current);
    },
  );
}

function searchRoutes(app: FastifyInstance, services: Services, matcher: Matcher): void {
  const { permission } = unknownDocuments;
  const action = actionsOf(app, services, {
    name: unknownDocuments.name,
    path: documentRecordPath,
    permission,
    tag: triggers.path,
  });
  const right = 'read';
  action(
    'GET',
    '/:id/text',
    { right, query: isPdfQuery, result: triggerText },
    async (ctx, { id, query }) => {
      const text = await textFor(ctx, id, query.isPdf === 'true');
      // Who opens the text is about to type a pattern.
      matcher.warm();
      return text;
    },
  );
  action(
    'POST',
    '/:id/regex',
    {
      right,
      config: readsOnly,
      body: z.union([regexSearch, triggerSearch]),
      result: z.union([regexAnswer, triggerSearchAnswer]),
    },
    (ctx, { id, body }) =>
      body.field !== undefined
        ? searchDocument(ctx, matcher, id, body)
        : searchByTrigger(ctx, matcher, id, body),
  );
  action(
    'POST',
    '/:id/regex/example',
    { right, config: readsOnly, body: exampleRequest, result: exampleAnswer },
    (ctx, { id, body }) => patternFromExample(ctx, matcher, id, body),
  );
}

function exchangeRoutes(app: FastifyInstance, services: Services, matcher: Matcher): void {
  const action = actionsOf(app, services, triggers);
  action(
    'GET',
    '/yaml',
    { right: 'read', query: yamlQuery, file: 'application/yaml' },
    async (ctx, { query: { ids }, reply }) =>
      reply
        .type('application/yaml; charset=utf-8')
        .header('content-disposition', 'attachment; filename="triggers.yaml"')
        .header('x-content-type-options', 'nosniff')
        .send(await exportYaml(ctx, ids?.split(',').filter(Boolean) ?? null)),
  );
  const options = { right: 'create', body: triggerImport, result: triggerImportAnswer };
  action('POST', '/import', options, (ctx, { body }) => importTriggers(ctx, body, false, matcher));
  action('POST', '/import/preview', { ...options, config: readsOnly }, (ctx, { body }) =>
    importTriggers(ctx, body, true, matcher),
  );
}
