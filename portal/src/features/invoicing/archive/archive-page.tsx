import { Button } from '@mantine/core';
import { IconArchive, IconFileZip, IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { archive } from '#contract/invoicing/archive.ts';
import { invoiceStatuses } from '#contract/invoicing/invoices.ts';
import { choiceFilter, loadCompanyFilter } from '#portal/features/core/index.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { FilterBar } from '#portal/kit/list/filter-bar.tsx';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { SearchBox } from '#portal/kit/list/search-box.tsx';
import { useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { type Asked, useArchive, useArchivedAdministrations } from './archive.api.ts';
import { ArchiveHit, type Hit } from './archive-hit.tsx';
import { OriginalsLine } from './originals-line.tsx';
import styles from './archive.module.css';

const CompanyFilter = lazyPart(loadCompanyFilter);
const InspectorsDialog = lazyPart(async () => (await import('./inspectors-dialog.tsx')).InspectorsDialog);
const PeriodDialog = lazyPart(async () => (await import('./period-dialog.tsx')).PeriodDialog);

const filterNames = ['status', 'administrationId', 'year'] as const;
// The longest that anything is kept (§C9).
const shownYears = 11;

/** Invoices in every status, found by anything that was read on their pages. */
export function ArchivePage() {
  const text = useText();
  const may = usePermission();
  const [url, change] = useUrlState();
  const { search = '', year, companyId } = url;
  const administrations = useArchivedAdministrations(companyId);
  const setFilter = (name: string, value: string | undefined) => change({ [name]: value });
  const filters = Object.fromEntries(filterNames.flatMap((name) => (url[name] ? [[name, url[name]]] : [])));
  const asked: Asked = {
    q: search,
    status: filters['status'],
    administrationId: filters['administrationId'],
    companyId,
    ...(/^\d{4}$/.test(year ?? '') && { from: `${year}-01-01`, to: `${year}-12-31` }),
  };
  const found = useArchive(asked);
  const [isOrdering, setOrdering] = useState(false);
  const [isInspecting, setInspecting] = useState(false);
  const [thisYear] = useState(() => new Date().getFullYear());
  const clear = () =>
    change({ search: undefined, ...Object.fromEntries(filterNames.map((name) => [name, undefined])) });
  return (
    <ListPage
      title={text('invoicing.archive.title')}
      actions={
        <>
          {may('core.users.read') && may('core.users.create') && (
            <Button
              leftSection={<IconUserSearch size={16} stroke={1.75} aria-hidden />}
              onClick={() => setInspecting(true)}
            >
              {text('invoicing.archive.inspectors')}
            </Button>
          )}
          {may(`${archive.permission}.export`) && (
            <Button
              leftSection={<IconFileZip size={16} stroke={1.75} aria-hidden />}
              onClick={() => setOrdering(true)}
            >
              {text('invoicing.archive.period')}
            </Button>
          )}
        </>
      }
      search={
        <SearchBox
          list={{ search, setSearch: (to) => change({ search: to }) }}
          label="invoicing.archive.search"
        />
      }
      filters={
        <>
          {may(`${archive.permission}.read.system`) && may('core.companies.read.system') && (
            <CompanyFilter
              companyId={companyId}
              onChange={(id) => change({ companyId: id, administrationId: undefined })}
            />
          )}
          <FilterBar
            list={{ filters, setFilter }}
            filters={[
              choiceFilter(
                'status',
                'invoicing.archive.status',
                invoiceStatuses.map((value) => ({ value, label: text(`invoicing.history.value.${value}`) })),
                text,
              ),
              choiceFilter(
                'administrationId',
                'invoicing.archive.administration',
                (administrations.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                text,
              ),
              choiceFilter(
                'year',
                'invoicing.archive.year',
                Array.from({ length: shownYears }, (_, index) => String(thisYear - index)),
                text,
              ),
            ]}
          />
        </>
      }
    >
      <Loaded of={found}>
        {({ pages }) => (
          <Hits
            rows={pages.flatMap(({ result }) => result)}
            found={found}
            search={search}
            isNarrowed={search !== '' || Object.keys(filters).length > 0}
            onClear={clear}
          />
        )}
      </Loaded>
      <OriginalsLine companyId={companyId} />
      {isInspecting && <InspectorsDialog companyId={companyId} onClose={() => setInspecting(false)} />}
      {isOrdering && <PeriodDialog companyId={companyId} onClose={() => setOrdering(false)} />}
    </ListPage>
  );
}

interface HitsProps {
  readonly rows: readonly Hit[];
  readonly found: ReturnType<typeof useArchive>;
  readonly search: string;
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

function Hits({ rows, found, search, isNarrowed, onClear }: HitsProps) {
  const text = useText();
  if (rows.length === 0)
    return isNarrowed ? (
      <EmptyState
        kind="filter"
        search={search}
        {...(search !== '' && { hint: text('invoicing.archive.foundHint') })}
        onClear={onClear}
      />
    ) : (
      <EmptyState
        kind="first"
        icon={IconArchive}
        title={text('invoicing.archive.noneTitle')}
        hint={text('invoicing.archive.noneHint')}
      />
    );
  return (
    <div className={styles.found} aria-busy={found.isPlaceholderData}>
      <ol className={styles.hits} aria-label={text('invoicing.archive.title')}>
        {rows.map((row) => (
          <ArchiveHit key={row.id} row={row} search={search} />
        ))}
      </ol>
      {found.hasNextPage && (
        <Button
          className={styles.more ?? ''}
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {text('invoicing.archive.more')}
        </Button>
      )}
    </div>
  );
}
