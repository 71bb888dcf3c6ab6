import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHourglass, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { amsterdamClock, dayOfInstant, formatInstant } from '#contract/dates.ts';
import { entityOfEvent, eventTypes } from '#contract/core/events.ts';
import {
  testEventType,
  type WebhookDelivery,
  webhookLogSize,
  type WebhookState,
} from '#contract/core/webhooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import type { Column } from '#portal/kit/list/column.tsx';
import { DataTable } from '#portal/kit/list/data-table.tsx';
import { RowAction } from '#portal/kit/list/row-actions.tsx';
import { useHasScreen, usePathTo } from '#portal/kit/screens.tsx';
import { useText } from '#portal/kit/text.ts';
import { addressOf } from '../search/hits.ts';
import { answerInWords } from './answer-words.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { eventName, kindOfEvent } from './event-tree.ts';
import { useLog, useResend, type WebhookRow } from './use-webhooks.ts';
import styles from './webhooks.module.css';

const known = new Set<string>(eventTypes);

const columnsOf = (state: WebhookState): readonly Column<WebhookDelivery>[] => [
  {
    field: 'createdAt',
    label: 'core.webhooks.at',
    width: 150,
    render: ({ createdAt }) => <DateText value={createdAt} />,
  },
  {
    field: 'type',
    label: 'core.webhooks.eventType',
    isMain: true,
    small: 'title',
    render: (line) => <EventName of={line} />,
    renderSmall: (line) => (
      <>
        <EventName of={line} /> <DateText value={line.createdAt} />
      </>
    ),
  },
  { field: 'recordId', label: 'core.webhooks.of', width: '13%', render: (line) => <Record of={line} /> },
  {
    field: 'lastStatus',
    label: 'core.webhooks.answer',
    width: '38%',
    small: 'line',
    render: (line) => <Answer of={line} state={state} />,
  },
  {
    field: 'tries',
    label: 'core.webhooks.tries',
    width: 90,
    align: 'right',
    render: ({ tries }) => <span className="balie-number">{tries}</span>,
  },
];

interface LogProps {
  readonly target: WebhookRow;
  readonly mayChange: boolean;
}

/** What was sent to a target, the newest first, page after page. */
export function WebhookLog({ target, mayChange }: LogProps) {
  const text = useText();
  // The last line of each page that was left behind.
  const [behind, setBehind] = useState<readonly string[]>([]);
  const [openId, setOpenId] = useState<string>();
  const log = useLog(target, behind.at(-1));
  const resend = useResend(target);
  const showFailure = useFailureDialog();

  async function again(line: WebhookDelivery) {
    try {
      await resend.mutateAsync(line);
      setBehind([]);
      notify({ title: text('core.webhooks.resent'), meaning: 'ok' });
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <Loaded of={log}>
      {(lines) => (
        <>
          <DataTable
            dense
            caption={text('core.webhooks.log')}
            columns={columnsOf(target.state)}
            page={{ ...log, data: { result: lines } }}
            onOpen={({ id }) => setOpenId(id)}
            empty={<p className="balie-empty">{text('core.webhooks.noLog')}</p>}
            renderActions={
              mayChange && target.state === 'on'
                ? (line) => (
                    <RowAction
                      icon={IconRefresh}
                      label={text('core.webhooks.resendName', { name: eventName(line.type, text) })}
                      onClick={() => void again(line)}
                    />
                  )
                : undefined
            }
          />
          {(behind.length > 0 || lines.length === webhookLogSize) && (
            <div className={styles.pages}>
              <Button size="xs" disabled={behind.length === 0} onClick={() => setBehind(behind.slice(0, -1))}>
                {text('core.webhooks.newer')}
              </Button>
              <Button
                size="xs"
                disabled={lines.length < webhookLogSize}
                onClick={() => setBehind([...behind, lines.at(-1)?.id ?? ''])}
              >
                {text('core.webhooks.older')}
              </Button>
            </div>
          )}
          {openId !== undefined && (
            <DeliveryDialog
              target={target}
              deliveryId={openId}
              onResend={mayChange && target.state === 'on' ? again : undefined}
              onClose={() => setOpenId(undefined)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

interface OfLine {
  readonly of: WebhookDelivery;
}

function EventName({ of: { type } }: OfLine) {
  const text = useText();
  return <span title={type}>{eventName(type, text)}</span>;
}

function Record({ of: { type, recordId } }: OfLine) {
  const text = useText();
  const hasScreen = useHasScreen();
  const pathTo = usePathTo();
  if (recordId === null || type === testEventType || !known.has(type))
    return <span className="balie-empty">–</span>;
  const words = text(`core.webhooks.record.${kindOfEvent(type)}`);
  const event = eventTypes.find((one) => one === type);
  const kind = event === undefined ? '' : entityOfEvent(event);
  const href = addressOf({ kind, id: recordId, parentId: null, title: '' }, hasScreen, pathTo);
  return href === undefined ? words : <Link to={href}>{words}</Link>;
}

/** What came of an event so far, with its sign. */
function Answer({ of: line, state }: OfLine & { readonly state: WebhookState }) {
  const text = useText();
  const language = useLanguage();
  const [today] = useState(() => dayOfInstant(new Date()));
  const { isDelivered, isHeld, tries, nextTryAt, lastStatus, lastError, lastMs } = line;
  const words = answerInWords({ status: lastStatus, error: lastError, ms: lastMs }, text, language);
  if (isDelivered) return <Sign meaning="ok" words={words} />;
  if (isHeld) return <Sign meaning="neutral" words={text('core.webhooks.held')} />;
  if (tries === 0) return <Sign meaning="neutral" words={text('core.webhooks.waits')} />;
  if (state !== 'on' || nextTryAt === null) return <Sign meaning="bad" words={words} />;
  const next = dayOfInstant(nextTryAt) === today ? amsterdamClock(nextTryAt).time : formatInstant(nextTryAt);
  return <Sign meaning="bad" words={text('core.webhooks.next', { words, next })} />;
}

const icons = { ok: IconCircleCheck, bad: IconAlertTriangle, neutral: IconHourglass };

function Sign({ meaning, words }: { readonly meaning: keyof typeof icons; readonly words: string }) {
  const Icon = icons[meaning];
  return (
    <span
      className={styles.sign}
      style={{ color: meaning === 'neutral' ? 'var(--balie-ink-2)' : `var(--balie-${meaning})` }}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{words}</span>
    </span>
  );
}
