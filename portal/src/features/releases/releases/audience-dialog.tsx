import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { offerReasons, type OfferReason } from '#contract/releases/release-offer.ts';
import { formatNumber } from '#contract/money.ts';
import { Dialog } from '#portal/kit/dialog/dialog.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { Pager } from '#portal/kit/list/pager.tsx';
import { usePaging } from '#portal/kit/list/use-paging.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { type Line, linesOf, momentKey, questionOf, versionName } from './audience.rules.ts';
import { ReasonChip } from './reason-chip.tsx';
import { ReportedVersion } from './reported-version.tsx';
import { useAudience, type Release } from './release.ts';
import type { ReleaseValues } from './release-values.ts';
import styles from './releases.module.css';

interface AudienceDialogProps {
  readonly release: Release;
  /** What the form holds, saved or not. */
  readonly values: ReleaseValues;
  readonly onClose: () => void;
}

const sizes = [50, 100, 200] as const;

/** Who gets a release and who does not, and why: by the same rule that answers the clients. */
export function AudienceDialog({ release, values, onClose }: AudienceDialogProps) {
  const text = useText();
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const [reason, setReason] = useState<OfferReason | undefined>('gets-it');
  const paging = usePaging(sizes);
  const { page, size, setPage } = paging;
  // The moment of opening: with a moving now it would refetch on every render.
  const [{ question, moment }] = useState(() => questionOf(values, new Date()));
  const query = useDeferredValue(search.trim());
  // Everybody at once: searching and paging need no request.
  const audience = useAudience(release.id, question);
  const all = audience.data?.result;
  const found = useMemo(() => all && linesOf(all, reason, query), [all, reason, query]);
  const data = found && { result: found.slice((page - 1) * size, page * size) };
  const metadata = audience.data?.metadata;
  const when = momentKey(moment);
  const getting = metadata?.reasons['gets-it'] ?? 0;

  return (
    <Dialog
      title={text('releases.audience.title', { version: versionName(release) })}
      width={960}
      onClose={onClose}
    >
      <div className={styles.dialog}>
        {when !== undefined && (
          <MessageBar meaning="info">
            {text(when, { at: moment.at === null ? '' : formatInstant(moment.at) })}
          </MessageBar>
        )}
        {all && metadata?.count !== undefined && metadata.count > all.length && (
          <MessageBar meaning="warn">
            {text('releases.audience.cut', {
              number: formatNumber(all.length, language),
              count: formatNumber(metadata.count, language),
            })}
          </MessageBar>
        )}
        <p role="status">
          {metadata && (
            <strong>
              {text('releases.audience.reach', { count: getting, number: formatNumber(getting, language) })}
            </strong>
          )}{' '}
          <span className="balie-empty">{text('releases.audience.unsaved')}</span>
        </p>
        <div className={styles.tools}>
          <TextInput
            type="search"
            className={styles.search ?? ''}
            aria-label={text('releases.audience.search')}
            placeholder={text('releases.audience.search')}
            value={search}
            data-autofocus
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(1);
            }}
          />
        </div>
        <Reasons
          counts={metadata?.reasons ?? {}}
          reason={reason}
          onChange={(next) => {
            setReason(next);
            setPage(1);
          }}
        />
        <DataTable
          dense
          caption={text('releases.audience.button')}
          columns={columnsOf(text)}
          page={{ ...audience, data }}
          empty={<EmptyState kind="done" title={text('releases.audience.none')} />}
        />
        <Pager list={paging} count={found?.length} />
      </div>
    </Dialog>
  );
}

interface ReasonsProps {
  readonly counts: Readonly<Partial<Record<OfferReason, number>>>;
  readonly reason: OfferReason | undefined;
  readonly onChange: (reason: OfferReason | undefined) => void;
}

// Who gets it stands first.
const order = offerReasons.toReversed();

/** How many there are by outcome; pressing one shows only those. */
function Reasons({ counts, reason, onChange }: ReasonsProps) {
  const text = useText();
  const language = useLanguage();
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const shown = order.filter((one) => (counts[one] ?? 0) > 0 || one === reason);
  const button = (label: string, count: number, value: OfferReason | undefined) => (
    <button
      key={label}
      type="button"
      className={styles.reason}
      aria-pressed={reason === value}
      onClick={() => onChange(value)}
    >
      {label} <span className="balie-number">{formatNumber(count, language)}</span>
    </button>
  );
  return (
    <div className={styles.reasons} role="group" aria-label={text('releases.audience.reason')}>
      {shown.map((one) => button(text(`releases.audience.reasonOf.${one}`), counts[one] ?? 0, one))}
      {button(text('releases.audience.everyReason'), all, undefined)}
    </div>
  );
}

function columnsOf(text: Text): readonly Column<Line>[] {
  return [
    {
      field: 'name',
      label: 'releases.audience.name',
      isMain: true,
      small: 'title',
      width: '24%',
      render: ({ name, userId }) =>
        userId === null ? (
          <>
            {name} <span className="balie-empty">{text('releases.audience.nobody')}</span>
          </>
        ) : (
          name
        ),
    },
    {
      field: 'companyName',
      label: 'releases.audience.company',
      small: 'line',
      render: ({ companyName }) => companyName,
    },
    {
      field: 'installed',
      label: 'releases.audience.installed',
      width: 110,
      render: ({ installed }) =>
        installed === null ? (
          <span className="balie-empty">{text('releases.audience.unknown')}</span>
        ) : (
          <ReportedVersion of={installed} title={installed.build} />
        ),
    },
    {
      field: 'reason',
      label: 'releases.audience.reason',
      width: 190,
      small: 'end',
      render: ({ reason }) => <ReasonChip reason={reason} />,
    },
    {
      field: 'offer',
      label: 'releases.audience.offer',
      width: 150,
      render: ({ offer }) =>
        offer === null ? (
          <span className="balie-empty">{text('releases.audience.nothing')}</span>
        ) : (
          <span title={offer.build}>
            {offer.version}{' '}
            {offer.forceUpdate && <span className="balie-empty">{text('releases.audience.forced')}</span>}
          </span>
        ),
    },
  ];
}
