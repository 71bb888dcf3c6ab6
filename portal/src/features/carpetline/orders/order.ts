import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { catalogueLookup, semiFinishes } from '#contract/carpetline/catalogue.ts';
import type { CarpetLine } from '#contract/carpetline/line.ts';
import { carpetOrders } from '#contract/carpetline/orders.ts';
import type { Rec, Row } from '#contract/resource.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { invalidateResource, resourceHooks, useKeyStart } from '#portal/kit/data/resource-hooks.ts';

export const orderHooks = resourceHooks(carpetOrders);
export type Order = Rec<typeof carpetOrders>;
export type OrderRow = Row<typeof carpetOrders>;

const lookup = z.object({ result: catalogueLookup });
const one = z.object({ result: carpetOrders.record });

/** How an address names an order: by its number, or by its id for who sees other companies, whose numbers are the same. */
export function useOrderKey(): (order: Pick<OrderRow, 'id' | 'number'>) => string {
  const may = usePermission();
  const seesOthers = may(`${carpetOrders.permission}.read.system`);
  return ({ id, number }) => (seesOthers ? id : String(number));
}

/** What can be ordered now from the own company, or from another that staff look at. */
export function useCatalogue(companyId?: string) {
  const http = useHttp();
  const query = companyId === undefined ? '' : `?companyId=${companyId}`;
  return useQuery({
    queryKey: [...useKeyStart(), semiFinishes.path, 'lookup', companyId],
    queryFn: async ({ signal }) =>
      (await http.call(`/api/${semiFinishes.path}/lookup${query}`, lookup, { signal })).result,
  });
}

/** A step of an order on its way: `receive`, `complete`, `step-back`, `delivery-date`. */
export function useStep(orderId: string, step: string) {
  const http = useHttp();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: object): Promise<Order> =>
      (await http.call(`/api/${carpetOrders.path}/${orderId}/${step}`, one, { method: 'POST', body })).result,
    onSuccess: () => invalidateResource(client, carpetOrders.path),
  });
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
