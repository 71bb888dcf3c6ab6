import type { FastifyInstance } from 'fastify';
import {
  bankAccounts,
  blockAccountCommand,
  confirmAccountCommand,
} from '#contract/invoicing/bank-accounts.ts';
import type { Services } from '#server/platform/context.ts';
import { actionsOf } from '#server/platform/http/mount-action.ts';
import { historyBy, slice } from '#server/platform/resource/slice.ts';
import { findById } from './accounts.repository.ts';
import { accountsService, blockAccount, confirmAccount } from './accounts.service.ts';

export const accountSlice = slice({
  resource: bankAccounts,
  service: accountsService,
  routes: accountRoutes,
  history: historyBy(findById),
  // An account stays as long as its creditor: blocking ends it.
  trash: 'none',
  exports: 'none',
});

function accountRoutes(app: FastifyInstance, services: Services): void {
  const action = actionsOf(app, services, bankAccounts);
  // A fresh second factor: a confirmed account is one that money goes to.
  const options = { right: 'confirm', result: bankAccounts.record, config: { fresh: true } } as const;
  action('POST', '/:id/confirm', { ...options, body: confirmAccountCommand }, (ctx, { id, body }) =>
    confirmAccount(ctx, id, body),
  );
  action('POST', '/:id/block', { ...options, body: blockAccountCommand }, (ctx, { id, body }) =>
    blockAccount(ctx, id, body),
  );
}
