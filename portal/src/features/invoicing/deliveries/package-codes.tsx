import { deliverySettings } from '#contract/invoicing/deliveries.ts';
import type { PackageCodeKind } from '#contract/invoicing/package-codes.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { InlineEdit } from '#portal/kit/detail/inline-edit.tsx';
import type { Column } from '#portal/kit/list/column.tsx';
import { ListFrame } from '#portal/kit/list/list-frame.tsx';
import { localPage } from '#portal/kit/list/local-page.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type PackageCode, usePackageCodes, useSavePackageCodes } from './package-codes.api.ts';

type Row = PackageCode & { readonly id: string };

/** The codes of one kind, as a tab: that of the package is typed in its place. */
const codesOf = (kind: PackageCodeKind) =>
  function PackageCodes() {
    const id = useParam('administrationId');
    const answer = usePackageCodes(id, kind);
    const list = useListState(deliverySettings);
    const columns = useColumnsOf(id, kind);
    const rows = answer.data?.map((code) => ({ ...code, id: code.ours }));
    const page =
      rows &&
      localPage(rows, list, ({ ours, name, theirs, invoiceCount }) => ({
        ours: kind === 'creditor' ? '' : ours,
        name,
        theirs,
        invoiceCount: String(invoiceCount),
      }));
    return (
      <ListFrame
        place="tab"
        screen={`package-codes-${kind}:index`}
        texts="invoicing.packageCodes"
        list={list}
        columns={columns}
        page={{ ...answer, data: page }}
        renderTools={() => null}
      />
    );
  };

export const PackageAccounts = codesOf('account');
export const PackageCostCentres = codesOf('costcenter');
export const PackageCostUnits = codesOf('costUnit');
export const PackageVatCodes = codesOf('vatCode');
export const PackageCreditors = codesOf('creditor');

function useColumnsOf(id: string, kind: PackageCodeKind): readonly Column<Row>[] {
  const text = useText();
  const may = usePermission();
  const save = useSavePackageCodes(id);
  const isCreditor = kind === 'creditor';
  const wordsOf = ({ ours, name }: Row) => (isCreditor ? name : `${ours} ${name}`.trim());
  return [
    ...(isCreditor
      ? []
      : [
          {
            field: 'ours',
            label: 'invoicing.packageCodes.ours',
            render: ({ ours }: Row) => ours,
            width: '18%',
            sortable: true,
            isMain: true,
            small: 'title' as const,
          },
        ]),
    {
      field: 'name',
      label: 'invoicing.packageCodes.name',
      render: ({ name }) => name,
      sortable: true,
      isMain: isCreditor,
      small: isCreditor ? 'title' : 'line',
    },
    {
      field: 'theirs',
      label: `invoicing.packageCodes.${isCreditor ? 'number' : 'theirs'}`,
      width: '34%',
      sortable: true,
      small: 'end',
      render: (row) => (
        <InlineEdit
          label={text('invoicing.packageCodes.theirsOf', { name: wordsOf(row) })}
          value={row.theirs}
          maxLength={40}
          mayEdit={may('fmmodule.deliverysettings.update')}
          onSave={(theirs) => save.mutateAsync({ kind, codes: [{ ours: row.ours, theirs }] })}
        />
      ),
    },
    {
      field: 'invoiceCount',
      label: 'invoicing.packageCodes.invoiceCount',
      render: ({ invoiceCount }) => invoiceCount,
      width: 170,
      align: 'right',
      sortable: true,
    },
  ];
}
