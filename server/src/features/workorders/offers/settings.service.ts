import type { z } from 'zod';
import {
  type offerSettings,
  offerSettingsPermission,
  type offerSettingsWrite,
} from '#contract/workorders/offers.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { VatRate } from '#contract/workorders/vat.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { isId } from '#server/platform/db/ids.ts';
import { assertVersionByHistory } from '#server/platform/db/record.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import type { Letterhead } from './offer.pdf.ts';
import * as repository from './settings.repository.ts';

type Settings = z.input<typeof offerSettings>;

function asSettings({ logoSha256, vatRate, ...stored }: repository.StoredSettings): Settings {
  return { ...stored, vatPercentage: vatRate / 100, hasLogo: logoSha256 !== null };
}

// A company outside the scope is not found, like one that does not exist.
function within(ctx: Context, companyId: string): string {
  return orNotFound(isId(companyId) && reaches(ctx.scope, companyId) ? companyId : undefined);
}

export async function readSettings(ctx: Context, companyId = ctx.caller.companyId): Promise<Settings> {
  return asSettings(orNotFound(await repository.findSettings(ctx.db, within(ctx, companyId))));
}

export async function changeSettings(
  ctx: Context,
  { rowVersion, vatPercentage, ...body }: z.output<typeof offerSettingsWrite>,
  companyId = ctx.caller.companyId,
): Promise<Settings> {
  const id = within(ctx, companyId);
  return ctx.transaction(async (tx) => {
    // Before they are there, there is no row to lock.
    await lockByKey(tx, advisoryLocks.offerSettings(id));
    const before = orNotFound(await repository.findSettings(tx, id));
    const key = { companyId: id, entity: offerSettingsPermission, entityId: id };
    await assertVersionByHistory(tx, key, { stored: before.rowVersion, sent: rowVersion }, async () =>
      asSettings(before),
    );
    await assertRates(tx, id, body.vatRates ?? []);
    const vatRate = vatPercentage === undefined ? before.vatRate : Math.round(vatPercentage * 100);
    await repository.saveSettings(tx, ctx, id, merged(before, { ...body, vatRate }));
    const after = orNotFound(await repository.findSettings(tx, id));
    const change = { before: snapshot(before), after: snapshot(after) };
    await recordChange(tx, ctx, {
      entity: offerSettingsPermission,
      entityId: id,
      companyId: id,
      verb: 'update',
      ...change,
    });
    return asSettings(after);
  });
}

async function assertRates(tx: Tx, companyId: string, rates: readonly VatRate[]): Promise<void> {
  const codes: FieldCode[] = [];
  const asked = [...new Set(rates.flatMap(({ administrationId }) => administrationId ?? []))];
  if (!(await repository.areAdministrations(tx, companyId, asked))) codes.push('unknown');
  const keys = rates.map(({ administrationId, vat, from }) => `${administrationId} ${vat} ${from}`);
  if (new Set(keys).size < keys.length) codes.push('repeated');
  if (codes.length > 0) throw problem.validation({ vat_rates: codes });
}

type Body = Omit<z.output<typeof offerSettingsWrite>, 'rowVersion' | 'vatPercentage'> & {
  readonly vatRate: number;
};

// Absent fields stay as they are (§B5).
function merged(before: repository.StoredSettings, body: Body): repository.SettingsWrite {
  const { companyId: _company, logoSha256: _logo, rowVersion: _version, ...stored } = before;
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return { ...stored, ...given };
}

function snapshot(stored: repository.StoredSettings) {
  const { companyId: _company, hasLogo: _logo, ...settings } = asSettings(stored);
  return settings;
}

/** The letterhead as the PDF takes it. */
export async function letterheadOf(
  ctx: Pick<Context, 'files'>,
  settings: repository.StoredSettings,
): Promise<Letterhead> {
  const { logoSha256, name, street, zipCode, city, phone, email, website, kvkNumber, vatId, iban } = settings;
  const logo = logoSha256 === null ? null : await ctx.files.get(logoSha256);
  return { name, street, zipCode, city, phone, email, website, kvkNumber, vatId, iban, logo };
}

/** What a letterhead lacks that people expect on an offer, by the names of the settings. */
export function missingOf(letterhead: Letterhead): string[] {
  const { street, city, kvkNumber, vatId, iban } = letterhead;
  return Object.entries({ street, city, kvkNumber, vatId, iban }).flatMap(([field, value]) =>
    value === '' ? [field] : [],
  );
}
