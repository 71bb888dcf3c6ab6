import { z } from 'zod';
import type { Row } from '#contract/resource.ts';
import type { workOrderLines } from '#contract/workorders/order-lines.ts';

/** A line as the server has it. */
export type OrderLine = Row<typeof workOrderLines>;

const text = z.string();

/** A line as the editor holds it, and as a draft keeps it; amounts in cents, null while empty. */
export const lineShape = z.object({
  description: text,
  edition: text,
  size: text,
  format: text,
  printing: text,
  material: text,
  finish: text,
  purchaseAmount: z.int().nullable(),
  salesAmount: z.int().nullable(),
  note: text,
});
export type LineValues = Readonly<z.output<typeof lineShape>>;

export const emptyLine: LineValues = {
  description: '',
  edition: '',
  size: '',
  format: '',
  printing: '',
  material: '',
  finish: '',
  purchaseAmount: null,
  salesAmount: null,
  note: '',
};

/** The fields of a line and nothing else of what carries them. */
export function bare(line: LineValues): LineValues {
  const {
    description,
    edition,
    size,
    format,
    printing,
    material,
    finish,
    purchaseAmount,
    salesAmount,
    note,
  } = line;
  return {
    description,
    edition,
    size,
    format,
    printing,
    material,
    finish,
    purchaseAmount,
    salesAmount,
    note,
  };
}

type Amounts = Pick<OrderLine, 'salesAmount'> & { readonly purchaseAmount?: number | undefined };

/** What the editor holds of a stored line. */
export function valuesOf(line: Omit<LineValues, 'purchaseAmount' | 'salesAmount'> & Amounts): LineValues {
  const { description, edition, size, format, printing, material, finish, note } = line;
  const texts = { description, edition, size, format, printing, material, finish, note };
  return { ...texts, purchaseAmount: line.purchaseAmount ?? null, salesAmount: line.salesAmount };
}

/** What is sent of a line: without the right to see it, nothing is said of the purchase amount. */
export function writeOf({ purchaseAmount, salesAmount, ...line }: LineValues, showsPurchase: boolean) {
  return {
    ...line,
    salesAmount: salesAmount ?? 0,
    ...(showsPurchase ? { purchaseAmount: purchaseAmount ?? 0 } : {}),
  };
}

/** Sums of lines excl. VAT, in cents (§E6); margin is a share of sales, at most 1, below 0 at a loss, or null where nothing comes in. */
export interface Totals {
  readonly sales: number;
  readonly purchase: number;
  readonly margin: number | null;
}

interface MaybeAmounts {
  readonly salesAmount: number | null;
  readonly purchaseAmount?: number | null | undefined;
}

export function totalsOf(lines: readonly MaybeAmounts[]): Totals {
  const sales = lines.reduce((sum, line) => sum + (line.salesAmount ?? 0), 0);
  const purchase = lines.reduce((sum, line) => sum + (line.purchaseAmount ?? 0), 0);
  return { sales, purchase, margin: sales <= 0 ? null : (sales - purchase) / sales };
}
