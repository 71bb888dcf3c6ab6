import { IconLock } from '@tabler/icons-react';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { InlineSelect } from '#portal/kit/detail/inline-select.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useText } from '#portal/kit/text.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { useInvoiceVerb } from '../invoices/invoice-verbs.ts';

/** Until when an invoice is kept, and whether it is about real estate; that is not taken back once it is Processed. */
export function KeptUntil({ invoice }: { readonly invoice: Invoice }) {
  const text = useText();
  const may = usePermission();
  const verb = useInvoiceVerb();
  const { id, isRealEstate, keptUntil } = invoice;
  const mayEdit = may('fmmodule.invoices.update') && !(isRealEstate && keptUntil !== null);
  return (
    <>
      {(isRealEstate || mayEdit) && (
        <InlineSelect
          label={text('invoicing.kept.realEstate')}
          value={isRealEstate ? 'yes' : 'no'}
          mayEdit={mayEdit}
          options={['no', 'yes'].map((value) => ({ value, label: text(`invoicing.kept.${value}`) }))}
          onSave={async (value) =>
            void (await verb.mutateAsync({
              id,
              verb: 'real-estate',
              body: { isRealEstate: value === 'yes' },
            }))
          }
        >
          {text(`invoicing.kept.${isRealEstate ? 'yes' : 'no'}`)}
        </InlineSelect>
      )}
      {keptUntil !== null && (
        <span className="balie-empty">
          <IconLock size={16} stroke={1.75} aria-hidden /> {text('invoicing.kept.until')}{' '}
          <DateText value={keptUntil} />
        </span>
      )}
    </>
  );
}
