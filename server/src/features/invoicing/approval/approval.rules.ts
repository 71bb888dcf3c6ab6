import type { ApprovalState, approvalLineStates, InvoiceStatus } from '#contract/invoicing/invoices.ts';

type LineState = (typeof approvalLineStates)[number];

/** One turn in the approval, as a decision sees it. */
export interface Turn {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly sequence: number;
  readonly state: LineState;
  readonly decidedAt: string | null;
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
}

/** Why a step is refused: the sentence for people, and who decided when where that is the reason. */
export interface Refusal {
  readonly kind: 'refused';
  readonly problem: 'already-decided' | 'wrong-state';
  readonly sentence: string;
  readonly who?: string;
  readonly when?: string;
}

/** What a step does. `turns` are the lines that change; a final decision is written on the invoice itself. */
export interface Step {
  readonly kind: 'step';
  readonly status: InvoiceStatus;
  readonly approvalState: ApprovalState;
  readonly isDecision: boolean;
  readonly turns: readonly { readonly id: string; readonly state: LineState }[];
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

/** What approving or rejecting does, for this person, now (§C1, §C3, §C4, §C6). */
export function decide(invoice: Decidable, userId: string, approve: boolean): Verdict {
  const { status, approvalState, decidedBy, decidedByName, decidedAt } = invoice;
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
  if (open.length === 0) return approve ? approveFinally([]) : rejectBy([]);
  const mine = open.find((turn) => turn.userId === userId && turn.state === 'pending');
  if (!mine) return approve && approvedHere ? repeat : notYourTurn(invoice);
  return approve
    ? approveTurn(mine, open)
    : rejectBy([{ id: mine.id, state: 'rejected' }, ...othersOf(mine, open, 'cancelled')]);
}

function notYourTurn({ turns }: Decidable): Refusal {
  const last = turns
    .filter(({ decidedAt }) => decidedAt !== null)
    .toSorted((a, b) => (a.decidedAt ?? '').localeCompare(b.decidedAt ?? ''))
    .at(-1);
  return last
    ? decided('invoice-approved-by', last.userName, last.decidedAt)
    : wrong('invoice-not-your-turn');
}

function approveTurn(mine: Turn, open: readonly Turn[]): Verdict {
  const closed = { id: mine.id, state: 'approved' } as const;
  const others = open.filter((turn) => turn !== mine);
  if (others.length === 0) return approveFinally([closed]);
  const next = others.some(({ state }) => state === 'pending') ? [] : nextTurns(others);
  return {
    kind: 'step',
    status: 'Concept',
    approvalState: 'pending',
    isDecision: false,
    turns: [closed, ...next],
  };
}

/** The waiting lines whose turn it becomes: those of the lowest number. */
export function nextTurns(
  waiting: readonly Pick<Turn, 'id' | 'sequence'>[],
): { id: string; state: 'pending' }[] {
  const first = Math.min(...waiting.map(({ sequence }) => sequence));
  return waiting.filter(({ sequence }) => sequence === first).map(({ id }) => ({ id, state: 'pending' }));
}

function othersOf(mine: Turn, open: readonly Turn[], state: LineState) {
  return open.filter((turn) => turn !== mine).map(({ id }) => ({ id, state }));
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
  const last = invoice.turns
    .filter(({ state }) => state === 'approved')
    .toSorted((a, b) => (a.decidedAt ?? '').localeCompare(b.decidedAt ?? ''))
    .at(-1);
  const turns = last ? [{ id: last.id, state: 'pending' } as const] : [];
  return { kind: 'step', status: 'Concept', approvalState: 'pending', isDecision: false, turns };
}

/** A rejected invoice goes back to its approvers, with every line from the start (§C3). */
export function resubmit(invoice: Decidable): Verdict {
  if (invoice.status !== 'Concept' || invoice.approvalState !== 'rejected')
    return wrong('invoice-not-rejected');
  const next = invoice.turns.length === 0 ? [] : nextTurns(invoice.turns);
  const waiting = invoice.turns
    .filter(({ id }) => !next.some((turn) => turn.id === id))
    .map(({ id }) => ({ id, state: 'waiting' }) as const);
  return {
    kind: 'step',
    status: 'Concept',
    approvalState: 'pending',
    isDecision: false,
    turns: [...next, ...waiting],
  };
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
