import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documentProperty } from '#contract/documents/properties.ts';
import {
  correctCommand,
  linesCommand,
  undoVerdictCommand,
  unvalidated,
  verdict,
  verdictCommand,
} from '#contract/documents/validation.ts';
import type { Services } from '#server/platform/context.ts';
import { contextOf } from '#server/platform/http/caller.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { idOf, sameRecord } from '#server/platform/http/mount-resource.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { parseInput } from '#server/platform/http/schemas.ts';
import type { InvoiceHooks } from '../invoice-hooks.ts';
import { lockRoutes } from '../locks/locks.routes.ts';
import { imageRoute, wordsRoute } from '../pages/page-words.routes.ts';
import { recognitionPath } from '../paths.ts';
import { findKey } from './validation.repository.ts';
import { correctLines, correctValue, undoVerdict, validateRecognition } from './validation.service.ts';

const place = {
  name: 'recognition',
  path: recognitionPath,
  permission: unvalidated.permission,
  tag: unvalidated.path,
};
const right = 'update';

export function validationRoutes(app: FastifyInstance, services: Services, hooks: InvoiceHooks): void {
  wordsRoute(app, services, unvalidated, findKey);
  imageRoute(app, services, {
    name: 'recognition image',
    path: `${recognitionPath}/images`,
    permission: `${place.permission}.read`,
  });
  lockRoutes(app, services, unvalidated, findKey);

  const action = actionsOf(app, services, place);
  const permission = `${place.permission}.${right}`;
  const schema = {
    body: verdictCommand,
    response: { 200: z.object({ result: verdict }) },
  };
  app.put(
    `/api/${recognitionPath}/:id`,
    { config: { permission, resource: place }, schema, preValidation: sameRecord },
    async (request) => {
      const ctx = contextOf(services, request, permission);
      const body = parseInput(verdictCommand, request.body);
      return { result: await validateRecognition(ctx, hooks, idOf(request), body) };
    },
  );
  const actionOnOne = actionsOf(app, services, unvalidated);
  actionOnOne('POST', '/:id/undo', { right, body: undoVerdictCommand, result: verdict }, (ctx, { id }) =>
    undoVerdict(ctx, hooks, id),
  );
  actionOnOne(
    'PUT',
    '/:id/lines',
    { right, body: linesCommand, result: unvalidated.record },
    (ctx, { id, body }) => correctLines(ctx, hooks, id, body),
  );
  action(
    'PUT',
    '/:id/properties/:property',
    { right, body: correctCommand, result: unvalidated.record },
    (ctx, { id, body, request }) => {
      const { property } = z.object({ property: z.string() }).parse(request.params);
      const known = orNotFound(documentProperty.options.find((name) => name === property));
      return correctValue(ctx, hooks, id, known, body);
    },
  );
}
