import type { Generated } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface WebhookTargetsTable extends AuditColumns {
  company_id: string;
  id: string;
  url: string;
  event_types: string[];
  is_active: Generated<boolean>;
  /** See `StoppedNumber`. */
  stopped: Generated<number>;
  secret: Buffer;
  secret_hint: string;
  old_secret: Buffer | null;
  old_secret_until: string | null;
  read_up_to: number;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    webhook_targets: WebhookTargetsTable;
    webhook_deliveries: {
      company_id: string;
      id: string;
      target_id: string;
      event_id: string;
      number: number | null;
      type: string;
      record_id: string | null;
      body: string;
      is_delivered: Generated<boolean>;
      tries: Generated<number>;
      failures: Generated<number>;
      next_try_at: string | null;
      failing_since: string | null;
      created_at: string;
      last_status: number | null;
      last_error: string | null;
      last_ms: number | null;
    };
    webhook_attempts: {
      company_id: string;
      delivery_id: string;
      number: number;
      at: string;
      ms: number;
      status: number | null;
      error: string | null;
      answer: string;
    };
  }
}
