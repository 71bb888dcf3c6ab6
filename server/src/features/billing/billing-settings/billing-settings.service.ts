import type { z } from 'zod';
import { bareCode, isIban, isKvkNumber, isVatId } from '#contract/identifiers.ts';
import {
  billingRuns,
  type billingSettings,
  type billingSettingsWrite,
} from '#contract/billing/billing-runs.ts';
import type { FieldCode } from '#contract/problem.ts';
import type { Context } from '#server/platform/context.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { noCompany } from '#server/platform/db/ids.ts';
import { assertVersion } from '#server/platform/db/record.ts';
import { problem } from '#server/platform/http/problem.ts';
import { lockPrices } from '../final-days.repository.ts';
import { assertProvider } from '../assert-provider.ts';
import { findSeller, saveSeller, type Seller } from './billing-settings.repository.ts';
import { missingOfSeller } from './billing-settings.rules.ts';

type Settings = z.input<typeof billingSettings>;

function asSettings(seller: Seller): Settings {
  const { vatRate, ...rest } = seller;
  return { ...rest, vatPercentage: vatRate / 100, missing: missingOfSeller(seller) };
}

export async function readSeller(ctx: Context): Promise<Settings> {
  assertProvider(ctx);
  return asSettings(await findSeller(ctx.db));
}

export async function changeSeller(
  ctx: Context,
  { rowVersion, vatPercentage, ...body }: z.output<typeof billingSettingsWrite>,
): Promise<Settings> {
  assertProvider(ctx);
  const seller = {
    ...body,
    kvkNumber: bareCode(body.kvkNumber),
    vatId: bareCode(body.vatId),
    iban: bareCode(body.iban),
  };
  assertValid(seller);
  return ctx.transaction(async (tx) => {
    await lockPrices(tx);
    const before = await findSeller(tx);
    assertVersion(asSettings(before), rowVersion);
    await saveSeller(tx, ctx, {
      ...seller,
      vatRate: Math.round(vatPercentage * 100),
      rowVersion: before.rowVersion,
    });
    const after = await findSeller(tx);
    const change = { before: snapshot(before), after: snapshot(after) };
    await recordChange(tx, ctx, {
      entity: billingRuns.permission,
      entityId: noCompany,
      companyId: noCompany,
      verb: 'update',
      ...change,
    });
    return asSettings(after);
  });
}

function assertValid({ kvkNumber, vatId, iban }: Pick<Seller, 'kvkNumber' | 'vatId' | 'iban'>): void {
  const codes: Record<string, FieldCode[]> = {};
  if (!isKvkNumber(kvkNumber)) codes['kvk_number'] = ['invalid'];
  if (!isVatId(vatId)) codes['vat_id'] = ['invalid'];
  if (!isIban(iban)) codes['iban'] = ['invalid'];
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
}

function snapshot({ rowVersion: _version, ...seller }: Seller) {
  return seller;
}
