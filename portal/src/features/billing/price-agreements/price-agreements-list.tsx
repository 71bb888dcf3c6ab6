import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import { priceAgreements } from '#contract/billing/price-agreements.ts';
import { ListTools } from '#portal/features/core/index.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { PlainList } from '#portal/kit/list/plain-list.tsx';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { CodeText } from '../code-text.tsx';
import type { PriceAgreement } from './price-agreement-values.ts';
import { PriceAgreementsForm } from './price-agreements-form.tsx';

const hooks = resourceHooks(priceAgreements);

const columns = columnsFor(
  priceAgreements,
  [
    { field: 'name', small: 'title' },
    {
      field: 'priceAgreementType',
      align: 'left',
      width: '13%',
      render: ({ priceAgreementType }) => <CodeText of="type" code={priceAgreementType} />,
    },
    { field: 'price', width: '12%', small: 'end', render: ({ price }) => <Money cents={price} /> },
    {
      field: 'isVariable',
      width: '12%',
      small: 'line',
      render: ({ isVariable }) => <CodeText of="costs" code={isVariable ? 'variable' : 'fixed'} />,
    },
    {
      field: 'invoiceType',
      align: 'left',
      width: '13%',
      small: 'line',
      render: ({ invoiceType }) => <CodeText of="invoiceType" code={invoiceType} />,
    },
    {
      field: 'cycleInMonths',
      align: 'left',
      width: '11%',
      small: 'line',
      render: ({ cycleInMonths }) => <CodeText of="cycle" code={cycleInMonths} />,
    },
    { field: 'customerCount', align: 'right', width: '11%', sortable: false },
  ],
  'billing.priceAgreements',
);

export function PriceAgreementsList() {
  const text = useText();
  const may = usePermission();
  const list = useListState(priceAgreements);
  const page = hooks.useList(list.query, {});
  const remove = useRemoveWithConfirm(priceAgreements, {}, { goTo: false });
  // A new one is `null`, and no dialog is `undefined`.
  const [edited, setEdited] = useState<PriceAgreement | null | undefined>();
  const [mayUpdate, mayRemove] = [
    may('fm.priceagreements.update.system'),
    may('fm.priceagreements.delete.system'),
  ];
  const create = may('fm.priceagreements.create.system') && (
    <CreateButton label={text('billing.priceAgreements.create')} onClick={() => setEdited(null)} />
  );

  return (
    <>
      <PlainList
        screen="price-agreements:index"
        list={list}
        page={page}
        columns={columns}
        title="billing.priceAgreements.title"
        search="billing.priceAgreements.search"
        renderTools={(choice) => (
          <ListTools
            screen="price-agreements:index"
            resource={priceAgreements}
            parents={{}}
            query={list.query}
            choice={choice}
            everything={text('billing.priceAgreements.all')}
          />
        )}
        create={create}
        onOpen={mayUpdate ? setEdited : undefined}
        renderActions={
          mayUpdate || mayRemove
            ? (row) => (
                <RowActions
                  name={row.name}
                  onEdit={mayUpdate ? () => setEdited(row) : undefined}
                  onRemove={
                    mayRemove
                      ? () =>
                          void remove({
                            id: row.id,
                            name: row.name,
                            thing: text('billing.priceAgreements.the'),
                          })
                      : undefined
                  }
                />
              )
            : undefined
        }
        empty={{
          icon: IconTag,
          title: text('billing.priceAgreements.none'),
          hint: text('billing.priceAgreements.noneHint'),
        }}
      />
      {edited !== undefined && (
        <PriceAgreementsForm agreement={edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
