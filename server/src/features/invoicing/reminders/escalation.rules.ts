import type { Turn } from '../approval/approval.rules.ts';
import { workingDaysBetween } from '../workload/workload.rules.ts';

/** What a company says about turns that stay where they are. */
export interface EscalationSetting {
  readonly escalateAfter: number | null;
  readonly escalateTo: string | null;
}

/** Whether a turn goes on to somebody else: it waits too long, or nobody can decide it (§C13). */
export function isDue(
  { escalateAfter, escalateTo }: EscalationSetting,
  turn: { readonly since: string; readonly canBeDecided: boolean },
  now: Date,
): boolean {
  if (escalateAfter === null && escalateTo === null) return false;
  if (!turn.canBeDecided) return true;
  return escalateAfter !== null && workingDaysBetween(turn.since, now) >= escalateAfter;
}

/**
 * To whom a turn goes: the named person, else the first of the steps behind it who can decide. Nobody who has an open turn
 * in the same step, and never the person themselves; undefined where nobody is left.
 */
export function escalatesTo(
  turns: readonly Pick<Turn, 'id' | 'userId' | 'sequence' | 'state'>[],
  turnId: string,
  { escalateTo }: EscalationSetting,
  canDecide: (userId: string) => boolean,
): string | undefined {
  const turn = turns.find(({ id }) => id === turnId);
  if (!turn || turn.state !== 'pending') return undefined;
  const beside = turns.filter(({ sequence, state }) => sequence === turn.sequence && state === 'pending');
  const behind = turns
    .filter(({ sequence, state }) => sequence > turn.sequence && state === 'waiting')
    .toSorted((one, other) => one.sequence - other.sequence)
    .map(({ userId }) => userId);
  const candidates = escalateTo === null ? behind : [escalateTo];
  return candidates.find((userId) => !beside.some((other) => other.userId === userId) && canDecide(userId));
}
