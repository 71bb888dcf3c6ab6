import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { dayOfInstant } from '#contract/dates.ts';
import type { OfferState } from '#contract/workorders/offers.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recordChange, type Writer } from '#server/platform/db/history.ts';
import { snakeValues } from '#server/platform/db/snake-case.ts';
import { attachFixed } from '#server/features/annotations/index.ts';
import { orNotFound } from '#server/platform/http/problem.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { acceptanceName, drawAcceptance, type Parties } from '../offers/acceptance.pdf.ts';
import { type AnswerMail, offerAnsweredJob } from '../offers/answered.job.ts';
import { hashOfToken } from '../offers/offer-links.ts';
import * as linkStore from '../offers/offer-links.repository.ts';
import * as offeredOrders from '../offers/offered-order.repository.ts';
import * as repository from '../offers/offers.repository.ts';
import { isOpen, nameOfLine, stateOf } from '../offers/offers.rules.ts';
import { auditOffer } from '../offers/offers.service.ts';
import { findSettings, type StoredSettings } from '../offers/settings.repository.ts';
import { workOrderOwner } from '../work-orders/owner.ts';
import { indexOrder } from '../work-orders/search.repository.ts';
import { referenceOf, statusAfterAcceptedOffer } from '../work-orders/work-orders.rules.ts';

type Deps = Pick<Services, 'db' | 'jobs' | 'events' | 'files' | 'now'>;

/** What a customer may see by their link. */
export interface ShownOffer {
  readonly offer: repository.StoredOffer;
  readonly state: OfferState;
  readonly settings: StoredSettings;
  /** The relation that it is for; empty without any. */
  readonly relationName: string;
  /** The e-mail address that the link was sent to. */
  readonly email: string;
}

/**
 * The version behind a link, or null when the link is dead: unknown token, past the validity date, withdrawn, replaced,
 * order or company deleted. An answered version can be read until its validity date. Opening it changes nothing.
 */
export async function openOffer({ db, now }: Deps, token: string): Promise<ShownOffer | null> {
  const tokenHash = hashOfToken(token);
  const link = tokenHash === undefined ? undefined : await linkStore.findLink(db, tokenHash);
  const offer = link && (await repository.findAny(db, link));
  const settings = offer && (await findSettings(db, offer.companyId));
  if (!link || !offer || !settings) return null;
  const today = dayOfInstant(now());
  const state = stateOf(offer, today);
  if (!isShown(offer, state, today)) return null;
  const relation = await offeredOrders.relationOf(db, offer.companyId, offer.relationId);
  return { offer, state, settings, relationName: relation?.name ?? '', email: link.email };
}

function isShown({ validUntil }: repository.StoredOffer, state: OfferState, today: string): boolean {
  return validUntil >= today && (isOpen(state) || state === 'accepted' || state === 'declined');
}

const text = z.string().trim();
const wellFormed = (max: number, message: string) =>
  text
    .transform((value) => value.toWellFormed().replaceAll(/\p{Cc}/gu, ' '))
    .pipe(z.string().min(1, message).max(max, 'tooLong'));

const position = z.coerce.number().int().min(0).max(1000);

/** The form that accepts an offer with these lines; messages are names of texts. Of alternatives one must be chosen. */
export const acceptForm = (lines: readonly repository.StoredLine[]) =>
  z.object({
    name: wellFormed(200, 'nameRequired'),
    confirm: z.literal('yes', 'confirmRequired'),
    option: z.array(position).catch([]),
    choice: z
      .array(z.object({ group: z.coerce.number(), position }))
      .catch([])
      .transform((choices) => choices.filter((one) => lines[one.position]?.choice === one.group))
      .refine((choices) => isOneOfEach(choices, lines), 'choiceRequired'),
  });

function isOneOfEach(
  choices: readonly { readonly group: number }[],
  lines: readonly repository.StoredLine[],
) {
  const groups = new Set(lines.flatMap(({ choice }) => choice ?? []));
  return choices.length === groups.size && new Set(choices.map(({ group }) => group)).size === groups.size;
}

/** The form that declines an offer. */
export const declineForm = z.object({
  name: wellFormed(200, 'nameRequired'),
  reason: wellFormed(2000, 'reasonRequired'),
});

/** An answer of the customer. */
export type GivenAnswer =
  | {
      readonly kind: 'accepted';
      readonly name: string;
      readonly option: readonly number[];
      readonly choice: readonly { readonly position: number }[];
    }
  | { readonly kind: 'declined'; readonly name: string; readonly reason: string };

/**
 * Takes the customer's answer: who, when, from where; the version is final, and an accepted order moves
 * to the Design phase unless it is further. A second answer changes nothing. False if the link stopped working meanwhile.
 */
export async function answerOffer(
  deps: Deps,
  { offer: { companyId, id }, email, settings, relationName }: ShownOffer,
  given: GivenAnswer,
  from: string,
): Promise<boolean> {
  const { db, now } = deps;
  return inTransaction(db, async (tx) => {
    const offer = await repository.findAny(tx, { companyId, id }, { isLocked: true });
    if (!offer) return false;
    const state = stateOf(offer, dayOfInstant(now()));
    if (offer.answer !== null) return true;
    if (!isOpen(state)) return false;
    const at = now().toISOString();
    const reason = given.kind === 'declined' ? given.reason : '';
    await repository.markAnswered(tx, offer, {
      answer: given.kind,
      at,
      name: given.name,
      from,
      email,
      reason,
    });
    const by = { ...deps, caller: { userId: null, name: given.name } };
    const verb = given.kind === 'accepted' ? 'accept-offer' : 'decline-offer';
    const facts = { offer: offer.name, pdfSha256: offer.pdfSha256, from };
    if (given.kind === 'accepted') {
      const accepted = await acceptOffer(tx, by, offer, given, {
        company: settings.name,
        relation: relationName,
      });
      await auditOffer(tx, by, offer, verb, { ...facts, ...accepted });
    } else await auditOffer(tx, by, offer, verb, { ...facts, reason });
    const mails: AnswerMail['to'][] = given.kind === 'accepted' ? ['customer', 'provider'] : ['provider'];
    for (const to of mails) await deps.jobs.send(tx, offerAnsweredJob, { companyId, offerId: id, to });
    return true;
  });
}

type Customer = Deps & Writer;

/** Marks the lines, moves the order on, and attaches the proof; gives what the history tells of it. */
async function acceptOffer(
  tx: Tx,
  customer: Customer,
  offer: repository.StoredOffer,
  { option, choice }: Extract<GivenAnswer, { kind: 'accepted' }>,
  parties: Parties,
) {
  const { companyId, workOrderId: entityId } = offer;
  const options = option.filter((index) => offer.lines[index]?.isOptional);
  await repository.acceptLines(tx, offer, [...options, ...choice.map((one) => one.position)]);
  await moveOn(tx, customer, offer);
  const accepted = orNotFound(await repository.findAny(tx, offer));
  const bytes = await drawAcceptance(accepted, parties, customer.now());
  const sha256 = await customer.files.put(bytes);
  const file = { name: acceptanceName(accepted), sha256, mime: 'application/pdf', bytes: bytes.byteLength };
  await attachFixed(tx, customer, { kind: workOrderOwner, entityId, companyId }, file);
  const namesOf = (isWanted: boolean) =>
    accepted.lines
      .filter(({ isAccepted }) => isAccepted === isWanted)
      .map(nameOfLine)
      .join(', ');
  const refused = namesOf(false);
  return { accepted: namesOf(true), ...(refused === '' ? {} : { notChosen: refused }) };
}

/** Moves the order to design (see `statusAfterAcceptedOffer`); a reference made of its lines names those that are wanted. */
async function moveOn(tx: Tx, customer: Customer, offer: repository.StoredOffer): Promise<void> {
  const { companyId, workOrderId: id } = offer;
  const lines = await offeredOrders.orderLinesOf(tx, { companyId, id });
  const before = {
    status: offer.orderStatus,
    reference: offer.reference,
    discountPercentage: offer.orderDiscount,
  };
  const wanted = lines.filter(({ isAccepted }) => isAccepted !== false);
  const after = {
    status: statusAfterAcceptedOffer(before.status),
    reference: before.reference === referenceOf(lines) ? referenceOf(wanted) : before.reference,
    discountPercentage: offer.discountRate === 0 ? null : offer.discountRate / 100,
  };
  if (isDeepStrictEqual(after, before)) return;
  await offeredOrders.changeOrder(
    tx,
    { companyId, id, status: before.status },
    { ...snakeValues(after), updated_at: customer.now().toISOString() },
  );
  if (after.reference !== before.reference) await indexOrder(tx, companyId, id);
  const entity = workOrders.permission;
  await recordChange(tx, customer, { entity, entityId: id, companyId, verb: 'update', before, after });
}
