import { deliverySettings } from '#contract/invoicing/deliveries.ts';
import type { Row } from '#contract/resource.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';

/** The settings of each administration that can be delivered. */
export function useDelivering(): readonly Row<typeof deliverySettings>[] | undefined {
  const { data } = useAllRows(deliverySettings, {});
  return data?.filter(({ hasExporter }) => hasExporter);
}
