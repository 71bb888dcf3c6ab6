import type { Generated } from 'kysely';
import type { RuleContent } from '#contract/invoicing/touchless.ts';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface TouchlessRulesTable extends AuditColumns {
  company_id: string;
  id: string;
  number: number;
  version: Generated<number>;
  kind: number;
  name: Generated<string>;
  creditor_id: string | null;
  content: Generated<RuleContent>;
  is_on: Generated<boolean>;
  off_reason: Generated<string>;
  made_by: string | null;
  switched_by: string | null;
  switched_by_name: Generated<string>;
  switched_at: string | null;
}

/** Rows are only added. */
interface TouchlessRuleVersionsTable {
  company_id: string;
  rule_id: string;
  version: number;
  name: string;
  content: RuleContent;
  made_at: string;
  made_by: string | null;
  made_by_name: string;
}

interface TouchlessSettingsTable {
  company_id: string;
  sample_every: Generated<number>;
  row_version: Generated<number>;
  updated_at: Generated<string>;
  updated_by: string | null;
}

interface TouchlessResultsTable {
  company_id: string;
  invoice_id: string;
  at: string;
  creditor_id: string | null;
  stopped_by: Generated<string>;
  validation_rule: string | null;
  validation_version: number | null;
  approval_rule: string | null;
  approval_version: number | null;
  evidence: Generated<unknown>;
  undone_at: string | null;
  undone_by: string | null;
  undone_by_name: Generated<string>;
  is_sample: Generated<boolean>;
  checked_at: string | null;
  checked_by: string | null;
  checked_by_name: Generated<string>;
  wrong: Generated<string[]>;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    touchless_rules: TouchlessRulesTable;
    touchless_rule_versions: TouchlessRuleVersionsTable;
    touchless_settings: TouchlessSettingsTable;
    touchless_results: TouchlessResultsTable;
  }
}
