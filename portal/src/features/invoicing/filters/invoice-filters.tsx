import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay, parseDay } from '#contract/dates.ts';
import { formatAmount, parseAmount } from '#contract/money.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useKeys } from '#portal/kit/keys/use-keys.ts';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { FilterFrame } from '#portal/kit/list/filter-frame.tsx';
import { OpenerButton } from '#portal/kit/list/opener-button.tsx';
import type { ListState } from '#portal/kit/list/use-list-state.ts';
import { useText } from '#portal/kit/text.ts';
import { useMedia } from '#portal/kit/use-width.ts';
import { useApprovers } from '../approvals/approvals.api.ts';
import { monthText } from '../touchless/touchless.rules.ts';
import {
  activeFilters,
  byClick,
  type ClickName,
  type FilterName,
  rejectionOf,
} from './invoice-filters.rules.ts';
import styles from './invoice-filters.module.css';

const FiltersDialog = lazyPart(async () => (await import('./filters-dialog.tsx')).FiltersDialog);

interface FiltersProps {
  readonly list: ListState;
  readonly onOpen: () => void;
}

/** The button that opens the filters, with their count, and whether they are open. */
export function useInvoiceFilters(list: ListState, seesCompanies: boolean) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useKeys([{ keys: 'f', label: 'invoicing.keys.filter', run: open }]);
  return {
    button: <FiltersButton list={list} onOpen={open} />,
    chips: <FilterChips list={list} onOpen={open} />,
    dialog: isOpen && (
      <FiltersDialog list={list} seesCompanies={seesCompanies} onClose={() => setOpen(false)} />
    ),
  };
}

function FiltersButton({ list, onOpen }: FiltersProps) {
  const text = useText();
  const isNarrow = useMedia('(max-width: 87.49em)');
  const count = activeFilters(list.filters).length;
  const name = count === 0 ? text('kit.filters.title') : text('kit.filters.on', { count });
  return (
    <Button
      variant={count === 0 ? 'default' : 'light'}
      className={styles.button ?? ''}
      leftSection={<IconFilter size={16} stroke={1.75} aria-hidden />}
      aria-haspopup="dialog"
      aria-label={name}
      {...(isNarrow && { title: name, 'data-narrow': count === 0 || undefined })}
      onClick={onOpen}
    >
      {isNarrow ? count || null : name}
    </Button>
  );
}

/** The filters that are on, each with a cross, and one button that clears all. */
function FilterChips({ list, onOpen }: FiltersProps) {
  const text = useText();
  const shownOf = useShown();
  const clickedOf = useClicked();
  const active = activeFilters(list.filters);
  const { approver } = list.filters;
  if (active.length === 0 && byClick.every((name) => list.filters[name] === undefined)) return null;
  return (
    <div className={styles.chips} role="group" aria-label={text('kit.filters.title')}>
      {active.map(({ name, value }) => {
        const filter = {
          name,
          label: text(`invoicing.filter.${name}`),
          off: '',
          options: [{ value, label: shownOf(name, value) }],
        };
        return (
          <span key={name} className={styles.chip}>
            <FilterFrame list={list} filter={filter}>
              {(_, shown) => <OpenerButton label={`${filter.label}: ${shown}`} onClick={onOpen} />}
            </FilterFrame>
          </span>
        );
      })}
      {approver !== undefined && <ApproverChip list={list} approver={approver} />}
      {byClick.map((name) => {
        const value = list.filters[name];
        if (name === 'approver' || value === undefined) return null;
        return (
          <ClickedChip key={name} list={list} name={name} value={value} label={clickedOf(name, value)} />
        );
      })}
      <Button variant="subtle" onClick={list.clear}>
        {text('kit.empty.clear')}
      </Button>
    </div>
  );
}

/** Whose turn it is: a person, or nobody who can decide; set by a click on the workload. */
function ApproverChip({ list, approver }: Pick<FiltersProps, 'list'> & { readonly approver: string }) {
  const text = useText();
  const { data: people = [] } = useApprovers('');
  const label =
    approver === 'none'
      ? text('invoicing.workload.without')
      : (people.find(({ id }) => id === approver)?.fullName ?? text('kit.unknown'));
  return <ClickedChip list={list} name="approver" value={approver} label={label} />;
}

interface ClickedChipProps extends Pick<FiltersProps, 'list'> {
  readonly name: ClickName;
  readonly value: string;
  readonly label: string;
}

/** A filter that was set by a click on a report: it can only be taken off. */
function ClickedChip({ list, name, value, label }: ClickedChipProps) {
  const text = useText();
  const filter = {
    name,
    label: text(`invoicing.filter.${name}`),
    off: '',
    options: [{ value, label }],
  };
  return (
    <span className={styles.chip}>
      <FilterFrame list={list} filter={filter}>
        {(_, shown) => <span className="balie-hidden">{`${filter.label}: ${shown}`}</span>}
      </FilterFrame>
    </span>
  );
}

/** A filter that a click set, as people write it. */
function useClicked(): (name: Exclude<ClickName, 'approver'>, value: string) => string {
  const text = useText();
  const language = useLanguage();
  return (name, value) => {
    if (name === 'month') return monthText(value, language);
    if (name === 'stoppedBy') return text(`invoicing.touchless.stop.${value}`);
    if (name !== 'rejected') return text(value === 'true' ? 'kit.yes' : 'kit.no');
    const { day, reason } = rejectionOf(value);
    return text('invoicing.filter.rejectedSince', { reason, day: formatDay(day ?? '') });
  };
}

const days: readonly FilterName[] = ['dateFrom', 'dateTo', 'decidedFrom', 'decidedTo'];

/** A filter's value as people write it. */
function useShown(): (name: FilterName, value: string) => string {
  const text = useText();
  const language = useLanguage();
  return (name, value) => {
    if (name === 'amountFrom' || name === 'amountTo') return formatAmount(parseAmount(value) ?? 0, language);
    if (name === 'payment') return text(`invoicing.payment.${value}`);
    if (days.includes(name)) return formatDay(parseDay(value) ?? '');
    return value;
  };
}
