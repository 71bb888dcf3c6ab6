import { useState } from 'react';
import { contactPersons } from '#contract/core/contact-persons.ts';
import type { Row } from '#contract/resource.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
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
import { RowActions } from '#portal/kit/list/row-actions.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useColumns } from '#portal/kit/list/use-columns.ts';
import { type ListState, useListState } from '#portal/kit/list/use-list-state.ts';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { ListTools } from '../saved-views/list-tools.tsx';
import { choiceFilter } from '../lists/choice-filter.ts';
import { ContactPersonsForm } from './contact-persons-form.tsx';

const { useList } = resourceHooks(contactPersons);
const narrowing = equalFilters({ function: 'text' });

const columns = columnsFor(
  contactPersons,
  [
    { field: 'firstName', small: 'title', renderSmall: ({ fullName }) => fullName },
    { field: 'lastName' },
    { field: 'function', small: 'line' },
    { field: 'landlineNumber/number', width: 150 },
    { field: 'mobileNumber/number', width: 150, small: 'line' },
    { field: 'emailAddress/address', width: '24%' },
  ],
  'core.contactPersons',
);

export function ContactPersonsList() {
  const text = useText();
  const may = usePermission();
  const customerRelationId = useParam('customerRelationId');
  const list = useListState(contactPersons, narrowing);
  const choice = useColumns('contact-persons:index', columns);
  const page = useList(list.query, { customerRelationId });
  const remove = useRemoveWithConfirm(contactPersons, { customerRelationId }, { goTo: false });
  // A new one is `null`, and no dialog is `undefined`.
  const [edited, setEdited] = useState<string | null | undefined>();
  const [mayUpdate, mayRemove] = [may('core.contactpersons.update'), may('core.contactpersons.delete')];
  const edit = ({ id }: Row<typeof contactPersons>) => setEdited(id);

  return (
    <>
      <TabBar
        search={<SearchBox list={list} label="core.contactPersons.search" />}
        filters={<FunctionFilter list={list} customerRelationId={customerRelationId} />}
        actions={
          <>
            <ListTools
              screen="contact-persons:index"
              resource={contactPersons}
              parents={{ customerRelationId }}
              query={list.query}
              choice={choice}
              everything={text('core.views.all')}
            />
            {may('core.contactpersons.create') && (
              <CreateButton
                isQuiet
                label={text('core.contactPersons.create')}
                onClick={() => setEdited(null)}
              />
            )}
          </>
        }
      />
      <DataTable
        caption={text('core.contactPersons.title')}
        columns={choice.shown}
        page={page}
        list={list}
        onOpen={mayUpdate ? edit : undefined}
        renderActions={(row) => (
          <RowActions
            name={row.fullName}
            onEdit={mayUpdate ? () => edit(row) : undefined}
            onRemove={
              mayRemove
                ? () =>
                    void remove({ id: row.id, name: row.fullName, thing: text('core.contactPersons.the') })
                : undefined
            }
          />
        )}
        empty={
          <EmptyState
            kind="first"
            title={text('core.contactPersons.none')}
            hint={text('core.contactPersons.noneHint')}
          />
        }
      />
      <Pager list={list} count={page.data?.metadata.count} />
      {edited !== undefined && (
        <ContactPersonsForm
          customerRelationId={customerRelationId}
          personId={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

interface FunctionFilterProps {
  readonly list: ListState;
  readonly customerRelationId: string;
}

/** Narrows to one of the functions that people of this relation have; nothing where nobody has one. */
function FunctionFilter({ list, customerRelationId }: FunctionFilterProps) {
  const text = useText();
  const { data: people = [] } = useAllRows(contactPersons, { customerRelationId });
  const functions = new Set(people.map((person) => person.function).filter((name) => name !== ''));
  // What the address asks for stands there, though nobody has it any more.
  if (list.filters['function']) functions.add(list.filters['function']);
  if (functions.size === 0) return null;
  const sorted = [...functions].toSorted((one, other) => one.localeCompare(other));
  return (
    <FilterBar
      list={list}
      filters={[choiceFilter('function', 'core.contactPersons.function', sorted, text)]}
    />
  );
}
