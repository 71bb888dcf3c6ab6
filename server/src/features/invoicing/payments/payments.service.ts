import type { z } from 'zod';
import { dayOfInstant } from '#contract/dates.ts';
import { invoices } from '#contract/invoicing/invoices.ts';
import {
  type choosePaymentCommand,
  type leftOutInvoice,
  payments,
  type paymentSettings,
  type PaymentState,
  type paymentReasonCommand,
  type paymentStep,
  type splitPaymentCommand,
} from '#contract/invoicing/payments.ts';
import type { CreateBody, Rec } from '#contract/resource.ts';
import { reaches } from '#server/platform/auth/scope.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { recordChange } from '#server/platform/db/history.ts';
import { assertVersion, lockRow } from '#server/platform/db/record.ts';
import type { ResourceService } from '#server/platform/http/mount-resource.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { advisoryLocks, lockByKey } from '#server/platform/locks.ts';
import { painOf } from './pain.rules.ts';
import { gAccountOf, leftOutOf, type Payable } from './payable.rules.ts';
import { divide, listPayables } from './payables.repository.ts';
import { findById as findSettings } from './payment-settings.repository.ts';
import * as repository from './payments.repository.ts';
import type { StoredPart, StoredPayment } from './payments.repository.ts';
import { referenceOf } from './reference.rules.ts';

type Payment = Rec<typeof payments>;

const releasing = `${payments.permission}.release`;

/** Payments are made and released by two people; nobody edits one outside these steps (§C17, decision 0150). */
export const paymentsService: ResourceService<typeof payments> = {
  list: (ctx, query) => repository.list(ctx.db, ctx.scope, query),
  find: (ctx, id) => find(ctx, ctx.db, id),
  create,
};

async function find(ctx: Context, db: Db, id: string): Promise<Payment | null> {
  const found = await repository.findById(db, ctx.scope, id);
  if (!found) return null;
  const makers = await repository.listMakers(db, found);
  return {
    ...found,
    mayRelease: !makers.includes(ctx.caller.userId) && ctx.reach(releasing) !== null,
    leftOut: isOpen(found.state) ? await leftOut(ctx, db, found) : [],
  };
}

const isOpen = (state: PaymentState) => state === 'draft' || state === 'prepared';

async function leftOut(ctx: Context, db: Db, payment: StoredPayment) {
  const taken = new Set(payment.invoices.map(({ id }) => id));
  const found = await listPayables(db, payablesOf(ctx, payment));
  return found
    .filter(({ id }) => !taken.has(id))
    .map((payable): z.output<typeof leftOutInvoice> => {
      const { id, documentId, invoiceNumber, creditorName, totalInCents, currency } = payable;
      const why = leftOutOf(payable) ?? { reason: 'taken-out', about: '', aboutId: null };
      const g = gAccountOf(payable);
      return {
        id,
        documentId,
        invoiceNumber,
        creditorName,
        totalAmount: totalInCents,
        currency,
        ...why,
        gAmount: why.reason === 'g-amount-open' && g ? g.amountInCents : null,
      };
    });
}

const payablesOf = (
  ctx: Context,
  { companyId, administrationId, id }: { companyId: string; administrationId: string; id: string },
) => ({ companyId, administrationId, paymentId: id, now: ctx.now() });

/** Makes a draft of all that can be paid now. */
async function create(
  ctx: Context,
  { companyId, administrationId, executionDay }: CreateBody<typeof payments>,
): Promise<Payment> {
  const settings = reaches(ctx.scope, companyId)
    ? await findSettings(ctx.db, ctx.scope, administrationId)
    : undefined;
  if (settings?.companyId !== companyId) throw problem.validation({ administration_id: ['unknown'] });
  assertDay(ctx, executionDay);
  assertReady(settings);
  return ctx.transaction(async (tx) => {
    await lockByKey(tx, advisoryLocks.payments(companyId));
    const by = { userId: ctx.caller.userId, name: ctx.caller.name };
    const key = await repository.insert(tx, { companyId, administrationId, executionDay, by }, ctx.now());
    const found = await listPayables(tx, payablesOf(ctx, { ...key, administrationId }));
    await repository.replaceParts(tx, key, partsOf(found.filter((payable) => !leftOutOf(payable))));
    await note(tx, ctx, key, 'create', { administrationId, executionDay });
    return orNotFound(await find(ctx, tx, key.id));
  });
}

function assertDay(ctx: Context, day: string): void {
  if (day < dayOfInstant(ctx.now())) throw problem.validation({ execution_day: ['in-the-past'] });
}

function assertReady(settings: Pick<Rec<typeof paymentSettings>, 'isOn' | 'isConfirmed'> | undefined): void {
  if (!settings?.isOn) throw problem.of('wrong-state', { sentence: 'payment-off' });
  if (!settings.isConfirmed) throw problem.of('wrong-state', { sentence: 'payment-account-unconfirmed' });
}

function partsOf(found: readonly Payable[]): StoredPart[] {
  return found.flatMap((payable) => {
    const reference = referenceOf(payable);
    return payable.accounts.map(({ part, iban, kind, amountInCents }) => ({
      invoiceId: payable.id,
      part,
      iban,
      kind,
      amountInCents,
      reference: reference.text,
      isStructured: reference.kind !== 'free',
    }));
  });
}

/** Chooses what a draft pays, and when; what cannot be paid is not taken. */
export function choosePayment(
  ctx: Context,
  id: string,
  { invoiceIds, executionDay, rowVersion }: z.output<typeof choosePaymentCommand>,
): Promise<Payment> {
  return step(ctx, id, rowVersion, ['draft'], async (tx, payment) => {
    if (executionDay !== payment.executionDay) assertDay(ctx, executionDay);
    const chosen = new Set(invoiceIds);
    const found = await listPayables(tx, payablesOf(ctx, payment));
    const payable = found.filter((one) => chosen.has(one.id) && !leftOutOf(one));
    await repository.replaceParts(tx, payment, partsOf(payable));
    await repository.setState(tx, payment, 'draft', { executionDay }, by(ctx));
    await note(tx, ctx, payment, 'choose', { executionDay, invoiceCount: payable.length });
  });
}

/** Says how much of an invoice goes to its G-account, and takes it into the draft if it can be paid now. */
export function splitPayment(
  ctx: Context,
  id: string,
  { invoiceId, gAmount }: z.output<typeof splitPaymentCommand>,
): Promise<Payment> {
  return step(ctx, id, undefined, ['draft'], async (tx, payment) => {
    const found = orNotFound(
      (await listPayables(tx, payablesOf(ctx, payment))).find((one) => one.id === invoiceId),
    );
    const g = gAccountOf(found);
    const other = found.accounts.find((account) => account !== g);
    if (!g || !other) throw problem.of('wrong-state', { sentence: 'payment-no-g-account' });
    if (gAmount > found.totalInCents) throw problem.validation({ g_amount: ['too-large'] });
    const amounts = [
      { part: g.part, amountInCents: gAmount },
      { part: other.part, amountInCents: found.totalInCents - gAmount },
    ];
    await divide(tx, { companyId: payment.companyId, invoiceId }, amounts);
    const taken = new Set([...payment.invoices.map((one) => one.id), invoiceId]);
    const now = await listPayables(tx, payablesOf(ctx, payment));
    await repository.replaceParts(
      tx,
      payment,
      partsOf(now.filter((one) => taken.has(one.id) && !leftOutOf(one))),
    );
    await note(tx, ctx, payment, 'divide', { documentId: found.documentId, gAmount });
  });
}

/** Offers a draft to its releaser. */
export function preparePayment(
  ctx: Context,
  id: string,
  { rowVersion }: z.output<typeof paymentStep>,
): Promise<Payment> {
  return step(ctx, id, rowVersion, ['draft'], async (tx, payment) => {
    await refresh(tx, ctx, payment);
    assertReady(await findSettings(tx, ctx.scope, payment.administrationId));
    assertDay(ctx, payment.executionDay);
    if (payment.invoices.length === 0) throw problem.of('wrong-state', { sentence: 'payment-empty' });
    await repository.setState(tx, payment, 'prepared', { preparedAt: ctx.now(), reason: '' }, by(ctx));
    await note(tx, ctx, payment, 'prepare', { state: 'prepared' });
  });
}

/** Makes the file of a prepared payment, once; who made or prepared it cannot. */
export async function releasePayment(
  ctx: Context,
  id: string,
  { rowVersion }: z.output<typeof paymentStep>,
): Promise<Payment> {
  return step(ctx, id, rowVersion, ['prepared'], async (tx, payment) => {
    const makers = await repository.listMakers(tx, payment);
    if (makers.includes(ctx.caller.userId))
      throw problem.of('four-eyes', { sentence: 'payment-other-releases' });
    const settings = orNotFound(await findSettings(tx, ctx.scope, payment.administrationId));
    assertReady(settings);
    if (payment.executionDay < dayOfInstant(ctx.now()))
      throw problem.of('wrong-state', { sentence: 'payment-day-passed' });
    const found = await refresh(tx, ctx, payment);
    const filename = `betaling_${payment.number}.xml`;
    const sha256 = await ctx.files.put(Buffer.from(await fileOf(ctx, tx, payment, settings, found)));
    const file = { filename, sha256 };
    await repository.setState(tx, payment, 'released', { releasedAt: ctx.now(), file }, by(ctx));
    await note(tx, ctx, payment, 'release', { state: 'released', filename, sha256 });
  });
}

async function fileOf(
  ctx: Context,
  tx: Tx,
  payment: StoredPayment,
  { iban, bic, holder }: { iban: string; bic: string; holder: string },
  found: ReadonlyMap<string, Payable>,
): Promise<string> {
  const parts = await repository.listParts(tx, payment);
  return painOf({
    messageId: `${payment.number}-${payment.id.slice(-12)}`,
    madeAt: ctx.now().toISOString().slice(0, 19),
    executionDay: payment.executionDay,
    debtor: { name: holder, iban, bic },
    transfers: parts.map((part) => {
      const invoice = orNotFound(found.get(part.invoiceId));
      return {
        endToEndId: `${invoice.documentId}-${part.part}`.slice(-35),
        amountInCents: part.amountInCents,
        name: invoice.creditorName,
        iban: part.iban,
        address: invoice,
        reference: referenceOf(invoice),
      };
    }),
  });
}

/** Gives a prepared payment back to its maker. */
export function sendPaymentBack(
  ctx: Context,
  id: string,
  { reason, rowVersion }: z.output<typeof paymentReasonCommand>,
): Promise<Payment> {
  return step(ctx, id, rowVersion, ['prepared'], async (tx, payment) => {
    await repository.setState(tx, payment, 'draft', { preparedAt: null, reason }, by(ctx));
    await note(tx, ctx, payment, 'send-back', { state: 'draft', reason });
  });
}

/** Gives up a payment that has no file yet; its invoices are free. */
export function withdrawPayment(
  ctx: Context,
  id: string,
  { rowVersion }: z.output<typeof paymentStep>,
): Promise<Payment> {
  return step(ctx, id, rowVersion, ['draft', 'prepared'], async (tx, payment) => {
    await repository.free(tx, payment);
    await repository.setState(tx, payment, 'cancelled', { cancelledAt: ctx.now() }, by(ctx));
    await note(tx, ctx, payment, 'withdraw', { state: 'cancelled' });
  });
}

/** Says that a file did not go to the bank and never will; its invoices are free. */
export function markNotSent(
  ctx: Context,
  id: string,
  { reason, rowVersion }: z.output<typeof paymentReasonCommand>,
): Promise<Payment> {
  return step(ctx, id, rowVersion, ['released'], async (tx, payment) => {
    await repository.free(tx, payment);
    await repository.setState(tx, payment, 'cancelled', { cancelledAt: ctx.now(), reason }, by(ctx));
    await note(tx, ctx, payment, 'not-sent', { state: 'cancelled', reason });
  });
}

// What changed meanwhile: it is taken out, and the step waits for one more look. The change stays though the step fails.
class ChangedMeanwhile extends Error {
  readonly parts: readonly StoredPart[];
  readonly payment: StoredPayment;
  constructor(payment: StoredPayment, parts: readonly StoredPart[]) {
    super('the invoices of a payment changed');
    this.payment = payment;
    this.parts = parts;
  }
}

async function refresh(tx: Tx, ctx: Context, payment: StoredPayment): Promise<ReadonlyMap<string, Payable>> {
  const taken = await repository.listParts(tx, payment);
  const ids = new Set(taken.map(({ invoiceId }) => invoiceId));
  const found = (await listPayables(tx, payablesOf(ctx, payment))).filter(
    (one) => ids.has(one.id) && !leftOutOf(one),
  );
  const now = partsOf(found);
  const textOf = (part: StoredPart) =>
    [part.invoiceId, part.part, part.iban, part.kind, part.amountInCents, part.reference].join(' ');
  const known = new Set(taken.map(textOf));
  if (now.length !== taken.length || now.some((part) => !known.has(textOf(part))))
    throw new ChangedMeanwhile(payment, now);
  return new Map(found.map((one) => [one.id, one]));
}

async function step(
  ctx: Context,
  id: string,
  rowVersion: number | undefined,
  from: readonly PaymentState[],
  take: (tx: Tx, payment: StoredPayment) => Promise<void>,
): Promise<Payment> {
  try {
    return await ctx.transaction(async (tx) => {
      const payment = await lock(tx, ctx, id);
      assertVersion(payment, rowVersion);
      if (!from.includes(payment.state)) throw problem.of('wrong-state', { sentence: 'payment-wrong-state' });
      await take(tx, payment);
      return orNotFound(await find(ctx, tx, id));
    });
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const { payment, parts } = error;
    await ctx.transaction(async (tx) => {
      if ((await lock(tx, ctx, id)).rowVersion !== payment.rowVersion) return;
      await repository.replaceParts(tx, payment, parts);
      await repository.setState(tx, payment, payment.state, {}, by(ctx));
      await note(tx, ctx, payment, 'changed', { transferCount: parts.length });
    });
    throw problem.of('wrong-state', { sentence: 'payment-changed' });
  }
}

async function lock(tx: Tx, ctx: Context, id: string): Promise<StoredPayment> {
  const { companyId } = orNotFound(await repository.findById(tx, ctx.scope, id));
  await lockByKey(tx, advisoryLocks.payments(companyId));
  await lockRow(tx, 'payment_files', { companyId, id });
  return orNotFound(await repository.findById(tx, ctx.scope, id));
}

const by = ({ caller, now }: Context) => ({ userId: caller.userId, name: caller.name, at: now() });

async function note(
  tx: Tx,
  ctx: Context,
  { companyId, id }: repository.PaymentKey,
  verb: string,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordChange(tx, ctx, { entity: payments.permission, entityId: id, companyId, verb, after });
  await ctx.events.publish(tx, { resource: payments.path, companyId, id });
  await ctx.events.publish(tx, { resource: invoices.path, companyId });
}
