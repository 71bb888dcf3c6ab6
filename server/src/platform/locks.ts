import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db/database.ts';

/**
 * Every advisory lock of the product: a number, or a text of which the database takes the hash. The values never change:
 * during an upgrade processes of the old and the new version work beside each other.
 */
export const advisoryLocks = {
  /** Migrations run one at a time. */
  migrations: 7_261_101,
  /** Templates of test databases are made once. */
  testTemplate: 7_261_102,
  /** A backup copies files (decision 0013); whoever removes files takes it shared, so that the backup lacks none. */
  backup: 7_261_103,
  /** Keys that sign tokens are made and replaced one at a time. */
  signingKeys: 7_261_104,
  /** Somebody always has access to everything. By history it has the number of `signingKeys`: they wait for each other. */
  fullAccess: 7_261_104,
  /** Prices do not change while a billing run is made final. */
  prices: 7_261_185,
  /** Demo companies are made once. */
  demo: 7_261_217,
  /** The settings of releases are one row for all, which may not be there yet. */
  releaseSettings: 'release settings',
  /** Restores and purges of one record. */
  trash: (id: string) => `trash ${id}`,
  /** One process reads a mailbox. */
  mailbox: (administrationId: string) => `mailbox ${administrationId}`,
  /** One retry of documents in a scope of a company. */
  retry: (companyId: string, scopeName: string) => `retry ${companyId} ${scopeName}`,
  /** Two copies of one document cannot both become the first invoice of a company. */
  invoices: (companyId: string) => `invoices ${companyId}`,
  /** The absences of approvers of a company are held against each other. */
  absences: (companyId: string) => `absences ${companyId}`,
  /** The rules of a company get their numbers one at a time. */
  touchlessRules: (companyId: string) => `touchless rules ${companyId}`,
  /** How an administration delivers: its settings may not be there yet. */
  deliverySettings: (administrationId: string) => `delivery settings ${administrationId}`,
  /** From which account an administration pays: its settings may not be there yet. */
  paymentSettings: (administrationId: string) => `payment settings ${administrationId}`,
  /** The payments of a company are numbered and take invoices one at a time. */
  payments: (companyId: string) => `payments ${companyId}`,
  /** The directory by which a company signs in: its settings may not be there yet. */
  identityProvider: (companyId: string) => `identity provider ${companyId}`,
  /** One company has a domain. */
  identityDomain: (domain: string) => `identity domain ${domain}`,
  /** The directory of a company changes its people one at a time. */
  scim: (companyId: string) => `scim ${companyId}`,
  /** The seals of a company's history follow each other. */
  historySeals: (companyId: string) => `history seals ${companyId}`,
  /** One user to an e-mail address. */
  portalUser: (email: string) => `portal user ${email.toLowerCase()}`,
  /** The quota for drawings that wait for an order. */
  carpetDrawings: (companyId: string, ownerId: string) => `carpet-drawings ${companyId} ${ownerId}`,
  /** The keys of a company are counted, its group of portal users is made, its first offer settings: one at a time. */
  updateKeys: (companyId: string) => `update keys ${companyId}`,
  portalGroup: (companyId: string) => `portal group ${companyId}`,
  offerSettings: (companyId: string) => `offer settings ${companyId}`,
  /** One running clock a person. */
  orderTimer: (userId: string) => `order timer ${userId}`,
  /** Work under one idempotency key of a user (§B6). */
  idempotencyKey: (userId: string, path: string, key: string) => `${userId} ${path} ${key}`,
} as const;

/** A lock as the functions of PostgreSQL take it. */
export function lockKey(lock: number | string): RawBuilder<unknown> {
  return typeof lock === 'number' ? sql`${sql.lit(lock)}::bigint` : sql`hashtextextended(${lock}, 0)`;
}

/** Waits for an advisory lock, and keeps it until the transaction ends. */
export async function lockByKey(tx: Db, lock: number | string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey(lock)})`.execute(tx);
}
