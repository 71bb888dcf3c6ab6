import { usePermission } from '#portal/kit/data/use-permission.ts';
import { usePathTo } from '#portal/kit/screens.tsx';
import type { Obstacle } from './package-codes.api.ts';

const everyStatus = 'Concept,Duplicate,ReadyForProcessing,Processed';
const mended = {
  creditor: { right: 'fmmodule.creditors.update', verb: 'toCreditor' },
  invoice: { right: 'fmmodule.invoices.read', verb: 'toInvoice' },
  administration: { right: 'fmmodule.deliverysettings.update', verb: 'toSettings' },
  account: { right: 'fmmodule.deliverysettings.update', verb: 'toCodes' },
  costcenter: { right: 'fmmodule.deliverysettings.update', verb: 'toCodes' },
  costUnit: { right: 'fmmodule.deliverysettings.update', verb: 'toCodes' },
  vatCode: { right: 'fmmodule.deliverysettings.update', verb: 'toCodes' },
} as const;

/** The part of the page of codes in which those of a kind stand. */
export const codesPart = {
  account: 'accounts',
  costcenter: 'cost-centres',
  costUnit: 'cost-units',
  vatCode: 'vat-codes',
  creditor: 'creditors',
} as const;

/** Where what keeps an invoice from being delivered is mended; undefined for who may not, and of what is not known. */
export function useMendLink() {
  const may = usePermission();
  const pathTo = usePathTo();
  return ({ kind, id }: Pick<Obstacle, 'kind' | 'id'>) => {
    const { right, verb } = mended[kind];
    if (id === null || !may(right)) return undefined;
    if (kind === 'creditor') return { verb, href: pathTo('creditors:update', { creditorId: id }) };
    if (kind === 'administration') return { verb, href: pathTo('delivery-settings:index') };
    if (kind === 'invoice') {
      const query = `?status=${encodeURIComponent(everyStatus)}&open=${id}`;
      return { verb, href: `${pathTo('invoices:index')}${query}` };
    }
    const codes = pathTo('delivery-settings:detail', { administrationId: id });
    return { verb, href: `${codes}/${codesPart[kind]}` };
  };
}
