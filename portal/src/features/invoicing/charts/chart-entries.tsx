import { useState } from 'react';
import { charts, type ChartKind, chartRoles } from '#contract/invoicing/charts.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { useNotifyFailure } from '#portal/kit/feedback/use-notify-failure.ts';
import { FormModal } from '#portal/kit/form/form-modal.tsx';
import { YesNoField } from '#portal/kit/form/choice-field.tsx';
import { SelectField } from '#portal/kit/form/select-field.tsx';
import { TextField } from '#portal/kit/form/text-field.tsx';
import { useResourceForm } from '#portal/kit/form/use-resource-form.ts';
import { YesNo } from '#portal/kit/format/yes-no.tsx';
import type { Column } from '#portal/kit/list/column.tsx';
import { ListFrame } from '#portal/kit/list/list-frame.tsx';
import { localPage } from '#portal/kit/list/local-page.ts';
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { type Text, useText } from '#portal/kit/text.ts';
import { type ChartEntry, useEntries, useRemoveEntry, useSaveEntries } from './charts.api.ts';

type Row = ChartEntry & { readonly id: string };

const columnsOf = (text: Text, hasRoles: boolean): readonly Column<Row>[] => [
  {
    field: 'number',
    label: 'invoicing.charts.number',
    render: ({ number }) => number,
    width: 140,
    sortable: true,
    isMain: true,
    small: 'line',
  },
  {
    field: 'name',
    label: 'invoicing.charts.name',
    render: ({ name }) => name,
    sortable: true,
    small: 'title',
  },
  ...(hasRoles
    ? [
        {
          field: 'role',
          label: 'invoicing.charts.role',
          render: ({ role }: Row) => (role === 'none' ? '' : text(`invoicing.charts.roles.${role}`)),
          width: '24%',
        },
      ]
    : []),
  {
    field: 'isOpen',
    label: 'invoicing.charts.isOpen',
    render: ({ isOpen }) => <YesNo value={isOpen} />,
    width: 110,
    small: 'end',
  },
];

/** The entries of one kind, as a tab of a chart. */
const entriesOf = (kind: ChartKind) =>
  function Entries() {
    const text = useText();
    const may = usePermission();
    const id = useParam('administrationId');
    const answer = useEntries(id, kind);
    const list = useListState(charts);
    const remove = useRemoveEntry(id, kind);
    const notifyFailure = useNotifyFailure();
    const [edited, setEdited] = useState<ChartEntry | null>();
    const mayUpdate = may('fmmodule.charts.update');
    const rows = answer.data?.map((entry) => ({ ...entry, id: entry.number }));
    const page =
      rows &&
      localPage(rows, list, ({ number, name, role }) => ({
        number,
        name,
        role: role === 'none' ? '' : role,
      }));

    async function ask({ number, name }: Row) {
      const isSure = await confirm({
        title: text('invoicing.charts.removeTitle', { name: `${number} ${name}`.trim() }),
        body: text('invoicing.charts.removeBody'),
        verb: text('invoicing.charts.removeVerb'),
        isDanger: true,
      });
      if (isSure) remove.mutate(number, { onError: notifyFailure });
    }
    return (
      <>
        <ListFrame
          place="tab"
          screen={`chart-${kind}:index`}
          texts={`invoicing.charts.${kind}`}
          list={list}
          columns={columnsOf(text, kind === 'account' || kind === 'journal')}
          page={{ ...answer, data: page }}
          renderTools={() => null}
          create={mayUpdate && { onClick: () => setEdited(null) }}
          onOpen={mayUpdate ? setEdited : undefined}
          actionsWidth={88}
          renderActions={(row) =>
            mayUpdate && (
              <RowActions
                name={`${row.number} ${row.name}`.trim()}
                onEdit={() => setEdited(row)}
                onRemove={() => void ask(row)}
              />
            )
          }
        />
        {edited !== undefined && (
          <EntryDialog chartId={id} kind={kind} entry={edited} onClose={() => setEdited(undefined)} />
        )}
      </>
    );
  };

export const Accounts = entriesOf('account');
export const CostCentres = entriesOf('costcenter');
export const CostUnits = entriesOf('costUnit');
export const Journals = entriesOf('journal');

interface EntryDialogProps {
  readonly chartId: string;
  readonly kind: ChartKind;
  /** Null for a new one. */
  readonly entry: ChartEntry | null;
  readonly onClose: () => void;
}

function EntryDialog({ chartId, kind, entry, onClose }: EntryDialogProps) {
  const text = useText();
  const save = useSaveEntries(chartId);
  const form = useResourceForm({
    initial: {
      number: entry?.number ?? '',
      name: entry?.name ?? '',
      isOpen: entry?.isOpen ?? true,
      role: entry?.role ?? 'none',
    },
    save: (values) => save.mutateAsync({ kind, entries: [values] }),
    check: ({ number, name }) => ({
      ...(number.trim() === '' && { number: [text('contract.code.required')] }),
      ...(name.trim() === '' && { name: [text('contract.field.name.required')] }),
    }),
    onSaved: onClose,
  });
  const roles = chartRoles.filter(
    (role) => role === 'none' || (role === 'purchases') === (kind === 'journal'),
  );
  return (
    <FormModal
      form={form}
      title={text(`invoicing.charts.${kind}.${entry === null ? 'create' : 'update'}`)}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="number"
        label="invoicing.charts.number"
        maxLength={40}
        isDisabled={entry !== null}
      />
      <TextField form={form} name="name" label="invoicing.charts.name" maxLength={255} />
      {(kind === 'account' || kind === 'journal') && (
        <SelectField
          form={form}
          name="role"
          label="invoicing.charts.role"
          hint="invoicing.charts.roleHint"
          options={roles.map((value) => ({ value, label: text(`invoicing.charts.roles.${value}`) }))}
        />
      )}
      <YesNoField form={form} name="isOpen" label="invoicing.charts.isOpen" />
    </FormModal>
  );
}
