import type { Context } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';

/** Prices, runs and settings are the provider's to write: a customer's right of his own company only reads (decision 0028). */
export function providerOnly(ctx: Context): void {
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
}
