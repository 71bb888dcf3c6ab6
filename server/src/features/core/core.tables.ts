import type { Generated, GeneratedAlways } from 'kysely';
import type { AuditColumns } from '#server/platform/db/schema.ts';

interface CompaniesTable extends AuditColumns {
  id: string;
  name: string;
  domain_name: string;
  logo_sha256: string | null;
  prima_relatienummer: string;
  is_active: boolean;
  is_provider: boolean;
  fm_customer_id: Generated<number>;
  license: string;
  documents_per_day: Generated<number | null>;
  pages_per_day: Generated<number | null>;
  requests_per_minute: Generated<number | null>;
  storage_mb: Generated<number | null>;
  second_factor_from: Generated<string | null>;
}

interface AdministrationsTable extends AuditColumns {
  company_id: string;
  id: string;
  name: string;
  tag: string;
  coupling: string;
  kvk_number: Generated<string>;
  vat_id: Generated<string>;
  iban: Generated<string>;
  mail_hostname: string;
  mail_username: string;
  mail_mailbox: string;
  mail_is_active: boolean;
  mail_password_encrypted: Buffer | null;
  modules: string[];
  street: Generated<string>;
  postal_code: Generated<string>;
  city: Generated<string>;
  country: Generated<string>;
  first_month: Generated<number>;
  is_real_estate: Generated<boolean>;
}

interface UsersTable extends AuditColumns {
  id: string;
  company_id: string;
  email: string;
  first_name: string;
  last_name: string;
  search_text: GeneratedAlways<string>;
  is_active: boolean;
  modules: string[];
  /** As processes of the version before write it; see `sign_in_state`. */
  session_epoch: Generated<number>;
  /** Likewise. */
  language: Generated<'nl' | 'en' | null>;
  /** Of a customer of the company, not of the company itself (decision 0033). */
  is_guest: Generated<boolean>;
  /** When what can be read of them was erased (decision 0140). */
  erased_at: Generated<string | null>;
}

/** The administrations that a user is narrowed to; without a row, all (decision 0117). */
interface UserAdministrationsTable {
  company_id: string;
  user_id: string;
  administration_id: string;
}

interface GroupsTable extends AuditColumns {
  id: string;
  company_id: string | null;
  name: string;
  access_to_everything: boolean;
  available_for_everyone: boolean;
}

interface CompanyModulesTable {
  company_id: string;
  id: string;
  module_id: string;
  created_at: Generated<string>;
  created_by: string | null;
  deleted_at: string | null;
  deleted_by: string | null;
}

interface HistorySealsTable {
  company_id: string;
  number: number;
  line_id: string;
  entity: string;
  entity_id: string;
  at: string;
  user_id: string | null;
  verb: string;
  personal_hash: string;
  hash: string;
  sealed_at: string;
}

interface HistorySaltsTable {
  company_id: string;
  line_id: string;
  salt: string;
}

/** What a company's directory calls its users and groups. */
interface ScimIdsTable {
  company_id: string;
  kind: 'user' | 'group';
  record_id: string;
  external_id: string | null;
}

interface InspectorsTable {
  company_id: string;
  user_id: string;
  from_day: string;
  to_day: string;
  ends_on: string;
  ended_at: Generated<string | null>;
  created_at: Generated<string>;
  created_by: string | null;
}

declare module '#server/platform/db/schema.ts' {
  interface Tables {
    scim_ids: ScimIdsTable;
    history_seals: HistorySealsTable;
    history_salts: HistorySaltsTable;
    companies: CompaniesTable;
    administrations: AdministrationsTable;
    users: UsersTable;
    /** No row for who changed nothing yet. */
    sign_in_state: {
      user_id: string;
      session_epoch: Generated<number>;
      /** The language of the user; null until a portal sent it. */
      language: Generated<'nl' | 'en' | null>;
    };
    user_administrations: UserAdministrationsTable;
    inspectors: InspectorsTable;
    user_permissions: { user_id: string; permission: string };
    groups: GroupsTable;
    group_users: { group_id: string; user_id: string };
    group_permissions: { group_id: string; permission: string };
    company_modules: CompanyModulesTable;
  }
}
