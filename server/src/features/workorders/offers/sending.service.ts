import type { z } from 'zod';
import { dayOfInstant } from '#contract/dates.ts';
import type { offerMessage, sendOffer as sendBody, sentOffer } from '#contract/workorders/offers.ts';
import { countUse } from '#server/features/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { claimMail, type RequestMail, sendOnce } from '#server/platform/mail/request-mails.ts';
import { orNotFound, problem } from '#server/platform/http/problem.ts';
import { hashOfToken, newToken, offerUrl } from './offer-links.ts';
import { coveringMail, offerMail } from './offer-mails.ts';
import * as linkStore from './offer-links.repository.ts';
import * as offeredOrders from './offered-order.repository.ts';
import * as repository from './offers.repository.ts';
import { assertOpen, asOffer, auditOffer, lockOpen } from './offers.service.ts';
import { findSettings } from './settings.repository.ts';

const minute = 60_000;
// Nobody's mailbox may be flooded.
const perVersion = {
  allowed: 20,
  firstLockMs: 10 * minute,
  longestMs: 60 * minute,
  forgetAfterMs: 60 * minute,
};

/** What the mail of a version starts from. */
export async function messageOf(
  ctx: Context,
  orderId: string,
  id: string,
): Promise<z.input<typeof offerMessage>> {
  const offer = orNotFound(await repository.findById(ctx.db, ctx, orderId, id));
  const settings = orNotFound(await findSettings(ctx.db, offer.companyId));
  const people = await offeredOrders.peopleOf(ctx.db, { companyId: offer.companyId, id: offer.workOrderId });
  const relation = await offeredOrders.relationOf(ctx.db, offer.companyId, offer.relationId);
  const by = { company: settings.name, sender: ctx.caller.name, recipient: people[0]?.name };
  const candidates = [...people, ...(relation ? [{ name: relation.name, email: relation.email }] : [])];
  const recipients = new Map<string, { readonly name: string; readonly email: string }>();
  for (const { name, email } of candidates)
    if (email !== '' && !recipients.has(email)) recipients.set(email, { name, email });
  return { recipients: [...recipients.values()], ...coveringMail(offer, by), goesByMail: ctx.mail !== null };
}

interface Link {
  readonly email: string;
  readonly url: string;
  readonly tokenHash: string;
  readonly claim: RequestMail;
}

/**
 * Mails a version with a link for each recipient. Links are stored before the mails go out, so that no lock is held
 * while the mail server is used; a retry has the same links, and mails nobody twice (decision 0114). Without mail the
 * caller gets the link, once.
 */
export async function sendOffer(
  ctx: Context,
  key: { readonly orderId: string; readonly id: string },
  body: z.output<typeof sendBody>,
  origin: string,
): Promise<z.input<typeof sentOffer>> {
  const offer = await ctx.transaction((tx) => lockOpen(tx, ctx, key.orderId, key.id));
  const use = await ctx.once(() => countUse(ctx.db, ['offer-mail', offer.id], perVersion, ctx.now()));
  if (!use.isAllowed)
    throw problem.of('too-many-requests', {
      retryAfterSeconds: Math.max(1, Math.ceil((use.lockedUntil - ctx.now().getTime()) / 1000)),
    });
  const links = await ctx.transaction((tx) => makeLinks(tx, ctx, offer, body.to, origin));
  const failed = ctx.mail ? await mailAll(ctx, offer, body, links) : [];
  if (failed.length === links.length) throw problem.of('unavailable', { sentence: 'mail-not-sent' });
  const reached = links.filter((link) => !failed.includes(link)).map(({ email }) => email);
  const result = await ctx.transaction(async (tx) => {
    const locked = orNotFound(await repository.findAny(tx, offer, { isLocked: true }));
    // If it was withdrawn while the mail went out, the mailed links no longer work, and the caller gets an error.
    assertOpen(locked, dayOfInstant(ctx.now()));
    await linkStore.removeLinks(
      tx,
      offer.companyId,
      failed.map(({ tokenHash }) => tokenHash),
    );
    await repository.markSent(tx, ctx, offer, reached);
    const after = orNotFound(await repository.findAny(tx, offer));
    await auditOffer(tx, ctx, after, 'send-offer', { offer: after.name, to: reached.join(', ') });
    return asOffer(ctx, after);
  });
  return {
    result,
    failed: failed.map(({ email }) => email),
    link: ctx.mail ? null : (links[0]?.url ?? null),
  };
}

async function makeLinks(
  tx: Tx,
  ctx: Context,
  offer: repository.StoredOffer,
  to: readonly string[],
  origin: string,
): Promise<Link[]> {
  const links: Link[] = [];
  for (const email of new Set(to)) {
    const token = newToken();
    links.push({
      email,
      url: offerUrl(token, origin),
      tokenHash: hashOfToken(token) ?? '',
      claim: await claimMail(tx, ctx, offer.companyId),
    });
  }
  const createdAt = ctx.now().toISOString();
  await linkStore.insertLinks(
    tx,
    offer,
    links.map(({ email, tokenHash }) => ({ email, tokenHash, createdAt })),
  );
  return links;
}

async function mailAll(
  ctx: Context,
  offer: repository.StoredOffer,
  { subject, text }: z.output<typeof sendBody>,
  links: readonly Link[],
): Promise<Link[]> {
  const pdf = orNotFound(await ctx.files.get(offer.pdfSha256));
  const { name: fromName } = orNotFound(await findSettings(ctx.db, offer.companyId));
  const failed: Link[] = [];
  for (const link of links) {
    const letter = offerMail(offer, { subject, text, url: link.url, pdf, replyTo: ctx.caller.email });
    if (!(await sendOnce(ctx, link.claim, { to: link.email, fromName, ...letter }))) failed.push(link);
  }
  return failed;
}
