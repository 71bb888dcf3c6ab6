import { allAdministrations } from '#contract/core/administrations.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { InlineSelect } from '#portal/kit/detail/inline-select.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb } from '../invoices/invoice-verbs.ts';

/** The administration of an invoice; until somebody decided it is moved to another in its place. */
export function Administration({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const may = usePermission();
  const { mutateAsync } = useInvoiceVerb();
  const { id, companyId, administration } = invoice;
  const isOpen = invoice.statusValue === 'Concept' && invoice.approvalState !== 'rejected';
  const mayEdit = isOpen && may('fmmodule.invoices.update') && may('core.administrations.read');
  const query = { filter: `companyId eq '${companyId}'` };
  const { data = [] } = useAllRows(allAdministrations, {}, query, { enabled: mayEdit });
  const name = administration?.name ?? text('kit.notStated');
  if (!mayEdit || data.length < 2) return name;
  return (
    <InlineSelect
      label={text('invoicing.fact.administration')}
      value={administration?.id ?? ''}
      options={data.map((one) => ({ value: one.id, label: one.name }))}
      onSave={async (administrationId) => {
        await mutateAsync({ id, verb: 'move', body: { administrationId } });
      }}
    >
      {name}
    </InlineSelect>
  );
}
