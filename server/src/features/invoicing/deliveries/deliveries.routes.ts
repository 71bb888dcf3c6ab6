import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  arrivedCommand,
  bookedCommand,
  bookedResult,
  confirmCreditorsCommand,
  newCreditorsQuery,
  newCreditorsResult,
  deliverAgainCommand,
  deliverCommand,
  deliveries,
  deliverResult,
  deliverySettings,
  deliveryFoldersResult,
  missingForUblResult,
  obstaclesResult,
  newDeliverySecretCommand,
  newDeliverySecretResult,
  testFolderCommand,
  testFolderResult,
  testSftpCommand,
  testSftpResult,
  releaseDeliveryCommand,
  retryDeliveryCommand,
} from '#contract/invoicing/deliveries.ts';
import {
  packageCode,
  packageCodesQuery,
  readPackageCodesResult,
  savePackageCodesCommand,
} from '#contract/invoicing/package-codes.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { nameParameters, sendStored } from '#server/platform/http/send-stored.ts';
import { mountUploads, readUpload } from '#server/platform/http/uploads.ts';
import { findFile } from './deliveries.repository.ts';
import type { ExportedFile } from './exported-batch.ts';
import {
  confirmArrival,
  deliverAgain,
  noteFetched,
  releaseDelivery,
  retryDelivery,
  startDelivery,
} from './deliveries.service.ts';
import { listFolders, renewWebhookSecret, testFolder, testSftp } from './delivery-settings.service.ts';
import { confirmCreditors, listNewCreditors, newCreditorsFile } from './new-creditors.service.ts';
import { readReceipts } from './receipts.service.ts';
import { listMissing } from './missing.service.ts';
import { listObstacles } from './obstacles.service.ts';
import {
  listPackageCodes,
  packageCodesFile,
  readPackageCodesFile,
  savePackageCodes,
} from './package-codes.service.ts';
import { typeOf } from './targets.ts';
import { trialFile } from './trial.service.ts';

export function deliveryRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, deliveries);
  const right = 'update';
  const result = deliveries.record;
  const bare = { right, isBodyOptional: true, result } as const;
  action('POST', '', { right, body: deliverCommand, result: deliverResult, status: 202 }, (ctx, { body }) =>
    startDelivery(ctx, body),
  );
  action(
    'POST',
    '/receipts',
    { right, body: bookedCommand, result: bookedResult, config: { repeatable: 'Processed once' } },
    (ctx, { body }) => readReceipts(ctx, body),
  );
  const creditors = '/:id/new-creditors';
  action(
    'GET',
    creditors,
    { right, query: newCreditorsQuery, result: newCreditorsResult },
    (ctx, { id, query }) => listNewCreditors(ctx, id, query.first),
  );
  action(
    'GET',
    `${creditors}/file`,
    { right, query: newCreditorsQuery, file: ['text/csv', 'application/xml'] },
    async (ctx, input) => {
      return sendFile(input.reply, await newCreditorsFile(ctx, input.id, input.query.first));
    },
  );
  action('POST', creditors, { right, body: confirmCreditorsCommand, result }, (ctx, { id, body }) =>
    confirmCreditors(ctx, id, body.numbers),
  );
  action('POST', '/:id/retry', { ...bare, body: retryDeliveryCommand }, (ctx, { id }) =>
    retryDelivery(ctx, id),
  );
  action('POST', '/:id/arrived', { ...bare, body: arrivedCommand }, (ctx, { id }) => confirmArrival(ctx, id));
  action('POST', '/:id/again', { right, body: deliverAgainCommand, result }, (ctx, { id, body }) =>
    deliverAgain(ctx, id, body.reason),
  );
  action('POST', '/:id/release', { right, body: releaseDeliveryCommand, result }, (ctx, { id, body }) =>
    releaseDelivery(ctx, id, body.reason),
  );
  const file = ['text/csv', 'application/xml', 'application/zip'];
  action('GET', '/:id/file', { right, file }, async (ctx, { id, reply }) => {
    const found = orNotFound(await findFile(ctx.db, ctx.scope, id));
    // Delivered when the last byte has left; a client that goes away before has not fetched it.
    finished(reply.raw).then(
      () => noteFetched(ctx, id).catch((err: unknown) => ctx.log.error({ err, id }, 'fetched delivery')),
      () => undefined,
    );
    return sendStored(reply, ctx.files, { ...found, mime: typeOf(found.filename) });
  });
}

export function deliverySettingRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, deliverySettings);
  action('GET', '/:id/missing', { right: 'read', result: missingForUblResult }, (ctx, { id }) =>
    listMissing(ctx, id),
  );
  action('GET', '/:id/obstacles', { right: 'read', result: obstaclesResult }, (ctx, { id }) =>
    listObstacles(ctx, id),
  );
  action('GET', '/:id/folders', { right: 'update', result: deliveryFoldersResult }, (ctx, { id }) =>
    listFolders(ctx, id),
  );
  const test = {
    right: 'update',
    body: testFolderCommand,
    result: testFolderResult,
    config: { repeatable: 'writes a file and removes it' },
  } as const;
  action('POST', '/:id/test-folder', test, (ctx, { id, body }) => testFolder(ctx, id, body));
  action(
    'POST',
    '/:id/test-sftp',
    { ...test, body: testSftpCommand, result: testSftpResult },
    (ctx, { id, body }) => testSftp(ctx, id, body),
  );
  const renew = {
    right: 'update',
    body: newDeliverySecretCommand,
    isBodyOptional: true,
    result: newDeliverySecretResult,
    config: { repeatable: 'the secret is shown once' },
  } as const;
  action('POST', '/:id/webhook-secret', renew, (ctx, { id }) => renewWebhookSecret(ctx, id));
  action(
    'GET',
    '/:id/trial',
    { right: 'read', file: ['text/csv', 'application/xml', 'application/zip'] },
    async (ctx, { id, reply }) => {
      return sendFile(reply, await trialFile(ctx, id));
    },
  );
  packageCodeRoutes(app, services);
}

const maxCsvBytes = 5 * 1024 * 1024;

function packageCodeRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, deliverySettings);
  const result = z.array(packageCode);
  action('GET', '/:id/codes', { right: 'read', query: packageCodesQuery, result }, (ctx, { id, query }) =>
    listPackageCodes(ctx, id, query.kind),
  );
  action(
    'PUT',
    '/:id/codes',
    { right: 'update', body: savePackageCodesCommand, result },
    (ctx, { id, body }) => savePackageCodes(ctx, id, body),
  );
  action('GET', '/:id/codes/file', { right: 'read', file: ['text/csv'] }, async (ctx, { id, reply }) => {
    return sendFile(reply, await packageCodesFile(ctx, id));
  });
  mountUploads(app, maxCsvBytes, (scope) => {
    const upload = actionsOf(scope, services, deliverySettings);
    upload(
      'POST',
      '/:id/codes/file',
      {
        right: 'update',
        isUpload: true,
        result: readPackageCodesResult,
        config: { repeatable: 'a file that is read again changes nothing' },
      },
      async (ctx, { id, request }) => readPackageCodesFile(ctx, id, await readUpload(request)),
    );
  });
}

function sendFile(reply: FastifyReply, { name, bytes }: ExportedFile): FastifyReply {
  return reply
    .header('content-disposition', `attachment; ${nameParameters(name)}`)
    .type(typeOf(name))
    .send(Buffer.from(bytes));
}
