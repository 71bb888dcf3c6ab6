import { purchaseFields, readPurchase } from '#contract/workorders/order-lines.ts';
import { scopeNames } from '#contract/permissions.ts';
import type { Context } from '#server/platform/context.ts';

/**
 * Whether the caller may know every purchase amount within the scope of this call. With a narrower permission they see
 * none: sorting and filtering a list would reveal the others.
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
