import {
  type FlowCondition,
  type FlowContent,
  flowContent,
  type FlowRule,
  type FlowStep,
  guaranteedPeople,
} from '#contract/invoicing/approval-flows.ts';

/** The kinds of conditions, in the order in which they are offered. */
export const conditionKinds = [
  'amount',
  'creditor',
  'administration',
  'costcenter',
  'ledger',
  'document',
] as const;
/** One of them. */
export type ConditionKind = (typeof conditionKinds)[number];

/** How an amount is limited. */
export const amountLimits = ['above', 'upTo', 'between'] as const;
/** One of them. */
export type AmountLimit = (typeof amountLimits)[number];

/** A condition of a kind that says nothing yet. */
export function emptyCondition(kind: ConditionKind): FlowCondition {
  switch (kind) {
    case 'amount':
      return { kind, above: null, upTo: null };
    case 'creditor':
    case 'administration':
      return { kind, ids: [] };
    case 'costcenter':
    case 'ledger':
      return { kind, codes: [] };
    case 'document':
      return { kind, types: [] };
  }
}

export const emptyStep: FlowStep = { mode: 'one', userIds: [] };
export const emptyRule: FlowRule = { name: '', conditions: [emptyCondition('amount')], steps: [emptyStep] };

/** A copy with one item elsewhere; places outside the list are its ends. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined) return [...list];
  const rest = list.filter((_, index) => index !== from);
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, item);
}

/**
 * Whether four eyes add the second approver to what these steps give: they may ask one person, of an invoice above
 * the limit (§C13).
 */
export function addsSecond(
  { fourEyes }: Pick<FlowContent, 'fourEyes'>,
  { conditions, steps }: Pick<FlowRule, 'conditions' | 'steps'>,
): boolean {
  if (fourEyes === null || steps.length === 0 || guaranteedPeople(steps) > 1) return false;
  return !conditions.some((one) => one.kind === 'amount' && one.upTo !== null && one.upTo <= fourEyes.above);
}

/** What is unfinished, by its place: `rules.0.conditions`, `otherwise.1.userIds`. */
export function gapsOf(content: FlowContent): ReadonlySet<string> {
  const parsed = flowContent.safeParse(content);
  return new Set(parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.')));
}

/** The first rule with a gap; undefined where there is none. */
export function ruleWithGap(gaps: ReadonlySet<string>): number | undefined {
  const places = [...gaps].flatMap((path) => /^rules\.(\d+)\./.exec(path)?.[1] ?? []);
  return places.length === 0 ? undefined : Math.min(...places.map(Number));
}

/** What two versions say differently: lines of the first that the second lacks, and the other way round. */
export function differences(
  before: readonly string[],
  after: readonly string[],
): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  return {
    removed: before.filter((line) => !after.includes(line)),
    added: after.filter((line) => !before.includes(line)),
  };
}
