import type { z } from 'zod';
import type { FieldCode } from '#contract/problem.ts';
import { lineAmount, type LinePrice } from '#contract/workorders/line-amount.ts';
import type { lineWrite } from '#contract/workorders/line-write.ts';
import { problem } from '#server/platform/http/problem.ts';

type LineWrite = z.output<typeof lineWrite>;

const whole: LinePrice = { quantity: null, unitAmount: null, discountPercentage: null };

/**
 * The body with the amount that follows from quantity, price and discount; what the body does not name is as in `before`. A client
 * that does not know them, and sends another amount, makes it a line without.
 */
export function priced<L extends LineWrite>(
  line: L,
  before: LinePrice & { readonly salesAmount: number } = { ...whole, salesAmount: 0 },
): L {
  const isSilent = ['quantity', 'unitAmount', 'discountPercentage'].every(
    (field) => Reflect.get(line, field) === undefined,
  );
  if (isSilent && before.quantity === null) return line;
  if (isSilent && (line.salesAmount ?? before.salesAmount) !== before.salesAmount)
    return { ...line, ...whole };
  const {
    quantity = before.quantity,
    unitAmount = before.unitAmount,
    discountPercentage = before.discountPercentage,
  } = line;
  const codes: Record<string, FieldCode[]> = {};
  const isAsked = quantity !== null || unitAmount !== null || discountPercentage !== null;
  if (isAsked && quantity === null) codes['quantity'] = ['required'];
  if (isAsked && unitAmount === null) codes['unit_amount'] = ['required'];
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
  const salesAmount = lineAmount({ quantity, unitAmount, discountPercentage }) ?? line.salesAmount;
  return { ...line, quantity, unitAmount, discountPercentage, salesAmount };
}
