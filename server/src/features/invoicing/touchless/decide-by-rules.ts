import { formatMoney } from '#contract/money.ts';
import { setSkipsValidation } from '#server/features/documents/index.ts';
import type { Services } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Writer } from '#server/platform/db/history.ts';
import { readBooks } from '../booking/books.repository.ts';
import { listLines } from '../booking/booking.repository.ts';
import { listEvidence } from '../booking/suggestions.repository.ts';
import { suggestPlace } from '../booking/suggestions.rules.ts';
import { findBookingStanding } from '../approval/approval.repository.ts';
import { findInUse, factsOf as flowFactsOf } from '../flows/flows.repository.ts';
import { asksFourEyes } from '../flows/flow.rules.ts';
import { auditInvoice } from '../invoices/invoices.audit.ts';
import texts from '../locales/export.nl.json' with { type: 'json' };
import { type ApprovalFacts, decide, isDrawn, type Rule, supplierRule } from './engine.rules.ts';
import * as repository from './results.repository.ts';

type Deciding = Writer & Pick<Services, 'events'>;

/** What people read of who decided (§C16). */
export function ruleName({ number, version }: Pick<Rule, 'number' | 'version'>): string {
  return `${texts.rule} ${number}, ${texts.version} ${version}`;
}

/**
 * Tries the company's rules on an invoice that just came in, with its warnings, its booking and its flow. Under the lock of
 * the company's creation, so that the maximum of a month holds.
 */
export async function decideByRules(tx: Tx, who: Deciding, key: repository.InvoiceKey): Promise<void> {
  const rules = await repository.listOn(tx, key.companyId);
  if (rules.length === 0) return;
  const facts = await repository.factsOf(tx, key, who.now());
  if (!facts) return;
  let booking: BookingEvidence = noBooking;
  const decided = await decide(rules, facts, async () => {
    booking = await bookingEvidenceOf(tx, key, facts);
    return { ...booking, asksPeople: await asksPeople(tx, key) };
  });
  const { validation, approval, stop } = decided;
  const isByRule = [validation, approval].some((rule) => rule !== null && rule.kind !== 'supplier');
  const isSample = isByRule && isDrawn(key.id, await repository.sampleEvery(tx, key.companyId));
  const { confidence, confirmed, accountSeen, creditorId } = facts;
  const evidence = { confidence, confirmed, accountSeen, bookingShare: booking.bookingShare };
  await repository.insertResult(tx, key, decided, { at: who.now(), creditorId, evidence, isSample });
  if (validation) {
    await setSkipsValidation(tx, { companyId: key.companyId, documentId: facts.documentId }, true);
    await note(tx, who, key, validation, 'pass-by-rule', evidence);
  }
  if (approval && stop === null) {
    await repository.approve(tx, key, ruleName(approval), who.now());
    await note(tx, who, key, approval, 'approve-by-rule', {
      ...evidence,
      total: formatMoney(facts.totalInCents, facts.currency, 'nl'),
    });
  }
}

async function note(
  tx: Tx,
  { now, events }: Deciding,
  key: repository.InvoiceKey,
  rule: Rule,
  verb: string,
  evidence: Readonly<Record<string, unknown>>,
): Promise<void> {
  const caller = { userId: null, name: ruleName(rule) };
  const after = verb === 'approve-by-rule' ? { statusValue: 'ReadyForProcessing', ...evidence } : evidence;
  const before = verb === 'approve-by-rule' ? { statusValue: 'Concept' } : {};
  await auditInvoice(tx, { caller, now, events }, key, { verb, before, after });
}

/** The document of a supplier that is automatic skips validation also after its values or its supplier changed. */
export async function decideSupplierAgain(tx: Tx, key: repository.InvoiceKey, now: Date): Promise<void> {
  const facts = await repository.factsOf(tx, key, now);
  if (!facts) return;
  const rule = supplierRule(await repository.listOn(tx, key.companyId), facts);
  await setSkipsValidation(
    tx,
    { companyId: key.companyId, documentId: facts.documentId },
    rule !== undefined,
  );
}

type BookingEvidence = Pick<ApprovalFacts, 'bookingShare' | 'bookingsSeen'>;
const noBooking: BookingEvidence = { bookingShare: null, bookingsSeen: 0 };

// How sure the places of all cost lines are by what was booked before: nothing where one has none, or has another.
async function bookingEvidenceOf(
  tx: Tx,
  key: repository.InvoiceKey,
  { creditorId, administrationId, invoiceDate }: repository.StoredFacts,
): Promise<BookingEvidence> {
  const { imbalance, hasDifference, lacksAccount } = await findBookingStanding(tx, key);
  if (imbalance !== 0 || hasDifference || lacksAccount) return noBooking;
  const { chart } = await readBooks(tx, key.companyId, administrationId, invoiceDate);
  const which = { companyId: key.companyId, administrationId, creditorId, invoiceId: key.id };
  const evidence = await listEvidence(tx, which);
  const costs = (await listLines(tx, key)).filter(({ kind }) => kind === 'costs');
  const known = costs.flatMap(({ description, ledger, costcenter }) => {
    const found = suggestPlace(evidence, description, chart);
    const isSame = found?.what.account === ledger.number && found.what.costcenter === costcenter;
    return found && isSame ? [found] : [];
  });
  if (costs.length === 0 || known.length < costs.length) return noBooking;
  return {
    bookingShare: Math.min(...known.map(({ share }) => share)),
    bookingsSeen: Math.min(...known.map(({ of }) => of)),
  };
}

async function asksPeople(tx: Tx, key: repository.InvoiceKey): Promise<boolean> {
  if (await repository.hasTurns(tx, key)) return true;
  const flow = await findInUse(tx, key.companyId);
  return flow !== undefined && asksFourEyes(flow.content, await flowFactsOf(tx, key));
}
