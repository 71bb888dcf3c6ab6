import type {
  ApprovalState,
  approvalLineStates,
  approvalOrigins,
  InvoiceStatus,
  stepModes,
} from '#contract/invoicing/invoices.ts';
import { undoSeconds } from '#contract/invoicing/invoices.ts';

type LineState = (typeof approvalLineStates)[number];
type Mode = (typeof stepModes)[number];

/** One approval line of the current round, as a decision sees it. */
export interface Turn {
  readonly id: string;
  /** Who decided; before that, whose line it is. */
  readonly userId: string;
  readonly userName: string;
  readonly sequence: number;
  readonly mode: Mode;
  readonly state: LineState;
  readonly decidedAt: string | null;
  /** Whose line it was, where a substitute decided. */
  readonly onBehalfOf: string | null;
  /** The flow or four eyes asked for it, also after it was passed on. */
  readonly isRequired: boolean;
}

/** A line that is about to be added. */
export interface NewTurn {
  readonly userId: string;
  readonly sequence: number;
  readonly mode: Mode;
  readonly state: LineState;
  readonly origin: (typeof approvalOrigins)[number];
  readonly reason?: string;
}

/** Whether two people have to approve an invoice (§C13). */
export interface FourEyes {
  /** Who is added when one person would be all; null when nobody is named, or may not approve. */
  readonly secondApproverId: string | null;
  /** Who uploaded, validated or confirmed the account: they cannot be the only ones. */
  readonly involved: readonly string[];
}

/** An invoice, as a decision sees it. */
export interface Decidable {
  readonly status: InvoiceStatus;
  readonly approvalState: ApprovalState;
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: string | null;
  readonly exportId: string | null;
  readonly turns: readonly Turn[];
  /** Null where one person suffices. */
  readonly fourEyes: FourEyes | null;
}

/** Who decides. */
export interface Decider {
  readonly userId: string;
  /** The people for whom they decide today, since those are absent. */
  readonly standsInFor: readonly string[];
}

/** Why a step is refused: the sentence for people, and who decided when where that is the reason. */
export interface Refusal {
  readonly kind: 'refused';
  readonly problem: 'already-decided' | 'wrong-state' | 'four-eyes';
  readonly sentence: string;
  readonly who?: string;
  readonly when?: string;
}

/** A line that changes. */
export interface TurnChange {
  readonly id: string;
  readonly state: LineState;
  /** Whose line a substitute decides. */
  readonly onBehalfOf?: string;
}

/** What a step does. `turns` are the lines that change; a final decision is written on the invoice itself. */
export interface Step {
  readonly kind: 'step';
  readonly status: InvoiceStatus;
  readonly approvalState: ApprovalState;
  readonly isDecision: boolean;
  readonly turns: readonly TurnChange[];
  /** Lines that are added. */
  readonly added?: readonly NewTurn[];
}

/** Nothing to do: the same person has done exactly this before. */
interface Repeat {
  readonly kind: 'repeat';
}

export type Verdict = Step | Repeat | Refusal;

const repeat: Repeat = { kind: 'repeat' };
const wrong = (sentence: string): Refusal => ({ kind: 'refused', problem: 'wrong-state', sentence });

function decided(sentence: string, who: string | null, when: string | null): Refusal {
  return { kind: 'refused', problem: 'already-decided', sentence, who: who ?? '?', when: when ?? '' };
}

const isDecided = ({ state }: Pick<Turn, 'state'>) => state === 'approved' || state === 'rejected';
const decidedLast = (turns: readonly Turn[]) =>
  turns
    .filter(isDecided)
    .toSorted((one, other) => (one.decidedAt ?? '').localeCompare(other.decidedAt ?? ''))
    .at(-1);

/**
 * The states of undecided lines follow from the decided ones: those of the first open step are pending, later ones
 * wait, and where one of several suffices the others are cancelled (§C6).
 *
 * @returns only the lines whose state changes
 */
export function arrange(turns: readonly Pick<Turn, 'id' | 'sequence' | 'mode' | 'state'>[]): TurnChange[] {
  const changes: TurnChange[] = [];
  let isEarlierOpen = false;
  for (const sequence of [...new Set(turns.map((turn) => turn.sequence))].toSorted((a, b) => a - b)) {
    const step = turns.filter((turn) => turn.sequence === sequence);
    const isEnough = step.some(({ mode, state }) => mode === 'one' && state === 'approved');
    for (const turn of step) {
      if (isDecided(turn)) continue;
      const state = turn.mode === 'one' && isEnough ? 'cancelled' : isEarlierOpen ? 'waiting' : 'pending';
      if (state !== turn.state) changes.push({ id: turn.id, state });
    }
    isEarlierOpen ||= step.some((turn) => !isDecided(turn) && !(turn.mode === 'one' && isEnough));
  }
  return changes;
}

type Placed = Pick<Turn, 'id' | 'sequence' | 'mode' | 'isRequired'>;

/**
 * Whether lines by hand leave the steps of the flow as they are: required lines stay in their order, together where they
 * were together, and nobody else suffices in the place of one of them (§C13).
 */
export function keepsFlow(before: readonly Placed[], changed: readonly Placed[]): boolean {
  const was = new Map(before.map((turn) => [turn.id, turn.sequence]));
  const required = changed.filter(({ isRequired }) => isRequired);
  const isInOrder = required.every((one) =>
    required.every((other) => {
      const [first, second] = [was.get(one.id), was.get(other.id)];
      if (first === undefined || second === undefined) return true;
      return Math.sign(first - second) === Math.sign(one.sequence - other.sequence);
    }),
  );
  return (
    isInOrder &&
    changed.every(
      ({ isRequired, mode, sequence }) =>
        isRequired || mode === 'all' || !required.some((one) => one.sequence === sequence),
    )
  );
}

/** The lines as they are after some of them changed. */
function after<T extends Pick<Turn, 'id' | 'state'>>(
  turns: readonly T[],
  changes: readonly TurnChange[],
): T[] {
  return turns.map((turn) => ({
    ...turn,
    state: changes.find(({ id }) => id === turn.id)?.state ?? turn.state,
  }));
}

/**
 * The people who approved, as pairs of eyes: a substitute and the absent person are one, whoever of them decided
 * (§C13).
 */
export function pairsOfEyes(approvals: readonly Pick<Turn, 'userId' | 'onBehalfOf'>[]): string[][] {
  let pairs: string[][] = [];
  for (const { userId, onBehalfOf } of approvals) {
    const people = onBehalfOf === null ? [userId] : [userId, onBehalfOf];
    const same = pairs.filter((pair) => pair.some((person) => people.includes(person)));
    pairs = [...pairs.filter((pair) => !same.includes(pair)), [...new Set([...people, ...same.flat()])]];
  }
  return pairs;
}

/** Whether these approvals are enough for four eyes: two pairs, and not all of people who were involved before. */
function areEnough(
  approvals: readonly Pick<Turn, 'userId' | 'onBehalfOf'>[],
  { involved }: FourEyes,
): boolean {
  const pairs = pairsOfEyes(approvals);
  return pairs.length > 1 && pairs.some((pair) => !pair.some((person) => involved.includes(person)));
}

/** What approving or rejecting does, for this person, now (§C1, §C3, §C4, §C6, §C13). */
export function decide(invoice: Decidable, decider: Decider, approve: boolean): Verdict {
  const { status, approvalState, decidedBy, decidedByName, decidedAt } = invoice;
  const { userId } = decider;
  if (status === 'Duplicate') return wrong('invoice-is-duplicate');
  if (status === 'Processed') return wrong('invoice-is-processed');
  const approvedHere = invoice.turns.some((turn) => turn.userId === userId && turn.state === 'approved');
  if (status === 'ReadyForProcessing') {
    return approve && (decidedBy === userId || approvedHere)
      ? repeat
      : decided('invoice-approved-by', decidedByName, decidedAt);
  }
  if (approvalState === 'rejected') {
    if (decidedBy !== userId) return decided('invoice-rejected-by', decidedByName, decidedAt);
    return approve ? wrong('invoice-was-rejected') : repeat;
  }
  const open = invoice.turns.filter(({ state }) => state === 'waiting' || state === 'pending');
  if (open.length === 0) {
    if (!approve) return rejectBy([]);
    // On an invoice without lines one decision suffices; it becomes a line where a second has to follow.
    const mine = { userId, onBehalfOf: null, sequence: 1 };
    return approveLast(invoice, mine, [], invoice.turns.length === 0 ? [lineOf(userId)] : []);
  }
  const mine = turnOf(open, decider);
  if (!mine) return approve && approvedHere ? repeat : notYourTurn(invoice);
  const own = mine.userId === userId ? {} : { onBehalfOf: mine.userId };
  if (!approve) {
    const others = open
      .filter((turn) => turn !== mine)
      .map(({ id }) => ({ id, state: 'cancelled' as const }));
    return rejectBy([{ id: mine.id, state: 'rejected', ...own }, ...others]);
  }
  const closed: TurnChange = { id: mine.id, state: 'approved', ...own };
  const changes = [closed, ...arrange(after(invoice.turns, [closed]))];
  const isOpen = after(invoice.turns, changes).some(
    ({ state }) => state === 'waiting' || state === 'pending',
  );
  if (isOpen) {
    return { kind: 'step', status: 'Concept', approvalState: 'pending', isDecision: false, turns: changes };
  }
  return approveLast(invoice, { ...mine, userId, onBehalfOf: own.onBehalfOf ?? null }, changes, []);
}

const lineOf = (userId: string): NewTurn => ({
  userId,
  sequence: 1,
  mode: 'all',
  state: 'approved',
  origin: 'four-eyes',
});

/** The open line that a person decides: their own first, then one of somebody they stand in for. */
function turnOf(open: readonly Turn[], { userId, standsInFor }: Decider): Turn | undefined {
  const pending = open.filter(({ state }) => state === 'pending');
  return (
    pending.find((turn) => turn.userId === userId) ??
    pending.find((turn) => standsInFor.includes(turn.userId))
  );
}

function notYourTurn({ turns }: Decidable): Refusal {
  const last = decidedLast(turns);
  return last
    ? decided('invoice-approved-by', last.userName, last.decidedAt)
    : wrong('invoice-not-your-turn');
}

// The last approval is final, unless four eyes are asked for and these are two: then the second approver is added.
function approveLast(
  { turns, fourEyes }: Decidable,
  mine: Pick<Turn, 'userId' | 'onBehalfOf' | 'sequence'>,
  changes: readonly TurnChange[],
  made: readonly NewTurn[],
): Verdict {
  const approvals = [...turns.filter(({ state }) => state === 'approved'), mine];
  if (fourEyes === null || areEnough(approvals, fourEyes)) return approveFinally(changes);
  const second = fourEyes.secondApproverId;
  if (second === null || pairsOfEyes(approvals).some((pair) => pair.includes(second))) {
    return { kind: 'refused', problem: 'four-eyes', sentence: 'invoice-needs-second' };
  }
  const sequence = Math.max(mine.sequence, ...turns.map((turn) => turn.sequence)) + 1;
  return {
    kind: 'step',
    status: 'Concept',
    approvalState: 'pending',
    isDecision: false,
    turns: changes,
    added: [...made, { userId: second, sequence, mode: 'all', state: 'pending', origin: 'four-eyes' }],
  };
}

function approveFinally(turns: Step['turns']): Step {
  return { kind: 'step', status: 'ReadyForProcessing', approvalState: 'approved', isDecision: true, turns };
}

function rejectBy(turns: Step['turns']): Step {
  return { kind: 'step', status: 'Concept', approvalState: 'rejected', isDecision: true, turns };
}

/** Puts the approval on hold, or resumes it (§C3). */
export function hold(invoice: Decidable, isOnHold: boolean): Verdict {
  if (invoice.status === 'Processed') return wrong('invoice-is-processed');
  if (invoice.status === 'ReadyForProcessing' || invoice.approvalState === 'rejected')
    return wrong('invoice-not-open');
  const approvalState = isOnHold ? 'onHold' : 'pending';
  if (invoice.approvalState === approvalState) return repeat;
  return { kind: 'step', status: invoice.status, approvalState, isDecision: false, turns: [] };
}

/** Takes an approval back while no export took the invoice (§C1); by whoever gave it, or may change invoices. */
export function withdraw(invoice: Decidable, userId: string, mayUpdate: boolean): Verdict {
  if (invoice.status === 'Processed') return wrong('invoice-is-processed');
  if (invoice.status !== 'ReadyForProcessing') return wrong('invoice-not-approved');
  if (invoice.exportId !== null) return wrong('invoice-in-export');
  if (invoice.decidedBy !== userId && !mayUpdate)
    return decided('invoice-approved-by', invoice.decidedByName, invoice.decidedAt);
  return reopen(invoice, decidedLast(invoice.turns));
}

/**
 * Takes back what this person decided in the last seconds, also in the middle of the steps, while nobody decided
 * after them (§C13).
 */
export function undo(invoice: Decidable, userId: string, now: Date): Verdict {
  if (invoice.status === 'Processed') return wrong('invoice-is-processed');
  if (invoice.exportId !== null) return wrong('invoice-in-export');
  const last = decidedLast(invoice.turns);
  const [who, name, at] = last
    ? [last.userId, last.userName, last.decidedAt]
    : [invoice.decidedBy, invoice.decidedByName, invoice.decidedAt];
  if (who === null || at === null) return wrong('invoice-nothing-to-undo');
  if (who !== userId) return decided('invoice-decided-after', name, at);
  // Two more seconds for the way here.
  if (now.getTime() - Date.parse(at) > (undoSeconds + 2) * 1000) return wrong('invoice-undo-too-late');
  return reopen(invoice, last);
}

/** The invoice is open again, and so is the line that was decided last. */
function reopen(invoice: Decidable, last: Turn | undefined): Step {
  const opened: TurnChange[] = last ? [{ id: last.id, state: 'pending' }] : [];
  const turns = after(invoice.turns, opened);
  const arranged = arrange(turns);
  const changes = [...opened.filter(({ id }) => !arranged.some((change) => change.id === id)), ...arranged];
  return { kind: 'step', status: 'Concept', approvalState: 'pending', isDecision: false, turns: changes };
}

/** A rejected invoice goes back to its approvers, in a new round (§C3). */
export function resubmit(invoice: Decidable): Verdict {
  if (invoice.status !== 'Concept' || invoice.approvalState !== 'rejected')
    return wrong('invoice-not-rejected');
  return { kind: 'step', status: 'Concept', approvalState: 'pending', isDecision: false, turns: [] };
}

/** Whether somebody decided in the current round: from then on values and bookings are locked (§C13). */
export function isLocked({
  status,
  approvalState,
  turns,
}: Pick<Decidable, 'status' | 'approvalState' | 'turns'>) {
  if (status === 'ReadyForProcessing' || status === 'Processed') return true;
  return approvalState === 'rejected' || turns.some(isDecided);
}

/** Takes all decisions of the round back, so that values can change; those that were made stay in it (§C13). */
export function reviseAll(invoice: Decidable): Verdict {
  if (invoice.status === 'Processed') return wrong('invoice-is-processed');
  if (invoice.exportId !== null) return wrong('invoice-in-export');
  if (!isLocked(invoice)) return wrong('invoice-not-locked');
  const turns = invoice.turns
    .filter(({ state }) => state === 'waiting' || state === 'pending')
    .map(({ id }) => ({ id, state: 'cancelled' as const }));
  return { kind: 'step', status: 'Concept', approvalState: 'pending', isDecision: false, turns };
}

/** A Duplicate that is none after all (§C1). */
export function markOriginal(invoice: Decidable): Verdict {
  if (invoice.status === 'Processed') return wrong('invoice-is-processed');
  if (invoice.status !== 'Duplicate') return wrong('invoice-not-a-duplicate');
  return {
    kind: 'step',
    status: 'Concept',
    approvalState: invoice.approvalState,
    isDecision: false,
    turns: [],
  };
}
