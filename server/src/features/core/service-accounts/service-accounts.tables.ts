import type { Generated } from 'kysely';
import type { ServiceKeyKind } from '#contract/core/service-accounts.ts';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface ServiceAccountsTable extends AuditColumns {
  id: string;
  company_id: string;
  name: string;
  permissions: string[];
  may_approve: Generated<boolean>;
  administration_ids: string[];
  addresses: string[];
  valid_until: string | null;
  is_active: Generated<boolean>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    service_accounts: ServiceAccountsTable;
    service_account_keys: {
      id: string;
      service_account_id: string;
      kind: ServiceKeyKind;
      hash: string;
      hint: string;
      created_at: string;
      created_by: string | null;
      expires_at: string | null;
      last_used_at: string | null;
    };
  }
}
