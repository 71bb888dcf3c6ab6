import { z } from 'zod';
import { vatOf } from '#contract/money.ts';
import { cents, type Row } from '#contract/resource.ts';
import { lineAmount, type LinePrice } from '#contract/workorders/line-amount.ts';
import { lineShown } from '#contract/workorders/line-write.ts';
import type { workOrderLines } from '#contract/workorders/order-lines.ts';
import { vatKind, type VatKind } from '#contract/workorders/vat.ts';
import { emptyOf } from '#portal/kit/form/empty-of.ts';

/** A line as the server has it. */
export type OrderLine = Row<typeof workOrderLines>;

const amount = cents.nullable();
/** A line as the editor holds it, and as a draft keeps it; amounts in cents, null while empty. */
export const lineValues = z.object({
  ...lineShown,
  purchaseAmount: amount,
  salesAmount: amount,
  vat: vatKind.default('standard'),
  /** Hundredths, as fields of decimals hold them. */
  quantity: z.int().nullable().default(null),
  /** Cents, at most two decimals. */
  unitAmount: z.number().nullable().default(null),
  /** Hundredths. */
  discountPercentage: z.int().nullable().default(null),
});
export type LineValues = Readonly<z.output<typeof lineValues>>;

export const emptyLine: LineValues = emptyOf(lineValues);

/** What the editor holds of a stored line. */
export function valuesOf(
  line: Omit<LineValues, 'purchaseAmount'> & Pick<OrderLine, 'purchaseAmount'>,
): LineValues {
  return lineValues.parse({
    ...line,
    purchaseAmount: line.purchaseAmount ?? null,
    quantity: line.quantity === null ? null : Math.round(line.quantity * 100),
    discountPercentage: line.discountPercentage === null ? null : Math.round(line.discountPercentage * 100),
  });
}

/** How many at which price, as it travels. */
export function priceOf({
  quantity,
  unitAmount,
  discountPercentage,
}: Pick<LineValues, keyof LinePrice>): LinePrice {
  const ofHundredths = (value: number | null) => (value === null ? null : value / 100);
  return {
    quantity: ofHundredths(quantity),
    unitAmount,
    discountPercentage: ofHundredths(discountPercentage),
  };
}

/** The line with the amount that follows from quantity and price. */
export function withAmount(line: LineValues): LineValues {
  return { ...line, salesAmount: lineAmount(priceOf(line)) ?? line.salesAmount };
}

/** What is sent of a line; the purchase amount only with the permission to read it. */
export function writeOf({ purchaseAmount, salesAmount, ...line }: LineValues, showsPurchase: boolean) {
  const price = priceOf(line);
  return {
    ...line,
    ...price,
    salesAmount: lineAmount(price) ?? salesAmount ?? 0,
    ...(showsPurchase ? { purchaseAmount: purchaseAmount ?? 0 } : {}),
  };
}

/** Sums of the lines that count: those the customer chose, before an answer those that the offer counts; excl. VAT, in cents (§E6); the margin is a share of sales, negative at a loss, null without sales. */
export interface Totals {
  /** Less the discount. */
  readonly sales: number;
  readonly discount: number;
  readonly purchase: number;
  readonly margin: number | null;
}

interface MaybeAmounts {
  /** False: the customer did not choose it. */
  readonly isAccepted?: boolean | null | undefined;
  /** Why it does not count while the customer has not answered. */
  readonly uncountedAs?: OrderLine['uncountedAs'] | undefined;
  readonly salesAmount: number | null;
  readonly vat: VatKind;
  readonly purchaseAmount?: number | null | undefined;
}

/** `discountPercentage` is that of the accepted offer, which it takes off the lines of each kind of VAT (§E6). */
export function totalsOf(all: readonly MaybeAmounts[], discountPercentage: number | null = null): Totals {
  const lines = all.filter(({ isAccepted, uncountedAs }) => isAccepted ?? (uncountedAs ?? null) === null);
  const kinds = new Map<string, number>();
  for (const { vat, salesAmount } of lines) kinds.set(vat, (kinds.get(vat) ?? 0) + (salesAmount ?? 0));
  const rate = Math.round((discountPercentage ?? 0) * 100);
  const discount = [...kinds.values()].reduce((sum, amount) => sum + vatOf(amount, rate), 0);
  const sales = [...kinds.values()].reduce((sum, amount) => sum + amount, 0) - discount;
  const purchase = lines.reduce((sum, line) => sum + (line.purchaseAmount ?? 0), 0);
  return { sales, discount, purchase, margin: sales <= 0 ? null : (sales - purchase) / sales };
}
