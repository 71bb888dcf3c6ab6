import { purchaseFields, readPurchase } from '#contract/workorders/order-lines.ts';
import { scopeNames } from '#contract/permissions.ts';
import type { Context } from '#server/platform/context.ts';

/**
 * Whether every purchase amount within the reach of this call may be known. A narrower right than that of the call
 * shows none: a list could otherwise be sorted and filtered to tell the others.
 */
export function mayReadPurchase(ctx: Context): boolean {
  const right = ctx.reach(readPurchase);
  return right !== null && scopeNames.indexOf(right.scope.reach) >= scopeNames.indexOf(ctx.scope.reach);
}

const none: ReadonlySet<string> = new Set();
const all: ReadonlySet<string> = new Set(purchaseFields);

/** The fields of a line that this caller may not know. */
export function hiddenOfLines(ctx: Context): ReadonlySet<string> {
  return mayReadPurchase(ctx) ? none : all;
}

/** A line as this caller may know it. */
export function withoutPurchase<L extends { readonly purchaseAmount?: number | undefined }>(
  ctx: Context,
  line: L,
): L {
  if (mayReadPurchase(ctx)) return line;
  return { ...line, purchaseAmount: undefined };
}
