import type { z } from 'zod';
import { addDays, dayOfInstant } from '#contract/dates.ts';
import type { FieldCode, Language } from '#contract/problem.ts';
import type { CreateBody } from '#contract/resource.ts';
import { type offerCompose, type offers } from '#contract/workorders/offers.ts';
import type { VatKind } from '#contract/workorders/vat.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/database.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import type { OfferDraft } from './offer.pdf.ts';
import type { OfferedOrder } from './offered-order.repository.ts';
import * as offeredOrders from './offered-order.repository.ts';
import * as repository from './offers.repository.ts';
import { choicesOf, offerName, rateOn, specificationOf } from './offers.rules.ts';
import { findSettings } from './settings.repository.ts';
import { letterheadOf, missingOf } from './settings.service.ts';

type Body = CreateBody<typeof offers>;

const maxDaysAhead = 366;

/** An offer ready to be rendered and stored: the draft of its PDF, and its lines with their order lines. */
export interface ComposedOffer {
  readonly draft: OfferDraft;
  readonly count: number;
  readonly lines: readonly Omit<repository.StoredLine, 'isAccepted'>[];
}

/** The language of the first offer to a relation: Dutch, except for businesses abroad. */
function firstLanguage(vatId: string): Language {
  return vatId === '' || /^(NL|BE)/.test(vatId) ? 'nl' : 'en';
}

async function defaultsOf(db: Db, ctx: Context, order: OfferedOrder) {
  const settings = orNotFound(await findSettings(db, order.companyId));
  const relation = await offeredOrders.relationOf(db, order.companyId, order.relationId);
  const last = await offeredOrders.lastLanguage(db, order.companyId, order.relationId);
  const language = last ?? firstLanguage(relation?.vatId ?? '');
  const today = dayOfInstant(ctx.now());
  const { administrationId } = order;
  const rateOf = (vat: VatKind) => rateOn(settings, vat, { administrationId, day: today });
  return { settings, relation, language, today, rateOf, validUntil: addDays(today, settings.validDays) };
}

/** The initial values of the screen that creates an offer. */
export async function composeDefaults(
  ctx: Context,
  order: OfferedOrder,
): Promise<z.input<typeof offerCompose>> {
  const { settings, language, validUntil, rateOf } = await defaultsOf(ctx.db, ctx, order);
  const standardRate = rateOf('standard');
  const lines = await offeredOrders.orderLinesOf(ctx.db, order);
  return {
    workOrderId: order.id,
    name: offerName(order.yearNumber, await repository.nextCount(ctx.db, order)),
    language,
    validUntil,
    vatPercentage: standardRate / 100,
    lines: lines.map((line) => ({
      orderLineId: line.id,
      description: line.description,
      specification: specificationOf(line, language),
      specifications: { nl: specificationOf(line, 'nl'), en: specificationOf(line, 'en') },
      salesAmount: line.salesAmount,
      vat: line.vat,
      vatPercentage: rateOf(line.vat) / 100,
    })),
    missing: missingOf(await letterheadOf(ctx, settings)),
  };
}

/** What an offer is composed for. */
interface Purpose {
  readonly isConcept: boolean;
  /** The field by which the client gave the lines: the call of product 2.7 has a name of its own. */
  readonly linesField?: string;
}

/** Validates an offer and collects its contents. */
export async function compose(
  db: Db,
  ctx: Context,
  order: OfferedOrder,
  body: Body,
  { isConcept, linesField = 'lines' }: Purpose,
): Promise<ComposedOffer> {
  const { settings, relation, today, rateOf, ...defaults } = await defaultsOf(db, ctx, order);
  const language = body.language ?? defaults.language;
  const validUntil = body.validUntil ?? defaults.validUntil;
  const present = new Map((await offeredOrders.orderLinesOf(db, order)).map((line) => [line.id, line]));
  assertOfferable(body, { validUntil, today, linesField, isKnown: (id) => present.has(id) });
  const lines = body.lines.flatMap(({ orderLineId, isOptional, choice }) => {
    const line = present.get(orderLineId);
    if (!line) return [];
    const { description, salesAmount, vat } = line;
    const specification = specificationOf(line, language);
    const vatRate = rateOf(vat);
    return [{ orderLineId, description, salesAmount, vat, vatRate, isOptional, choice, specification }];
  });
  const count = await repository.nextCount(db, order);
  const [contact] = await offeredOrders.peopleOf(db, order);
  const draft: OfferDraft = {
    letterhead: await letterheadOf(ctx, settings),
    language,
    number: `${order.yearNumber}-${count}`,
    date: today,
    validUntil,
    reference: order.reference,
    sender: ctx.caller.name,
    recipient: {
      name: relation?.name ?? '',
      contact: contact?.name ?? '',
      street: relation?.street || (relation?.postBox ?? ''),
      zipCode: relation?.zipCode ?? '',
      city: relation?.city ?? '',
    },
    introduction: body.introduction ?? '',
    terms: language === 'nl' ? settings.termsNl : settings.termsEn,
    vatRate: rateOf('standard'),
    discountRate: Math.round((body.discountPercentage ?? 0) * 100),
    lines,
    isConcept,
    now: ctx.now(),
  };
  return { draft, count, lines };
}

function assertOfferable(
  { lines }: Body,
  facts: {
    readonly validUntil: string;
    readonly today: string;
    readonly linesField: string;
    readonly isKnown: (id: string) => boolean;
  },
): void {
  const codes: Record<string, FieldCode[]> = {};
  const ids = lines.map(({ orderLineId }) => orderLineId);
  if (!ids.every(facts.isKnown)) codes[facts.linesField] = ['unknown'];
  else if (new Set(ids).size < ids.length) codes[facts.linesField] = ['repeated'];
  else if (choicesOf(lines).some(([, of]) => of.length < 2 || of.some(({ isOptional }) => isOptional)))
    codes[facts.linesField] = ['single-choice'];
  if (facts.validUntil < facts.today) codes['valid_until'] = ['too-small'];
  if (facts.validUntil > addDays(facts.today, maxDaysAhead)) codes['valid_until'] = ['too-large'];
  if (Object.keys(codes).length > 0) throw problem.validation(codes);
}
