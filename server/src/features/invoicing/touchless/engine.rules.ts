import type { RuleContent, RuleKind, TouchStop } from '#contract/invoicing/touchless.ts';

/** A rule that is on. */
export interface Rule {
  readonly id: string;
  readonly number: number;
  readonly version: number;
  readonly kind: RuleKind;
  readonly creditorId: string | null;
  readonly content: RuleContent;
}

/** What a rule decided for a creditor in this month. */
export interface DecidedThisMonth {
  readonly ruleId: string;
  readonly count: number;
  readonly totalInCents: number;
}

/** What the rules know of an invoice. */
export interface RuleFacts {
  readonly creditorId: string | null;
  readonly isDuplicate: boolean;
  /** The file holds one invoice, and it is addressed to the company. */
  readonly isOneOfOurs: boolean;
  /** The least confidence of the values that make the invoice; null without any. */
  readonly confidence: number | null;
  /** Invoices of the creditor that a person confirmed. */
  readonly confirmed: number;
  /** Of those with the same account; null: a person confirmed or imported the account itself. -1 without an account. */
  readonly accountSeen: number | null;
  readonly hasWarning: boolean;
  readonly totalInCents: number;
  readonly currency: string;
  readonly decided: readonly DecidedThisMonth[];
}

/** What a rule that approves asks besides. */
export interface ApprovalFacts {
  /** The least share of the suggested places of its lines; null where a line has none, or it cannot be approved. */
  readonly bookingShare: number | null;
  /** On how many bookings of before the suggestion of each line rests at least. */
  readonly bookingsSeen: number;
  /** The flow names people, or four eyes are asked for. */
  readonly asksPeople: boolean;
}

/** What the rules made of an invoice. */
export interface Decided {
  readonly validation: Rule | null;
  readonly approval: Rule | null;
  /** The first reason why a person is needed; null where none is. */
  readonly stop: TouchStop | null;
}

type Check = (rule: RuleContent, facts: RuleFacts, id: string) => boolean;

// In this order, so that an invoice has one reason.
const checks: readonly (readonly [TouchStop, Check])[] = [
  ['duplicate', (_rule, { isDuplicate }) => !isDuplicate],
  ['confidence', ({ confidence }, facts) => facts.confidence !== null && facts.confidence >= confidence],
  ['creditor', ({ confirmed }, facts) => facts.creditorId !== null && facts.confirmed >= confirmed],
  ['iban', ({ confirmed }, { accountSeen }) => accountSeen === null || accountSeen >= confirmed],
  ['warning', (_rule, { hasWarning, isOneOfOurs }) => !hasWarning && isOneOfOurs],
  ['amount', ({ upTo }, { totalInCents, currency }) => currency === 'EUR' && Math.abs(totalInCents) <= upTo],
  ['month', fitsMonth],
];

// A maximum per creditor and month stops splitting.
function fitsMonth(
  { maxCount, maxTotal }: RuleContent,
  { decided, totalInCents }: RuleFacts,
  id: string,
): boolean {
  const before = decided.find(({ ruleId }) => ruleId === id);
  return (before?.count ?? 0) < maxCount && (before?.totalInCents ?? 0) + Math.abs(totalInCents) <= maxTotal;
}

/** The first reason why a rule does not decide; undefined where it does. */
function stopOf({ id, content }: Rule, facts: RuleFacts): TouchStop | undefined {
  return checks.find(([, holds]) => !holds(content, facts, id))?.[0];
}

interface Judged {
  readonly rule: Rule | null;
  readonly stop: TouchStop | null;
}

/** The first rule that holds; else the reason of the one that came furthest. */
function firstThatHolds(rules: readonly Rule[], facts: RuleFacts): Judged {
  const order = checks.map(([stop]) => stop);
  let furthest: TouchStop | null = null;
  for (const rule of rules) {
    const stop = stopOf(rule, facts);
    if (stop === undefined) return { rule, stop: null };
    if (furthest === null || order.indexOf(stop) > order.indexOf(furthest)) furthest = stop;
  }
  return { rule: null, stop: furthest };
}

/** The rule of a supplier that is automatic: its verdicts earned it, and one that is not clean ends it. */
export function supplierRule(
  rules: readonly Rule[],
  facts: Pick<RuleFacts, 'creditorId' | 'isOneOfOurs'>,
): Rule | undefined {
  if (!facts.isOneOfOurs || facts.creditorId === null) return undefined;
  return rules.find(({ kind, creditorId }) => kind === 'supplier' && creditorId === facts.creditorId);
}

/**
 * What the rules that are on make of an invoice (§C16): who passes its values, and who approves it. Approving is looked at
 * only where its values were passed; people whom a flow names, and four eyes, outrank rules.
 *
 * @param rules in the order of their numbers
 * @param approvalFacts asked only where they count
 */
export async function decide(
  rules: readonly Rule[],
  facts: RuleFacts,
  approvalFacts: () => Promise<ApprovalFacts>,
): Promise<Decided> {
  const of = (kind: RuleKind) => rules.filter((rule) => rule.kind === kind);
  const own = supplierRule(rules, facts);
  const passed: Judged = own ? { rule: own, stop: null } : firstThatHolds(of('validation'), facts);
  if (passed.rule === null) return { validation: null, approval: null, stop: passed.stop ?? 'off' };
  const validation = passed.rule;
  const approving = of('approval');
  if (approving.length === 0) return { validation, approval: null, stop: 'no-approval' };
  const fitting = approving.filter((rule) => stopOf(rule, facts) === undefined);
  if (fitting.length === 0)
    return { validation, approval: null, stop: firstThatHolds(approving, facts).stop };
  const { bookingShare, bookingsSeen, asksPeople } = await approvalFacts();
  const rule = fitting.find(
    ({ content }) =>
      bookingShare !== null && bookingShare >= content.bookingShare && bookingsSeen >= content.confirmed,
  );
  if (!rule) return { validation, approval: null, stop: 'booking' };
  if (asksPeople) return { validation, approval: null, stop: 'approver' };
  return { validation, approval: rule, stop: null };
}

/** Whether a decision is drawn for a check: one in so many, by the invoice's id, of which the end is random. */
export function isDrawn(invoiceId: string, every: number): boolean {
  return Number.parseInt(invoiceId.replaceAll('-', '').slice(-12), 16) % every === 0;
}
