import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import { formatDay, formatInstant } from '#contract/dates.ts';
import { type damagedOriginal, maxDamagedShown, type Originals } from '#contract/invoicing/archive.ts';
import { formatNumber } from '#contract/money.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { usePathTo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { useOriginals } from './archive.api.ts';
import styles from './archive.module.css';

/** Whether the originals of a company are as they were stored, and which are not. */
export function OriginalsPage() {
  const [{ companyId }] = useUrlState();
  return (
    <Loaded of={useOriginals(companyId)}>{(found) => <Found found={found} companyId={companyId} />}</Loaded>
  );
}

function Found({ found, companyId }: { readonly found: Originals; readonly companyId: string | undefined }) {
  const text = useText();
  const language = useLanguage();
  const { seenAt, seenCount, wholeAt, round, damaged } = found;
  const archive = usePathTo()('archive:index');
  const moment = (at: string | null) => (at === null ? text('invoicing.archive.notYet') : formatInstant(at));
  return (
    <DetailPage
      back={{
        href: companyId ? `${archive}?${new URLSearchParams({ companyId })}` : archive,
        label: text('invoicing.archive.back'),
      }}
      title={text('invoicing.archive.originals')}
      leavesOnEscape
    >
      <div className={styles.kept}>
        <p className={styles.about}>{text('invoicing.archive.originalsBody')}</p>
        <Card title={text('invoicing.archive.originalsOne')}>
          <Facts
            layout="list"
            facts={[
              { label: text('invoicing.archive.wholeAt'), value: moment(wholeAt) },
              { label: text('invoicing.archive.seenAt'), value: moment(seenAt) },
              { label: text('invoicing.archive.seenCount'), value: formatNumber(seenCount, language) },
              {
                label: text('invoicing.archive.round'),
                value:
                  round === null
                    ? text(seenAt === null ? 'invoicing.archive.notYet' : 'invoicing.archive.noRound')
                    : text('invoicing.archive.roundOf', {
                        checked: formatNumber(round.checked, language),
                        planned: formatNumber(round.planned, language),
                        at: formatDay(round.beganAt.slice(0, 10)),
                      }),
              },
            ]}
          />
        </Card>
        <Card
          title={
            damaged.length === 0
              ? text(
                  seenAt === null && round === null
                    ? 'invoicing.archive.notChecked'
                    : 'invoicing.archive.noneDamaged',
                )
              : text('invoicing.archive.damaged', { count: damaged.length })
          }
        >
          {damaged.length === maxDamagedShown && (
            <p>{text('invoicing.archive.more200', { count: maxDamagedShown })}</p>
          )}
          <ul className={styles.entries}>
            {damaged.map((one) => (
              <Damaged key={`${one.invoiceId} ${one.sha256}`} one={one} />
            ))}
          </ul>
        </Card>
      </div>
    </DetailPage>
  );
}

function Damaged({ one }: { readonly one: z.output<typeof damagedOriginal> }) {
  const text = useText();
  const href = usePathTo()('archive:detail', { invoiceId: one.invoiceId });
  return (
    <li>
      <p>
        <strong className={styles.bad}>{text(`invoicing.archive.originalState.${one.state}`)}</strong>{' '}
        <Link to={href}>
          {one.creditor} {one.invoiceNumber}
        </Link>{' '}
        · {formatDay(one.invoiceDate)} · {one.documentId} · {one.filename}
      </p>
      <p className={styles.quiet}>
        {text('invoicing.archive.foundAt', {
          at: formatInstant(one.foundAt),
          last: formatInstant(one.checkedAt),
        })}
      </p>
      <p className={styles.hash}>{one.sha256}</p>
    </li>
  );
}
