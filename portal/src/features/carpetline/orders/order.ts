import { catalogueLookup, semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { CarpetLine } from '#contract/carpetline/line.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';

export const orderHooks = resourceHooks(carpetOrders);
export type Order = Rec<typeof carpetOrders>;
export type OrderRow = Row<typeof carpetOrders>;

/** How an address names an order: by its number; by its id for users who see several companies, which share numbers. */
export function useOrderKey(): (order: Pick<OrderRow, 'id' | 'number'>) => string {
  const may = usePermission();
  const seesOtherCompanies = may(`${carpetOrders.permission}.read.system`);
  return ({ id, number }) => (seesOtherCompanies ? id : String(number));
}

/** What can be ordered now from one's own company, or from another that staff look at. */
export function useCatalogue(companyId: string | undefined) {
  const query = companyId === undefined ? '' : `?companyId=${companyId}`;
  const url = `/api/${semiFinishes.path}/lookup${query}`;
  return useAnswer([semiFinishes.path, 'lookup', companyId], url, catalogueLookup);
}

/** What a line is finished with, in one line of text. */
export function finishOf(
  line: Pick<
    CarpetLine,
    'semiFinishDescription' | 'articleDescription' | 'articleNumber' | 'colorDescription'
  >,
): string {
  const article = [line.articleNumber, line.articleDescription].filter((part) => part !== '').join(' ');
  return [line.semiFinishDescription, article, line.colorDescription]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The sizes of a line in whole centimetres, as people write them: `200 × 90 cm`, `⌀ 150 cm`. */
export function sizeOf({
  length,
  width,
  diameter,
}: Pick<CarpetLine, 'length' | 'width' | 'diameter'>): string {
  if (diameter !== null) return `⌀ ${diameter} cm`;
  const sides = [length, width].filter((side) => side !== null);
  return sides.length === 0 ? '' : `${sides.join(' × ')} cm`;
}
