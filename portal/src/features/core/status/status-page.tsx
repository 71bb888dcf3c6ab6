import { formatInstant } from '#contract/dates.ts';
import { statusEveryMs, statusPlace, systemStatus, type SystemStatus } from '#contract/core/status.ts';
import { useAnswer } from '#portal/kit/data/use-answer.ts';
import { Loaded } from '#portal/kit/detail/loaded.tsx';
import { MessageBar } from '#portal/kit/feedback/message-bar.tsx';
import { sizeText } from '#portal/kit/format/size-text.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { ListPage } from '#portal/kit/list/list-page.tsx';
import { useText } from '#portal/kit/text.ts';
import { StatusFacts } from './status-facts.tsx';
import { StatusTables } from './status-tables.tsx';
import { ageText } from './status-text.ts';
import { type Concern, concernsOf } from './status.rules.ts';
import styles from './status.module.css';

/** How the product runs, for the provider's staff (§J10); it asks again by itself. */
export function StatusPage() {
  const text = useText();
  const status = useAnswer([statusPlace.path], `/api/${statusPlace.path}`, systemStatus, {
    refetchInterval: statusEveryMs,
  });
  const at = status.data && formatInstant(status.data.at);
  return (
    <ListPage
      title={text('core.status.title')}
      actions={at !== undefined && <span className={styles.at}>{text('core.status.at', { time: at })}</span>}
    >
      <Loaded of={status}>
        {(found) => (
          <div className={styles.body}>
            <Concerns status={found} />
            <div className={styles.facts}>
              <StatusFacts status={found} />
            </div>
            <div className={styles.tables}>
              <StatusTables status={found} />
            </div>
          </div>
        )}
      </Loaded>
    </ListPage>
  );
}

function Concerns({ status }: { readonly status: SystemStatus }) {
  const text = useText();
  const concerns = concernsOf(status);
  const isBad = concerns.some((concern) => concern.isBad);
  const title =
    concerns.length === 0 ? text('core.status.fine') : text('core.status.bad', { count: concerns.length });
  return (
    <div className={styles.concerns}>
      <MessageBar meaning={concerns.length === 0 ? 'ok' : isBad ? 'bad' : 'warn'} title={title}>
        {concerns.length > 0 && (
          <ul>
            {concerns.map((concern) => (
              <li key={`${concern.key} ${concern.holds?.join(' ')}`}>
                <ConcernText of={concern} />
              </li>
            ))}
          </ul>
        )}
      </MessageBar>
    </div>
  );
}

function ConcernText({ of: { key, age = 0, free = 0, holds = [], values } }: { readonly of: Concern }) {
  const text = useText();
  const language = useLanguage();
  return text(`core.status.concern.${key}`, {
    age: ageText(age, text),
    free: sizeText(free, language),
    holds: holds.map((each) => text(`core.status.holds.${each}`)).join(', '),
    ...values,
  });
}
