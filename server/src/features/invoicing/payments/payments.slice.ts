import type { FastifyInstance } from 'fastify';
import { administrations } from '#contract/core/administrations.ts';
import { columnHead } from '#contract/column-texts.ts';
import {
  choosePaymentCommand,
  confirmPayingAccountCommand,
  paymentReasonCommand,
  payments,
  paymentSettings,
  paymentStep,
  splitPaymentCommand,
} from '#contract/invoicing/payments.ts';
import type { ListQuery } from '#contract/list-query.ts';
import { within } from '#server/platform/auth/scope.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { exportFields } from '#server/platform/http/mount-export.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { sendStored } from '#server/platform/http/send-stored.ts';
import { findUseOf } from '#server/platform/resource/record-links.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { PaymentStateNumber } from '../state-numbers.ts';
import { findById as findSettings } from './payment-settings.repository.ts';
import { confirmPayingAccount, paymentSettingsService } from './payment-settings.service.ts';
import { findById, findFile, stream } from './payments.repository.ts';
import {
  choosePayment,
  markNotSent,
  paymentsService,
  preparePayment,
  releasePayment,
  sendPaymentBack,
  splitPayment,
  withdrawPayment,
} from './payments.service.ts';

export const paymentSlice = slice({
  resource: payments,
  service: paymentsService,
  routes: paymentRoutes,
  history: historyBy(findById),
  // A payment is what happened: nobody deletes one.
  trash: 'none',
  exports: exportFields('payments', async (ctx, query) => inWords(ctx, query), [
    ['number', 'text'],
    ['company.name', 'text'],
    ['administration.name', 'text'],
    ['state', 'text'],
    ['executionDay', 'day'],
    ['paymentCount', 'number'],
    ['totalAmount', 'cents'],
    ['createdAt', 'instant'],
    ['releasedAt', 'instant'],
  ]),
  blocks: [
    {
      target: administrations,
      findUse(tx, ctx, { id, companyId }) {
        const found = tx
          .selectFrom('payment_files')
          .where('company_id', '=', companyId)
          .where('administration_id', '=', id)
          .where('state', 'in', [PaymentStateNumber.draft, PaymentStateNumber.prepared]);
        return findUseOf(ctx, payments, found, (scope) =>
          found
            .where(within(scope, 'payment_files.company_id'))
            .orderBy('created_at')
            .select(['id', 'number as name']),
        );
      },
    },
  ],
});

async function* inWords({ db, scope, language }: Context, query: ListQuery) {
  for await (const row of stream(db, scope, query)) {
    yield {
      ...row,
      'company.name': row.company.name,
      'administration.name': row.administration.name,
      state: columnHead(language, 'payments', `states.${row.state}`),
    };
  }
}

function paymentRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, payments);
  const make = { right: 'create', result: payments.record } as const;
  const release = { right: 'release', result: payments.record } as const;
  // Both steps that money follows from ask a fresh second factor.
  const fresh = { config: { fresh: true } } as const;
  action('POST', '/:id/choose', { ...make, body: choosePaymentCommand }, (ctx, { id, body }) =>
    choosePayment(ctx, id, body),
  );
  action('POST', '/:id/split', { ...make, body: splitPaymentCommand }, (ctx, { id, body }) =>
    splitPayment(ctx, id, body),
  );
  const bare = { body: paymentStep, isBodyOptional: true } as const;
  action('POST', '/:id/prepare', { ...make, ...fresh, ...bare }, (ctx, { id, body }) =>
    preparePayment(ctx, id, body),
  );
  action('POST', '/:id/withdraw', { ...make, ...bare }, (ctx, { id, body }) =>
    withdrawPayment(ctx, id, body),
  );
  action('POST', '/:id/release', { ...release, ...fresh, ...bare }, (ctx, { id, body }) =>
    releasePayment(ctx, id, body),
  );
  action('POST', '/:id/send-back', { ...release, body: paymentReasonCommand }, (ctx, { id, body }) =>
    sendPaymentBack(ctx, id, body),
  );
  action('POST', '/:id/not-sent', { ...release, body: paymentReasonCommand }, (ctx, { id, body }) =>
    markNotSent(ctx, id, body),
  );
  action('GET', '/:id/file', { right: 'read', file: 'application/xml' }, async (ctx, { id, reply }) =>
    sendStored(reply, ctx.files, {
      ...orNotFound(await findFile(ctx.db, ctx.scope, id)),
      mime: 'application/xml',
    }),
  );
}

export const paymentSettingsSlice = slice({
  resource: paymentSettings,
  service: paymentSettingsService,
  routes(app, services) {
    const action = actionsOf(app, services, paymentSettings);
    action(
      'POST',
      '/:id/confirm',
      {
        right: 'confirm',
        body: confirmPayingAccountCommand,
        isBodyOptional: true,
        result: paymentSettings.record,
        config: { fresh: true },
      },
      (ctx, { id, body }) => confirmPayingAccount(ctx, id, body),
    );
  },
  history: historyBy(findSettings),
  // They belong to their administration and go with it.
  trash: 'none',
  exports: 'none',
});
