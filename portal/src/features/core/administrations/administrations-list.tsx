import { IconMailCheck, IconMailCog, IconMailOff } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { administrations, couplings } from '#contract/core/administrations.ts';
import type { Rec } from '#contract/resource.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { TabBar } from '#portal/kit/detail/tab-bar.tsx';
import { useRemoveWithConfirm } from '#portal/kit/feedback/use-remove-with-confirm.tsx';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { RowAction, RowActions } from '#portal/kit/list/row-actions.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';
import { useRefreshCompany } from '../companies/use-refresh-company.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { yesNoFilter } from '../lists/yes-no-filter.ts';
import { AdministrationsForm } from './administrations-form.tsx';

const IntakeDialog = lazy(async () => ({ default: (await import('./intake-dialog.tsx')).IntakeDialog }));
const { useList } = resourceHooks(administrations);
type Administration = Rec<typeof administrations>;
const narrowing = equalFilters({ coupling: 'text', mailIsActive: 'boolean' });

const columns = columnsFor(administrations, [
  { field: 'tag', width: 120, small: 'line', isMain: false },
  { field: 'name', isMain: true, small: 'title' },
  { field: 'coupling', width: '20%' },
  { field: 'kvkNumber', isExtra: true },
  { field: 'vatId', isExtra: true },
  { field: 'iban', isExtra: true },
  { field: 'mailbox', sortable: false, render: (row) => <Mailbox of={row} /> },
]);

export function AdministrationsList() {
  const text = useText();
  const may = usePermission();
  const companyId = useParam('companyId');
  const list = useListState(administrations, narrowing);
  const choice = useColumns('administrations:index', columns);
  const page = useList(list.query, { companyId });
  const refreshCompany = useRefreshCompany();
  const remove = useRemoveWithConfirm(administrations, { companyId }, { goTo: false });
  // A new one is `null`, and no dialog is `undefined`.
  const [edited, setEdited] = useState<Administration | null | undefined>();
  const [mailOf, setMailOf] = useState<Administration>();
  const [mayUpdate, mayRemove] = [may('core.administrations.update'), may('core.administrations.delete')];

  async function ask({ id, name }: Administration) {
    if (await remove({ id, name, thing: text('core.administrations.the') })) refreshCompany();
  }

  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="core.administrations.search" />}
        filters={
          <FilterBar
            list={list}
            filters={[
              choiceFilter('coupling', 'core.administrations.coupling', couplings, text),
              yesNoFilter('mailIsActive', 'core.administrations.mailIsActive', text),
            ]}
          />
        }
        actions={
          <>
            <ListTools
              screen="administrations:index"
              resource={administrations}
              parents={{ companyId }}
              query={list.query}
              choice={choice}
              everything={text('core.views.all')}
            />
            {may('core.administrations.create') && (
              <CreateButton
                isQuiet
                label={text('core.administrations.create')}
                onClick={() => setEdited(null)}
              />
            )}
          </>
        }
      />
      <DataTable
        caption={text('core.administrations.title')}
        columns={choice.shown}
        page={page}
        list={list}
        onOpen={mayUpdate ? setEdited : undefined}
        actionsWidth={124}
        renderActions={(row) => (
          <>
            {mayUpdate && (
              <RowAction
                icon={IconMailCog}
                label={text('core.intake.button', { name: row.name })}
                onClick={() => setMailOf(row)}
              />
            )}
            <RowActions
              name={row.name}
              onEdit={mayUpdate ? () => setEdited(row) : undefined}
              onRemove={mayRemove ? () => void ask(row) : undefined}
            />
          </>
        )}
        empty={
          <EmptyState
            kind="first"
            title={text('core.administrations.none')}
            hint={text('core.administrations.noneHint')}
          />
        }
      />
      <Pager list={list} count={page.data?.metadata.count} />
      {edited !== undefined && (
        <AdministrationsForm
          companyId={companyId}
          administration={edited}
          onClose={() => setEdited(undefined)}
          onSaved={refreshCompany}
          onMail={() => {
            setMailOf(edited ?? undefined);
            setEdited(undefined);
          }}
        />
      )}
      {mailOf && (
        <Suspense>
          <IntakeDialog administration={mailOf} onClose={() => setMailOf(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Mailbox({ of: { mailIsActive, mailUsername } }: { readonly of: Administration }) {
  const text = useText();
  const Icon = mailIsActive ? IconMailCheck : IconMailOff;
  const color = mailIsActive ? 'var(--balie-ok)' : 'var(--balie-ink-3)';
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden style={{ color, verticalAlign: '-3px', marginRight: 6 }} />
      {mailIsActive ? (
        mailUsername
      ) : (
        <span className="balie-empty">{text('core.administrations.mailIsOff')}</span>
      )}
    </>
  );
}
