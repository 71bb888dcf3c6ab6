import { sql } from 'kysely';
import { webhooks } from '#contract/core/webhooks.ts';
import { recordReaders, rowsOf } from '#server/platform/db/record-readers.ts';
import { StoppedNumber } from './webhooks.rules.ts';
import './webhooks.tables.ts';

export const uniqueFields = { webhook_targets_taken: 'url' };

const waiting = sql`from webhook_deliveries d where d.company_id = webhook_targets.company_id
  and d.target_id = webhook_targets.id and not d.is_delivered`;
const lastTried = sql`(select json_build_object('at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'isDelivered', d.is_delivered, 'status', d.last_status, 'error', d.last_error)
  from webhook_deliveries d join webhook_attempts a
    on a.company_id = d.company_id and a.delivery_id = d.id and a.number = d.tries
  where d.company_id = webhook_targets.company_id and d.target_id = webhook_targets.id and d.tries > 0
  order by d.id desc limit 1)`;
const state = sql`case when stopped = ${sql.lit(StoppedNumber.gone)} then 'gone'
  when stopped = ${sql.lit(StoppedNumber.paused)} then 'paused' when is_active then 'on' else 'off' end`;

/** The webhooks of one company. */
export const { list, stream, findById } = recordReaders(webhooks, {
  table: 'webhook_targets',
  rows: rowsOf('webhook_targets'),
  columns: {
    url: { nullable: false },
    eventTypes: 'webhook_targets.event_types',
    active: { sql: 'webhook_targets.is_active', nullable: false },
    state,
    secretHint: 'webhook_targets.secret_hint',
    oldSecretUntil: 'webhook_targets.old_secret_until',
    waiting: sql`(select count(*)::integer ${waiting})`,
    lastTried,
    failingSince: sql`(select min(d.failing_since) ${waiting})`,
  },
  search: ['webhook_targets.url'],
});
