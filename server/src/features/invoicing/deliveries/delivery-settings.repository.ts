import { sql, type SqlBool } from 'kysely';
import { deliveryPaces, deliverySettings, exportedCouplings } from '#contract/invoicing/deliveries.ts';
import { type Scope, within } from '#server/platform/auth/scope.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { nameAt } from '#server/platform/db/list-columns.ts';
import { recordReaders } from '#server/platform/db/record-readers.ts';
import { SeverityNumber, StatusNumber } from '../state-numbers.ts';
import { isReleased } from '../touchless/results.repository.ts';
import type { SftpPlace } from './sftp-target.ts';
import { PaceNumber } from './delivery-numbers.ts';
import '../invoicing.tables.ts';

// Every administration has settings; without a row they are the defaults of the columns.
const rows = (db: Db, scope: Scope) =>
  db
    .selectFrom('administrations')
    .leftJoin('delivery_settings as s', (join) =>
      join
        .onRef('s.company_id', '=', 'administrations.company_id')
        .onRef('s.administration_id', '=', 'administrations.id'),
    )
    .where('administrations.deleted_at', 'is', null)
    .where(within(scope, 'administrations.company_id'));

const names = sql.join(exportedCouplings.map((name) => sql.lit(name)));

export const { list, findById } = recordReaders(deliverySettings, {
  table: 'administrations',
  rows,
  columns: {
    'administration/name': { sql: 'administrations.name', natural: true, nullable: false },
    hasExporter: sql<boolean>`administrations.coupling in (${names})`,
    isAutomatic: { sql: sql`coalesce(s.is_automatic, false)`, nullable: false },
    takenFrom: sql`s.taken_from`,
    pace: sql`coalesce(${nameAt(deliveryPaces, 's.pace')}, 'hand')`,
    target: sql`coalesce(s.target, 'download')`,
    mailAddress: sql`coalesce(s.target_settings ->> 'mailAddress', '')`,
    folderRoot: sql`coalesce(s.target_settings ->> 'folderRoot', '')`,
    folder: sql`coalesce(s.target_settings ->> 'folder', '')`,
    sftpHost: sql`coalesce(s.target_settings ->> 'sftpHost', '')`,
    sftpPort: sql`coalesce((s.target_settings ->> 'sftpPort')::integer, 22)`,
    sftpUser: sql`coalesce(s.target_settings ->> 'sftpUser', '')`,
    sftpFolder: sql`coalesce(s.target_settings ->> 'sftpFolder', '')`,
    sftpHostKey: sql`coalesce(s.target_settings ->> 'sftpHostKey', '')`,
    hasSftpSecret: sql<boolean>`(s.target_secret is not null)`,
    webhookUrl: sql`coalesce(s.target_settings ->> 'webhookUrl', '')`,
    hasWebhookSecret: sql<boolean>`(s.webhook_secret is not null)`,
    waitSeconds: sql`coalesce(s.wait_seconds, 60)`,
    maxTries: sql`coalesce(s.max_tries, 8)`,
    journal: sql`coalesce(s.journal, '')`,
    awaitsReceipt: sql<boolean>`coalesce(s.awaits_receipt, false)`,
    requiresMapping: sql<boolean>`coalesce(s.requires_mapping, false)`,
    readyCount: sql`(select count(*) from invoices i where i.company_id = administrations.company_id
      and i.administration_id = administrations.id and i.status = ${sql.lit(StatusNumber.ReadyForProcessing)}
      and i.export_id is null and i.deleted_at is null and i.warning_level < ${sql.lit(SeverityNumber.stop)}
      and ${isReleased('i')})`,
    rowVersion: sql`coalesce(s.row_version, 0)`,
  },
});

/** What a job needs of the settings of an administration; undefined without a row. */
export async function settingsOf(db: Db, companyId: string, administrationId: string) {
  return db
    .selectFrom('delivery_settings')
    .where('company_id', '=', companyId)
    .where('administration_id', '=', administrationId)
    .select([
      'max_tries as maxTries',
      'target',
      sql<string>`coalesce(target_settings ->> 'mailAddress', '')`.as('mailAddress'),
      sql<string>`coalesce(target_settings ->> 'folderRoot', '')`.as('folderRoot'),
      sql<string>`coalesce(target_settings ->> 'folder', '')`.as('folder'),
      sql<string>`coalesce(target_settings ->> 'webhookUrl', '')`.as('webhookUrl'),
      'webhook_secret as webhookSecret',
      sql<SftpPlace>`json_build_object('host', coalesce(target_settings ->> 'sftpHost', ''),
        'port', coalesce((target_settings ->> 'sftpPort')::integer, 22),
        'username', coalesce(target_settings ->> 'sftpUser', ''),
        'folder', coalesce(target_settings ->> 'sftpFolder', ''),
        'hostKey', coalesce(target_settings ->> 'sftpHostKey', ''), 'sealed', target_secret)`.as('sftp'),
    ])
    .executeTakeFirst();
}

/** The settings that a person changes. */
export interface WrittenSettings {
  readonly isAutomatic: boolean;
  readonly takenFrom: string | null;
  readonly pace: keyof typeof PaceNumber;
  readonly target: string;
  readonly mailAddress: string;
  readonly folderRoot: string;
  readonly folder: string;
  readonly sftpHost: string;
  readonly sftpPort: number;
  readonly sftpUser: string;
  readonly sftpFolder: string;
  readonly sftpHostKey: string;
  /** Undefined: the stored one stays. */
  readonly sealedSecret: string | undefined;
  readonly webhookUrl: string;
  readonly waitSeconds: number;
  readonly maxTries: number;
  readonly journal: string;
  readonly awaitsReceipt: boolean;
  readonly requiresMapping: boolean;
}

/** Writes the settings of an administration; its version goes up. */
export async function write(
  tx: Tx,
  key: {
    readonly companyId: string;
    readonly administrationId: string;
    readonly by: string;
    readonly at: Date;
  },
  settings: WrittenSettings,
): Promise<void> {
  const values = {
    is_automatic: settings.isAutomatic,
    taken_from: settings.takenFrom,
    pace: PaceNumber[settings.pace],
    target: settings.target,
    target_settings: JSON.stringify({
      mailAddress: settings.mailAddress,
      folderRoot: settings.folderRoot,
      folder: settings.folder,
      sftpHost: settings.sftpHost,
      sftpPort: settings.sftpPort,
      sftpUser: settings.sftpUser,
      sftpFolder: settings.sftpFolder,
      sftpHostKey: settings.sftpHostKey,
      webhookUrl: settings.webhookUrl,
    }),
    ...(settings.sealedSecret === undefined ? {} : { target_secret: settings.sealedSecret }),
    wait_seconds: settings.waitSeconds,
    max_tries: settings.maxTries,
    journal: settings.journal,
    awaits_receipt: settings.awaitsReceipt,
    requires_mapping: settings.requiresMapping,
    updated_at: key.at.toISOString(),
    updated_by: key.by,
  };
  await tx
    .insertInto('delivery_settings')
    .values({ company_id: key.companyId, administration_id: key.administrationId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'administration_id'])
        .doUpdateSet({ ...values, row_version: sql`delivery_settings.row_version + 1` }),
    )
    .execute();
}

/** Keeps the key that a server showed at first; one that was chosen meanwhile stays. */
export async function pinHostKey(
  tx: Tx,
  { companyId, administrationId }: { readonly companyId: string; readonly administrationId: string },
  hostKey: string,
): Promise<void> {
  await sql`update delivery_settings
    set target_settings = target_settings || jsonb_build_object('sftpHostKey', ${hostKey}::text)
    where company_id = ${companyId} and administration_id = ${administrationId}
      and coalesce(target_settings ->> 'sftpHostKey', '') = ''`.execute(tx);
}

/** Stores a sealed secret of the webhook of an administration. */
export async function setWebhookSecret(
  tx: Tx,
  { companyId, administrationId }: { readonly companyId: string; readonly administrationId: string },
  webhookSecret: string,
): Promise<void> {
  const values = {
    company_id: companyId,
    administration_id: administrationId,
    webhook_secret: webhookSecret,
  };
  await tx
    .insertInto('delivery_settings')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'administration_id'])
        .doUpdateSet({ webhook_secret: webhookSecret, row_version: sql`delivery_settings.row_version + 1` }),
    )
    .execute();
}

/** The administrations that deliver by themselves, of every company, with an exporter. */
export async function listAutomatic(db: Db) {
  return db
    .selectFrom('delivery_settings as s')
    .innerJoin('administrations as a', (join) =>
      join.onRef('a.company_id', '=', 's.company_id').onRef('a.id', '=', 's.administration_id'),
    )
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .where('s.is_automatic', '=', true)
    .where('s.pace', '<>', PaceNumber.hand)
    .where('a.deleted_at', 'is', null)
    .where('c.is_active', '=', true)
    .where(sql<SqlBool>`a.coupling in (${names})`)
    .select([
      's.company_id as companyId',
      's.administration_id as administrationId',
      'a.coupling',
      's.target',
      's.taken_from as takenFrom',
      's.wait_seconds as waitSeconds',
      nameAt<keyof typeof PaceNumber>(deliveryPaces, 's.pace').as('pace'),
    ])
    .execute();
}
