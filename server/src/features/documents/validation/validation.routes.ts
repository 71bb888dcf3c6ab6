import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documentProperty } from '#contract/documents/properties.ts';
import {
  correctCommand,
  undoVerdictCommand,
  unvalidated,
  verdict,
  verdictCommand,
} from '#contract/documents/validation.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { idOf, sameRecord } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { InvoiceHooks } from '../invoice-hooks.ts';
import { lockRoutes } from '../locks/locks.routes.ts';
import { imageRoute, wordsRoute } from '../pages/page-words.routes.ts';
import { recognitionPath } from '../paths.ts';
import { findKey } from './validation.repository.ts';
import { correctValue, undoVerdict, validateRecognition } from './validation.service.ts';

const base = `/api/${recognitionPath}`;
const tags = [unvalidated.path];
const verdictAnswer = z.object({ result: verdict });
const itemAnswer = z.object({ result: unvalidated.record });

export function validationRoutes(app: FastifyInstance, services: Services, hooks: InvoiceHooks): void {
  const read = `${unvalidated.permission}.read`;
  const permission = `${unvalidated.permission}.update`;
  const config = { permission };
  wordsRoute(app, services, `/api/${unvalidated.path}`, read, findKey);
  imageRoute(app, services, `${base}/images`, read);
  lockRoutes(app, services, base, permission, findKey);

  app.put(
    `${base}/:id`,
    {
      config,
      schema: { tags, body: verdictCommand, response: { 200: verdictAnswer } },
      preValidation: sameRecord,
    },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      return {
        result: await validateRecognition(
          ctx,
          hooks,
          idOf(request),
          parseInput(verdictCommand, request.body),
        ),
      };
    },
  );
  app.post(
    `${base}/:id/undo`,
    { config, schema: { tags, body: undoVerdictCommand, response: { 200: verdictAnswer } } },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      return { result: await undoVerdict(ctx, hooks, idOf(request)) };
    },
  );
  app.put(
    `${base}/:id/properties/:property`,
    { config, schema: { tags, body: correctCommand, response: { 200: itemAnswer } } },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const { property } = z.object({ property: z.string() }).parse(request.params);
      const known = orNotFound(documentProperty.options.find((name) => name === property));
      return {
        result: await correctValue(
          ctx,
          hooks,
          idOf(request),
          known,
          parseInput(correctCommand, request.body),
        ),
      };
    },
  );
}
