import { Button } from '@mantine/core';
import { IconClock, IconPlayerPause, IconPlayerPlay, IconRefresh, IconSend } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatInstant } from '#contract/dates.ts';
import { webhookPatienceDays, webhooks } from '#contract/core/webhooks.ts';
import { useInvalidate } from '#portal/kit/data/resource-hooks.ts';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useFailureDialog } from '#portal/kit/feedback/use-failure.ts';
import { useText } from '#portal/kit/text.ts';
import { KeptOnce } from '../service-accounts/kept-once.tsx';
import { eventsInWords } from './event-tree.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { useLog, useResumeTarget, useSendTest, useSwitchTarget, type WebhookRow } from './use-webhooks.ts';
import { WebhookLog } from './webhook-log.tsx';
import styles from './webhooks.module.css';

const dayMs = 24 * 3_600_000;
const lookAgainMs = 2000;

/** A secret that was just made: it is shown until somebody says that they kept it. */
export interface NewSecret {
  readonly targetId: string;
  readonly secret: string;
}

interface DetailProps {
  readonly target: WebhookRow;
  readonly shown: NewSecret | undefined;
  readonly onShown: (secret: NewSecret | undefined) => void;
  readonly mayChange: boolean;
}

/** A target below its row: events, secret, what stands in its way, and the log. */
export function WebhookDetail({ target, shown, onShown, mayChange }: DetailProps) {
  const text = useText();
  const [isChangingSecret, setChangingSecret] = useState(false);
  const { id, eventTypes, secretHint, oldSecretUntil, waiting } = target;
  useLookAgain(target);
  return (
    <div className={styles.detail}>
      {shown && (
        <KeptOnce
          value={shown.secret}
          title={text('core.webhooks.shownTitle')}
          label={text('core.webhooks.newSecret')}
          verb={text('core.webhooks.kept')}
          onKept={() => onShown(undefined)}
        />
      )}
      <Stopped target={target} mayChange={mayChange} />
      <div className={styles.facts}>
        <p>
          <b>{text('core.webhooks.eventTypes')}</b> {eventsInWords(eventTypes, text)}
        </p>
        <p>
          <b>{text('core.webhooks.secret')}</b> <span className={styles.code}>{secretHint}…</span>
          {oldSecretUntil !== null && (
            <span className={styles.until}>
              <IconClock size={16} stroke={1.75} aria-hidden />{' '}
              {text('core.webhooks.oldSecretUntil', { until: formatInstant(oldSecretUntil) })}
            </span>
          )}
        </p>
        <p>
          <b>{text('core.webhooks.waiting')}</b> <span className="balie-number">{waiting}</span>
        </p>
      </div>
      <div className={styles.head}>
        <h3>{text('core.webhooks.log')}</h3>
        <span className="balie-empty">{text('core.webhooks.logHint')}</span>
        {mayChange && <Verbs target={target} onSecret={() => setChangingSecret(true)} />}
      </div>
      <WebhookLog target={target} mayChange={mayChange} />
      {isChangingSecret && (
        <SecretDialog
          target={target}
          onClose={() => setChangingSecret(false)}
          onMade={({ secret }) => onShown({ targetId: id, secret })}
        />
      )}
    </div>
  );
}

interface OfTarget {
  readonly target: WebhookRow;
}

/** Why nothing is sent, or what fails, with the way out. */
function Stopped({ target, mayChange }: OfTarget & { readonly mayChange: boolean }) {
  const text = useText();
  const resume = useResumeTarget(target);
  const turnOn = useSwitchTarget(target);
  const showFailure = useFailureDialog();
  const { state, failingSince, waiting } = target;
  if (state === 'on') {
    if (failingSince === null) return null;
    const until = new Date(Date.parse(failingSince) + webhookPatienceDays * dayMs);
    return (
      <MessageBar meaning="warn">{text('core.webhooks.failing', { until: formatInstant(until) })}</MessageBar>
    );
  }

  async function goOn() {
    try {
      await (state === 'off' ? turnOn.mutateAsync(true) : resume.mutateAsync());
      notify({ title: text('core.webhooks.resumed'), meaning: 'ok' });
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <MessageBar
      meaning={state === 'gone' ? 'bad' : state === 'off' ? 'neutral' : 'warn'}
      title={text(`core.webhooks.stopped.${state}`, { days: webhookPatienceDays })}
      actions={
        mayChange && (
          <Button
            size="compact-sm"
            loading={resume.isPending || turnOn.isPending}
            leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
            onClick={() => void goOn()}
          >
            {text('core.webhooks.resume')}
          </Button>
        )
      }
    >
      {text('core.webhooks.stoppedWaits', { count: waiting })}
    </MessageBar>
  );
}

function Verbs({ target, onSecret }: OfTarget & { readonly onSecret: () => void }) {
  const text = useText();
  const test = useSendTest(target);
  const turn = useSwitchTarget(target);
  const showFailure = useFailureDialog();
  const { state } = target;

  async function done(what: Promise<unknown>, title: string) {
    try {
      await what;
      notify({ title: text(title), meaning: 'ok' });
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <span className={styles.actions}>
      {state === 'on' && (
        <Button
          size="xs"
          loading={test.isPending}
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          onClick={() => void done(test.mutateAsync(), 'core.webhooks.testSent')}
        >
          {text('core.webhooks.test')}
        </Button>
      )}
      <Button size="xs" leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />} onClick={onSecret}>
        {text('core.webhooks.makeSecret')}
      </Button>
      {state === 'on' && (
        <Button
          size="xs"
          loading={turn.isPending}
          leftSection={<IconPlayerPause size={16} stroke={1.75} aria-hidden />}
          onClick={() => void done(turn.mutateAsync(false), 'core.webhooks.paused')}
        >
          {text('core.webhooks.pause')}
        </Button>
      )}
    </span>
  );
}

// What is sent comes back within a moment; nothing tells open screens of it.
function useLookAgain(target: WebhookRow): void {
  const invalidate = useInvalidate(webhooks);
  const { data = [] } = useLog(target, undefined);
  const isOnItsWay =
    target.state === 'on' && data.some((line) => !line.isDelivered && !line.isHeld && line.tries === 0);
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setInterval(invalidate, lookAgainMs);
    return () => clearInterval(timer);
  }, [isOnItsWay, invalidate]);
}
