import type { z } from 'zod';
import {
  type FlowCondition,
  type FlowContent,
  type flowDocumentTypes,
  type FlowStep,
  guaranteedPeople,
  type ruleVerdict,
} from '#contract/invoicing/approval-flows.ts';
import type { NewTurn } from '../approval/approval.rules.ts';

/** What a flow asks of an invoice. */
export interface FlowFacts {
  /** Cents including VAT; negative on a credit note. */
  readonly totalInCents: number;
  readonly currency: string;
  /** The creditor, and those that were merged into it. */
  readonly creditorIds: readonly string[];
  readonly administrationId: string | null;
  readonly costcenters: readonly string[];
  readonly ledgers: readonly string[];
}

/** No rules, nobody named, no four eyes: anybody with the right may approve. */
export const emptyFlow: FlowContent = { rules: [], otherwise: [], fourEyes: null };

/** Whether an amount is above a limit: without its sign, and any amount of another currency than EUR is (§C13). */
export function isAbove(
  { totalInCents, currency }: Pick<FlowFacts, 'totalInCents' | 'currency'>,
  limit: number,
) {
  return currency !== 'EUR' || Math.abs(totalInCents) > limit;
}

const documentType = ({ totalInCents }: FlowFacts): (typeof flowDocumentTypes)[number] =>
  totalInCents < 0 ? 'credit-note' : 'invoice';
const anyOf = (wanted: readonly string[], found: readonly string[]) =>
  found.some((one) => wanted.includes(one));

/** Whether one condition of a rule holds for an invoice (§C13). */
export function holds(condition: FlowCondition, facts: FlowFacts): boolean {
  switch (condition.kind) {
    case 'amount':
      return (
        (condition.above === null || isAbove(facts, condition.above)) &&
        (condition.upTo === null || !isAbove(facts, condition.upTo))
      );
    case 'creditor':
      return anyOf(condition.ids, facts.creditorIds);
    case 'administration':
      return facts.administrationId !== null && condition.ids.includes(facts.administrationId);
    case 'costcenter':
      return anyOf(condition.codes, facts.costcenters);
    case 'ledger':
      return anyOf(condition.codes, facts.ledgers);
    case 'document':
      return condition.types.includes(documentType(facts));
  }
}

/** The rule that an invoice follows: its number from 1, or 0 for 'otherwise', and its steps. */
export interface ChosenRule {
  readonly rule: number;
  readonly name: string;
  readonly steps: readonly FlowStep[];
}

// A rule of a draft that has no condition yet holds for nothing.
const allHold = (conditions: readonly FlowCondition[], facts: FlowFacts) =>
  conditions.length > 0 && conditions.every((one) => holds(one, facts));

/** The first rule whose conditions all hold. */
export function chooseRule(content: FlowContent, facts: FlowFacts): ChosenRule {
  const index = content.rules.findIndex(({ conditions }) => allHold(conditions, facts));
  const found = content.rules[index];
  return found
    ? { rule: index + 1, name: found.name, steps: found.steps }
    : { rule: 0, name: '', steps: content.otherwise };
}

/** Why each rule up to the chosen one holds or not, for people who try a flow. */
export function explain(content: FlowContent, facts: FlowFacts): z.output<typeof ruleVerdict>[] {
  const chosen = chooseRule(content, facts).rule;
  const verdicts = content.rules.map(({ name, conditions }, index) => {
    const judged = conditions.map((one) => ({ kind: one.kind, holds: holds(one, facts) }));
    return { rule: index + 1, name, holds: allHold(conditions, facts), conditions: judged };
  });
  return chosen === 0
    ? [...verdicts, { rule: 0, name: '', holds: true, conditions: [] }]
    : verdicts.slice(0, chosen);
}

/** Whether two people have to approve an invoice by this flow. */
export function asksFourEyes({ fourEyes }: FlowContent, facts: Pick<FlowFacts, 'totalInCents' | 'currency'>) {
  return fourEyes !== null && isAbove(facts, fourEyes.above);
}

/**
 * The approval lines of an invoice: those of its rule, and where four eyes are asked for and the rule may give one
 * person, the second approver behind them (§C13).
 */
export function linesOf(
  steps: readonly FlowStep[],
  secondApproverId: string | null,
): Pick<NewTurn, 'userId' | 'sequence' | 'mode' | 'origin'>[] {
  const lines = steps.flatMap(({ mode, userIds }, index) =>
    [...new Set(userIds)].map((userId) => ({ userId, sequence: index + 1, mode, origin: 'flow' as const })),
  );
  const [first, ...others] = lines;
  const isAlone = first === undefined || (others.length === 0 && first.userId === secondApproverId);
  if (secondApproverId === null || isAlone || guaranteedPeople(steps) > 1) return lines;
  return [
    ...lines,
    { userId: secondApproverId, sequence: steps.length + 1, mode: 'all', origin: 'four-eyes' },
  ];
}
