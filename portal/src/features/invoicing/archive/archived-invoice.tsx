import { IconExternalLink, IconFileTypePdf } from '@tabler/icons-react';
import { formatDay, formatInstant } from '#contract/dates.ts';
import type { ArchivedInvoice } from '#contract/invoicing/archive.ts';
import { loadHistoryLines } from '#portal/features/core/index.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { openInTab } from '#portal/kit/data/open-in-tab.ts';
import { Card } from '#portal/kit/detail/card.tsx';
import { DetailPage } from '#portal/kit/detail/detail-page.tsx';
import { Facts } from '#portal/kit/detail/facts.tsx';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { errorWords } from '#portal/kit/feedback/error-text.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useDownload } from '#portal/kit/feedback/use-download.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { Money } from '#portal/kit/format/money.tsx';
import { lazyPart } from '#portal/kit/lazy-part.tsx';
import { SplitView } from '#portal/kit/layout/split-view.tsx';
import { useParam, usePathTo, useUrlState } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { InvoiceStatus } from '../invoices/invoice-status.tsx';
import { urlOf, useArchived } from './archive.api.ts';
import { ArchivedPages, HitBar, useHits } from './archived-pages.tsx';
import styles from './archive.module.css';

const HistoryLines = lazyPart(loadHistoryLines);

/** An invoice as it is kept: what it says, its pages and files, who decided, and what happened to it. */
export function ArchivedInvoicePage() {
  const [{ search = '' }] = useUrlState();
  const id = useParam('invoiceId');
  return (
    <Loaded of={useArchived(id, search)}>
      {(invoice) => <Archived key={invoice.id} invoice={invoice} />}
    </Loaded>
  );
}

function Archived({ invoice }: { readonly invoice: ArchivedInvoice }) {
  const text = useText();
  const http = useHttp();
  const [{ search }] = useUrlState();
  const hits = useHits(invoice);
  const { save, isLoading } = useDownload();
  const list = usePathTo()('archive:index');
  async function openOriginal() {
    try {
      await openInTab(http, `${urlOf(invoice.id)}/original`);
    } catch (error) {
      notify({ meaning: 'bad', title: errorWords(error, text).title });
    }
  }
  return (
    <DetailPage
      back={{
        href: search ? `${list}?${new URLSearchParams({ search })}` : list,
        label: text('invoicing.archive.back'),
      }}
      number={invoice.documentId}
      title={invoice.creditor.name}
      chip={<InvoiceStatus invoice={invoice} />}
      actions={[
        {
          label: text('invoicing.archive.pdf'),
          icon: IconFileTypePdf,
          kind: 'default',
          isLoading,
          onClick: () => void save(`${urlOf(invoice.id)}/pdf`, `${invoice.documentId}.pdf`),
        },
        {
          label: text('invoicing.archive.original'),
          icon: IconExternalLink,
          kind: 'default',
          onClick: () => void openOriginal(),
        },
      ]}
      leavesOnEscape
    >
      <SplitView side={<ArchivedPages name={invoice.documentId} hits={hits} />}>
        <div className={styles.kept}>
          <HitBar hits={hits} />
          <About invoice={invoice} />
          <Files invoice={invoice} />
          <Decisions invoice={invoice} />
          <Comments invoice={invoice} />
          <Card title={text('invoicing.archive.history')}>
            {invoice.history.length === 0 ? (
              <p className="balie-empty">{text('invoicing.archive.noHistory')}</p>
            ) : (
              <HistoryLines
                entries={invoice.history.map((line) => ({ ...line, part: null }))}
                labels="invoicing.history"
              />
            )}
          </Card>
        </div>
      </SplitView>
    </DetailPage>
  );
}

interface OfInvoice {
  readonly invoice: ArchivedInvoice;
}

function About({ invoice }: OfInvoice) {
  const text = useText();
  const { currency, decidedAt, decidedBy, exclAmount, vatAmount } = invoice;
  const money = (cents: number | null) => cents !== null && <Money cents={cents} currency={currency} />;
  const facts = {
    number: invoice.invoiceNumber,
    date: formatDay(invoice.invoiceDate),
    due: invoice.dueDate && formatDay(invoice.dueDate),
    administration: invoice.administration?.name,
    total: money(invoice.totalAmount),
    excl: money(exclAmount),
    vat: money(vatAmount),
    iban: invoice.iban,
    description: invoice.description,
    decided:
      decidedAt &&
      `${formatInstant(decidedAt)} ${text('invoicing.archive.decidedBy', { name: decidedBy ?? '' })}`,
    keptUntil: invoice.keptUntil && formatDay(invoice.keptUntil),
  };
  return (
    <Card title={text('invoicing.archive.facts')}>
      <Facts
        layout="list"
        facts={Object.entries(facts).map(([name, value]) => ({
          label: text(`invoicing.archive.${name}`),
          value,
        }))}
      />
    </Card>
  );
}

function Files({ invoice }: OfInvoice) {
  const text = useText();
  return (
    <Card title={text('invoicing.archive.files')}>
      <ul className={styles.entries}>
        {invoice.files.map(({ role, filename, sha256 }) => (
          <li key={role}>
            <p>
              {text(`invoicing.archive.${role}`)}: {filename}
            </p>
            <p className={styles.hash}>
              {text('invoicing.archive.hash')} {sha256}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Decisions({ invoice }: OfInvoice) {
  const text = useText();
  return (
    <Card title={text('invoicing.archive.decisions')}>
      {invoice.decisions.length === 0 && (
        <p className="balie-empty">{text('invoicing.archive.noDecisions')}</p>
      )}
      <ol className={styles.entries}>
        {invoice.decisions.map(({ id, fullName, onBehalfOfName, state, decidedAt, comment, round }) => (
          <li key={id}>
            <p>
              {fullName}
              {onBehalfOfName !== null &&
                ` ${text('invoicing.archive.onBehalfOf', { name: onBehalfOfName })}`}
              {': '}
              {text(`invoicing.archive.line.${state}`)}
              {decidedAt !== null && (
                <>
                  {', '}
                  <DateText value={decidedAt} />
                </>
              )}
              {round > 1 && ` (${text('invoicing.archive.round', { round })})`}
            </p>
            {comment !== '' && <p>{comment}</p>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Comments({ invoice }: OfInvoice) {
  const text = useText();
  return (
    <Card title={text('invoicing.archive.comments')}>
      {invoice.comments.length === 0 && <p className="balie-empty">{text('invoicing.archive.noComments')}</p>}
      <ol className={styles.entries}>
        {invoice.comments.map(({ id, at, userName, text: written }) => (
          <li key={id}>
            <p>
              <DateText value={at} /> {userName}
            </p>
            <p>{written}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
