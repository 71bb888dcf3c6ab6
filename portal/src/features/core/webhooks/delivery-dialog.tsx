import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { WebhookDelivery, WebhookDeliveryDetail } from '#contract/core/webhooks.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { Dialog, DialogButtons } from '#portal/kit/dialog/dialog.tsx';
import { DateText } from '#portal/kit/format/date-text.tsx';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';
import { answerInWords } from './answer-words.ts';
import { eventName } from './event-tree.ts';
import { useDelivery, type WebhookRow } from './use-webhooks.ts';
import styles from './webhooks.module.css';

interface DeliveryDialogProps {
  readonly target: WebhookRow;
  readonly deliveryId: string;
  /** Absent for who may not, and while nothing is sent. */
  readonly onResend: ((delivery: WebhookDelivery) => Promise<void>) | undefined;
  readonly onClose: () => void;
}

/** One event as it was sent, with each attempt and its answer. */
export function DeliveryDialog({ target, deliveryId, onResend, onClose }: DeliveryDialogProps) {
  const text = useText();
  const delivery = useDelivery(target, deliveryId);
  return (
    <Dialog title={text('core.webhooks.delivery')} width={720} onClose={onClose}>
      <Loaded of={delivery}>
        {(found) => (
          <>
            <Sent target={target} delivery={found} />
            <DialogButtons isSticky>
              {onResend && (
                <Button
                  leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
                  onClick={() => {
                    onClose();
                    void onResend(found);
                  }}
                >
                  {text('core.webhooks.resend')}
                </Button>
              )}
              <Button variant="filled" onClick={onClose}>
                {text('kit.close')}
              </Button>
            </DialogButtons>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

interface SentProps {
  readonly target: WebhookRow;
  readonly delivery: WebhookDeliveryDetail;
}

function Sent({ target: { url }, delivery: { type, eventId, body, attempts } }: SentProps) {
  const text = useText();
  const language = useLanguage();
  return (
    <div className={styles.sent}>
      <p>
        <b>{eventName(type, text)}</b> <span className={styles.code}>{type}</span>
      </p>
      <section>
        <h3>{text('core.webhooks.request')}</h3>
        <Wire
          label={text('core.webhooks.request')}
          content={`POST ${url}\nwebhook-id: ${eventId}\n\n${indented(body)}`}
        />
      </section>
      <section>
        <h3>{text('core.webhooks.answers')}</h3>
        {attempts.length === 0 && <p className="balie-empty">{text('core.webhooks.noAttempts')}</p>}
        <ol className={styles.attempts}>
          {attempts.map(({ number, at, answer, ...outcome }) => (
            <li key={number}>
              <p>
                <DateText value={at} /> · {answerInWords(outcome, text, language)}
              </p>
              {answer !== '' && <Wire label={text('core.webhooks.answerOf', { number })} content={answer} />}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Wire({ label, content }: { readonly label: string; readonly content: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is reached by keyboard
    <pre className={styles.wire} tabIndex={0} aria-label={label}>
      {content}
    </pre>
  );
}

/** JSON with a field a line, as it is easiest to read. */
function indented(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
