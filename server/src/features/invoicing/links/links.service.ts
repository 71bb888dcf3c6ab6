import { invoices } from '#contract/invoicing/invoices.ts';
import type { Language } from '#contract/problem.ts';
import { createCallerLoader, findPerson, type Person } from '#server/features/core/index.ts';
import { mustHaveFactor } from '#server/features/identity/index.ts';
import { type Context, createContext, type Services } from '#server/platform/context.ts';
import { newId } from '#server/platform/db/ids.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { problem } from '#server/platform/http/problem.ts';
import { approveInvoice, undoDecision } from '../approval/approval.service.ts';
import { mayApprove } from '../flows/assign-flow.ts';
import { findInvoice, type Invoice } from '../invoices/invoices.service.ts';
import { keyOfToken, tokenOf } from './link-token.ts';
import { changesOf, expiryOf, isUnchanged, type LinkChange } from './links.rules.ts';
import * as repository from './links.repository.ts';
import { linkMailJob } from './link-mail.job.ts';

/** Why a link decides nothing; `open` is the one that does. */
export type LinkState =
  | { readonly kind: 'open' }
  | { readonly kind: 'used'; readonly verb: string; readonly at: string; readonly isFresh: boolean }
  | { readonly kind: 'changed'; readonly changes: readonly LinkChange[] }
  | { readonly kind: 'expired' | 'other-person' | 'right-lost' | 'second-factor' | 'stopped' };

/** A link as its page shows it. */
export interface OpenedLink {
  readonly link: repository.StoredLink;
  readonly token: string;
  readonly person: { readonly name: string; readonly email: string; readonly language: Language };
  /** Null once the person may not see it any more. */
  readonly invoice: Invoice | null;
  readonly state: LinkState;
}

/** As long as a decision may be taken back. */
const freshMs = 10_000;

/** What a link leads to; opening it uses nothing up. Undefined for an address that is none of ours. */
export async function openLink(
  services: Services,
  token: string,
  signedInAs: string | undefined,
): Promise<OpenedLink | undefined> {
  const key = keyOfToken(services.secretKey, token);
  const link = key && (await repository.findLink(services.db, key));
  const person = link && (await findPerson(services.db, { id: link.userId }));
  if (!link || !person) return undefined;
  const mayDecide = await mayApprove(services.db, link.companyId, link.userId);
  const ctx = mayDecide ? await contextOf(services, link) : undefined;
  const invoice = ctx ? await findInvoice(ctx, link.invoiceId) : null;
  return {
    link,
    token,
    person: {
      name: `${person.first_name} ${person.last_name}`.trim(),
      email: person.email,
      language: person.language ?? 'nl',
    },
    invoice,
    state: await stateOf(services, link, {
      signedInAs,
      isReadable: invoice !== null,
      needsFactor: needsFactor(person, services.now()),
    }),
  };
}

async function stateOf(
  { db, now }: Services,
  link: repository.StoredLink,
  {
    signedInAs,
    isReadable,
    needsFactor,
  }: {
    readonly signedInAs: string | undefined;
    readonly isReadable: boolean;
    readonly needsFactor: boolean;
  },
): Promise<LinkState> {
  if (signedInAs !== undefined && signedInAs !== link.userId) return { kind: 'other-person' };
  if (link.usedAt !== null) {
    const isFresh = link.usedVerb !== 'undone' && now().getTime() - Date.parse(link.usedAt) <= freshMs;
    return { kind: 'used', verb: link.usedVerb ?? '', at: link.usedAt, isFresh };
  }
  if (now().getTime() > Date.parse(link.expiresAt)) return { kind: 'expired' };
  if (!isReadable) return { kind: 'right-lost' };
  if (needsFactor) return { kind: 'second-factor' };
  const facts = await repository.factsOf(db, link);
  if (!facts || !isUnchanged(link.facts, facts))
    return { kind: 'changed', changes: facts ? changesOf(link.facts, facts) : [] };
  return (await repository.hasOpenStop(db, link)) ? { kind: 'stopped' } : { kind: 'open' };
}

// A link is one factor: whoever has the mail has it.
function needsFactor({ second_factor_from: secondFactorFrom }: Person, now: Date): boolean {
  return mustHaveFactor({ secondFactorFrom }, now);
}

/** Decides by a link, once: everything that closes it is looked at again under the lock of the invoice. */
export async function decideByLink(
  services: Services,
  { link }: OpenedLink,
  command: { readonly approve: boolean; readonly comments?: string },
): Promise<void> {
  const ctx = await contextOf(services, link);
  await approveInvoice(ctx, link.invoiceId, command, {
    async before(tx) {
      const facts = await repository.factsOf(tx, link);
      if (!facts || !isUnchanged(link.facts, facts))
        throw problem.of('wrong-state', { sentence: 'link-changed' });
      if (services.now().getTime() > Date.parse(link.expiresAt))
        throw problem.of('wrong-state', { sentence: 'link-expired' });
      const person = await findPerson(tx, { id: link.userId });
      if (!person || needsFactor(person, services.now()))
        throw problem.of('wrong-state', { sentence: 'link-second-factor' });
      const verb = command.approve ? 'approve' : 'reject';
      if (!(await repository.claimLink(tx, link, verb, services.now())))
        throw problem.of('wrong-state', { sentence: 'link-used' });
    },
  });
}

/** Takes back what a link decided, within its seconds; the link stays used. */
export async function undoByLink(services: Services, { link, state }: OpenedLink): Promise<void> {
  if (state.kind !== 'used') throw problem.of('wrong-state', { sentence: 'invoice-nothing-to-undo' });
  const ctx = await contextOf(services, link);
  await undoDecision(ctx, link.invoiceId, { before: (tx) => repository.noteUndone(tx, link) });
}

/** Mails a new link to the person of an old one, if it still is their turn; says nothing about whether it is. */
export async function renewLink(services: Services, { link }: OpenedLink): Promise<void> {
  if (!(await mayApprove(services.db, link.companyId, link.userId))) return;
  if (!(await repository.hasTurn(services.db, link))) return;
  await sendLink(services, link);
}

/** Makes a link for a person and an invoice as it is now, and queues its mail. */
export async function sendLink(
  { db, jobs, now }: Pick<Services, 'db' | 'jobs' | 'now'>,
  { companyId, invoiceId, userId }: Pick<repository.StoredLink, 'companyId' | 'invoiceId' | 'userId'>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const facts = await repository.factsOf(tx, { companyId, invoiceId });
    if (!facts) return;
    const at = now();
    const id = newId(at.getTime());
    await repository.insertLink(tx, { companyId, id, invoiceId, userId, facts, expiresAt: expiryOf(at) }, at);
    await jobs.send(tx, linkMailJob, { companyId, linkId: id }, { key: id });
  });
}

/** The address of a link below its host. */
export function linkPath(secretKey: Uint8Array, key: { readonly companyId: string; readonly id: string }) {
  return `/approve/${tokenOf(secretKey, key)}`;
}

// As if the person of the link called: with their rights as they are now.
async function contextOf(services: Services, { userId }: repository.StoredLink): Promise<Context> {
  const caller = await createCallerLoader(services.db).load(userId);
  return createContext(services, caller, `${invoices.permission}.approve`, {
    language: 'nl',
    requestId: 'approval-link',
  });
}
