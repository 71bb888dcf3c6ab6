import { IconWebhook } from '@tabler/icons-react';
import { webhooks } from '#contract/core/webhooks.ts';
import { resourceHooks } from '#portal/kit/data/resource-hooks.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { usePermission } from '#portal/kit/data/use-permission.ts';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { columnsFor } from '#portal/kit/list/column.tsx';
import { CreateButton } from '#portal/kit/list/create-button.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { EmptyState } from '#portal/kit/list/empty-state.tsx';
import { useRecordDialog } from '#portal/kit/list/use-record-dialog.tsx';
import { useText } from '#portal/kit/text.ts';
import { useSecretOnce } from '../service-accounts/use-secret-once.ts';
import { answerInWords } from './answer-words.ts';
import { eventsInWords } from './event-tree.ts';
import { useMakeSecret, type WebhookRow } from './use-webhooks.ts';
import { WebhookDetail, type NewSecret } from './webhook-detail.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookStateChip } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const { useOne } = resourceHooks(webhooks);

const columns = columnsFor(webhooks, [
  {
    field: 'url',
    small: 'title',
    sortable: false,
    render: ({ url }) => <span title={url}>{url.replace(/^https:\/\//, '')}</span>,
  },
  { field: 'eventTypes', width: '22%', render: (row) => <Events of={row} /> },
  {
    field: 'lastTried',
    width: 220,
    render: (row) => <LastTried of={row} />,
  },
  {
    field: 'state',
    label: 'core.webhooks.stands',
    width: 210,
    small: 'line',
    render: ({ state, failingSince }) => <WebhookStateChip state={state} isFailing={failingSince !== null} />,
  },
]);

/** The addresses that a company has its events sent to, each with its log below it. */
export function WebhooksSection({ companyId }: { readonly companyId: string }) {
  const text = useText();
  const may = usePermission();
  const { data, ...page } = useAllRows(webhooks, { companyId });
  const { edited, close, ...dialog } = useRecordDialog(
    webhooks,
    { companyId },
    { nameOf: ({ url }) => url, texts: 'core.webhooks', consequence: 'core.webhooks.removed' },
  );
  const { openId, setOpenId, shown, setShown, open } = useSecretOnce<NewSecret>('webhooks');
  const record = useOne(edited?.id ?? '', { companyId }, { enabled: Boolean(edited) });
  const makeSecret = useMakeSecret(companyId);
  const showFailure = useFailureDialog();
  const { create, ...actions } = dialog.list;

  // Its first secret, which nobody has seen: there is nothing to change over from.
  async function showSecret(id: string) {
    setOpenId(id);
    try {
      const { secret } = await makeSecret.mutateAsync({ id, overlapDays: 0 });
      setShown({ targetId: id, secret });
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <section aria-labelledby="webhooks">
      <div className={styles.title}>
        <h2 id="webhooks">{text('core.webhooks.title')}</h2>
        <span className="balie-empty">{text('core.webhooks.about')}</span>
        {create && <CreateButton isQuiet label={text('core.webhooks.create')} {...create} />}
      </div>
      <DataTable
        {...actions}
        caption={text('core.webhooks.title')}
        columns={columns}
        page={{ ...page, data: data && { result: data } }}
        onOpen={undefined}
        actionsWidth={128}
        expansion={{
          id: openId,
          onChange: (row) => void open(row),
          render: (row) => (
            <WebhookDetail
              target={row}
              shown={shown?.targetId === row.id ? shown : undefined}
              onShown={setShown}
              mayChange={may('core.webhooks.update')}
            />
          ),
        }}
        empty={
          <EmptyState
            kind="first"
            icon={IconWebhook}
            title={text('core.webhooks.none')}
            hint={text('core.webhooks.noneHint')}
          />
        }
      />
      {edited === null && (
        <WebhookForm
          companyId={companyId}
          target={null}
          onClose={close}
          onSaved={({ id }) => void showSecret(id)}
        />
      )}
      {edited && record.data && (
        <WebhookForm companyId={companyId} target={record.data} onClose={close} onSaved={() => undefined} />
      )}
    </section>
  );
}

interface OfRow {
  readonly of: WebhookRow;
}

function Events({ of: { eventTypes } }: OfRow) {
  const words = eventsInWords(eventTypes, useText());
  return <span title={words}>{words}</span>;
}

function LastTried({ of: { lastTried } }: OfRow) {
  const text = useText();
  const language = useLanguage();
  if (lastTried === null) return <span className="balie-empty">{text('core.webhooks.never')}</span>;
  return (
    <>
      <DateText value={lastTried.at} />, {answerInWords(lastTried, text, language)}
    </>
  );
}
