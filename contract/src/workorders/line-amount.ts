/** A line that is sold by the piece. */
export interface LinePrice {
  /** At most two decimals; null: the amount is of the line as a whole. */
  readonly quantity: number | null;
  /** Cents for one, at most two decimals: 1.25 is € 0,0125. */
  readonly unitAmount: number | null;
  /** Percent off, at most two decimals. */
  readonly discountPercentage: number | null;
}

/**
 * Quantity times price, less the discount, in whole cents; half a cent rounds away from zero. Null without a quantity or a price.
 *
 * @example
 * lineAmount({ quantity: 12.5, unitAmount: 333, discountPercentage: 10 }) // 3746
 */
export function lineAmount({ quantity, unitAmount, discountPercentage }: LinePrice): number | null {
  if (quantity === null || unitAmount === null) return null;
  // Exact in whole numbers: hundredths of a quantity, of a cent and of a percent.
  const hundredths = (value: number) => BigInt(Math.round(value * 100));
  const left = 10_000n - hundredths(discountPercentage ?? 0);
  const exact = hundredths(quantity) * hundredths(Math.abs(unitAmount)) * left;
  const rounded = Number((exact + 50_000_000n) / 100_000_000n);
  return unitAmount < 0 ? -rounded : rounded;
}
