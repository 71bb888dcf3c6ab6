import type { Context } from '#server/platform/context.ts';
import { problem } from '#server/platform/http/problem.ts';

/** Only the provider writes prices, runs and settings: the right of a customer only reads (decision 0028). */
export function assertProvider(ctx: Context): void {
  if (ctx.scope.reach !== 'system') throw problem.forbidden();
}
