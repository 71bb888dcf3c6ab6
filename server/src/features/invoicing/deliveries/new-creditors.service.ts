import type { z } from 'zod';
import {
  type confirmCreditorsCommand,
  type deliveries,
  type newCreditorsResult,
  takesCreditors,
} from '#contract/invoicing/deliveries.ts';
import type { Rec } from '#contract/resource.ts';
import type { Context } from '#server/platform/context.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { asTakenField } from '#server/platform/db/record.ts';
import { creditorsCsv } from './creditors-csv.rules.ts';
import { audit, goOn, step } from './deliveries.service.ts';
import { exactCreditors } from './exact.rules.ts';
import { findById } from './deliveries.repository.ts';
import * as repository from './new-creditors.repository.ts';

/** The suppliers of a delivery that its package does not know, numbered from `first` on (§C32). */
export async function listNewCreditors(
  ctx: Context,
  id: string,
  first?: number,
): Promise<z.output<typeof newCreditorsResult>> {
  const { creditors } = await numbered(ctx, id, first);
  return creditors.map(({ creditorId, name, number }) => ({ creditorId, name, number }));
}

/** The same as the package reads them. */
export async function newCreditorsFile(ctx: Context, id: string, first?: number) {
  const { coupling, creditors } = await numbered(ctx, id, first);
  return coupling === 'exact'
    ? { name: 'leveranciers.xml', bytes: exactCreditors(creditors) }
    : { name: 'leveranciers.csv', bytes: creditorsCsv(creditors) };
}

async function numbered(ctx: Context, id: string, first?: number) {
  const delivery = orNotFound(await findById(ctx.db, ctx.scope, id));
  const { coupling } = delivery;
  if (!takesCreditors(coupling)) throw problem.of('wrong-state', { sentence: 'delivery-wrong-state' });
  const found = await repository.listWithoutNumber(ctx.db, delivery);
  const start = first ?? (await repository.nextNumber(ctx.db, delivery));
  const creditors = found.map((creditor, index) => ({ ...creditor, number: String(start + index) }));
  return { coupling, creditors };
}

/** A person says that the package knows them under these numbers (decision 0164); the bookings that waited go on. */
export function confirmCreditors(
  ctx: Context,
  id: string,
  numbers: z.output<typeof confirmCreditorsCommand>['numbers'],
): Promise<Rec<typeof deliveries>> {
  return step(ctx, id, 'retry', async (tx, delivery) => {
    const known = await repository.listWithoutNumber(tx, delivery);
    const unknown = numbers.some(
      ({ creditorId }) => !known.some((creditor) => creditor.creditorId === creditorId),
    );
    if (!takesCreditors(delivery.coupling) || unknown)
      throw problem.of('wrong-state', { sentence: 'delivery-wrong-state' });
    await repository
      .insertNumbers(tx, delivery, numbers)
      .catch(asTakenField({ creditor_numbers_taken: 'numbers' }));
    await goOn(tx, ctx, delivery);
    await audit(tx, ctx, delivery, 'creditors', { numbers });
  });
}
