import type { Generated } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface BuildsTable {
  id: string;
  version: string;
  build: string;
  release_key: string;
  notes: string;
  url: string | null;
  created_at: Generated<string>;
}

interface ReleasesTable extends AuditColumns {
  id: string;
  name: string;
  version: string;
  build: string;
  release_key: string;
  notes: Generated<string>;
  url: string | null;
  available_from: string | null;
  is_active: Generated<boolean>;
  is_forced: Generated<boolean>;
  is_for_everyone: Generated<boolean>;
  rollout_percentage: Generated<number>;
  failures_since: string | null;
  switched_off_at: string | null;
}

interface UpdateKeysTable {
  company_id: string;
  id: string;
  name: string;
  hash: string;
  hint: string;
  last_used_at: string | null;
  created_at: Generated<string>;
  created_by: string | null;
}

interface InstallationsTable {
  company_id: string;
  id: string;
  key: string;
  label: Generated<string>;
  user_id: string | null;
  version: string | null;
  build: string | null;
  release_key: string | null;
  first_seen_at: string;
  last_seen_at: string;
}

interface InstallationVersionsTable {
  company_id: string;
  installation_id: string;
  release_key: string;
  version: string;
  build: string;
  first_at: string;
  last_at: string;
}

interface ReleaseFailuresTable {
  company_id: string;
  installation_id: string;
  release_id: string;
  id: string;
  reason: string;
  first_at: string;
  last_at: string;
  times: Generated<number>;
}

interface ReleaseSettingsTable {
  id: Generated<boolean>;
  is_automatic: boolean;
  failing_installations: number;
  failing_companies: number;
  failing_percentage: number;
  row_version: Generated<number>;
  updated_at: string;
  updated_by: string | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    builds: BuildsTable;
    releases: ReleasesTable;
    release_companies: { company_id: string; release_id: string };
    release_users: { company_id: string; user_id: string; release_id: string };
    update_keys: UpdateKeysTable;
    installations: InstallationsTable;
    installation_versions: InstallationVersionsTable;
    release_offers: { company_id: string; installation_id: string; release_id: string; at: string };
    release_failures: ReleaseFailuresTable;
    release_settings: ReleaseSettingsTable;
  }
}
