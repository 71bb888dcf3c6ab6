import { contactPersons } from '#contract/core/contact-persons.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { equalFilters } from '#portal/kit/list/equal-filters.ts';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useRows } from '#portal/kit/list/use-rows.ts';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useParam } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { choiceFilter } from '../lists/choice-filter.ts';
import { ResourceList } from '../lists/resource-list.tsx';
import { ContactPersonsForm } from './contact-persons-form.tsx';

const narrowing = equalFilters({ function: 'text' });

const columns = columnsFor(contactPersons, [
  { field: 'firstName', small: 'title', renderSmall: ({ fullName }) => fullName },
  { field: 'lastName' },
  { field: 'function', small: 'line' },
  { field: 'landlineNumber/number', width: 150 },
  { field: 'mobileNumber/number', width: 150, small: 'line' },
  { field: 'emailAddress/address', width: '24%' },
]);

export function ContactPersonsList() {
  const customerRelationId = useParam('customerRelationId');
  const rows = useRows(contactPersons, { customerRelationId }, narrowing);
  const dialog = useRecordDialog(
    contactPersons,
    { customerRelationId },
    { nameOf: ({ fullName }) => fullName },
  );

  return (
    <>
      <ResourceList
        {...dialog.list}
        place="tab"
        {...rows}
        columns={columns}
        texts="core.contactPersons"
        filterBar={<FunctionFilter list={rows.list} customerRelationId={customerRelationId} />}
      />
      {dialog.edited !== undefined && (
        <ContactPersonsForm
          customerRelationId={customerRelationId}
          personId={dialog.edited?.id ?? null}
          onClose={dialog.close}
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
  // The function in the address stays an option, though nobody has it any more.
  if (list.filters['function']) functions.add(list.filters['function']);
  if (functions.size === 0) return null;
  const sorted = [...functions].toSorted((a, b) => a.localeCompare(b));
  return (
    <FilterBar
      list={list}
      filters={[choiceFilter('function', 'core.contactPersons.function', sorted, text)]}
    />
  );
}
