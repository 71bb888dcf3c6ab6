import { describe, expect, test } from 'vitest';
import { approvalStates, invoiceStatuses } from '#contract/invoicing/invoices.ts';
import {
  type Decidable,
  decide,
  hold,
  markOriginal,
  resubmit,
  type Turn,
  type Verdict,
  withdraw,
} from './approval.rules.ts';

const me = 'me';
const other = 'other';

function invoice(seed: Partial<Decidable> = {}): Decidable {
  return {
    status: 'Concept',
    approvalState: 'pending',
    decidedBy: null,
    decidedByName: null,
    decidedAt: null,
    exportId: null,
    turns: [],
    ...seed,
  };
}

const approvedBy = (userId: string): Partial<Decidable> => ({
  status: 'ReadyForProcessing',
  approvalState: 'approved',
  decidedBy: userId,
  decidedByName: 'Sanne',
  decidedAt: '2026-11-20T09:00:00.000Z',
});
const rejectedBy = (userId: string): Partial<Decidable> => ({
  ...approvedBy(userId),
  status: 'Concept',
  approvalState: 'rejected',
});

/** A verdict in a word: what it becomes, `repeat`, or the sentence of the refusal. */
function inWords(verdict: Verdict): string {
  if (verdict.kind === 'step') return `${verdict.status}/${verdict.approvalState}`;
  return verdict.kind === 'repeat' ? 'repeat' : `${verdict.problem}: ${verdict.sentence}`;
}

describe('an invoice without approval lines', () => {
  test.each<[string, Decidable, { approve: string; reject: string }]>([
    ['a pending Concept', invoice(), { approve: 'ReadyForProcessing/approved', reject: 'Concept/rejected' }],
    [
      'one on hold',
      invoice({ approvalState: 'onHold' }),
      { approve: 'ReadyForProcessing/approved', reject: 'Concept/rejected' },
    ],
    [
      'a Duplicate',
      invoice({ status: 'Duplicate' }),
      { approve: 'wrong-state: invoice-is-duplicate', reject: 'wrong-state: invoice-is-duplicate' },
    ],
    [
      'a Processed one',
      invoice({ ...approvedBy(me), status: 'Processed' }),
      { approve: 'wrong-state: invoice-is-processed', reject: 'wrong-state: invoice-is-processed' },
    ],
    [
      'one that I approved',
      invoice(approvedBy(me)),
      { approve: 'repeat', reject: 'already-decided: invoice-approved-by' },
    ],
    [
      'one that another approved',
      invoice(approvedBy(other)),
      { approve: 'already-decided: invoice-approved-by', reject: 'already-decided: invoice-approved-by' },
    ],
    [
      'one that I rejected',
      invoice(rejectedBy(me)),
      { approve: 'wrong-state: invoice-was-rejected', reject: 'repeat' },
    ],
    [
      'one that another rejected',
      invoice(rejectedBy(other)),
      { approve: 'already-decided: invoice-rejected-by', reject: 'already-decided: invoice-rejected-by' },
    ],
  ])('%s', (_, subject, expected) => {
    expect(inWords(decide(subject, me, true))).toBe(expected.approve);
    expect(inWords(decide(subject, me, false))).toBe(expected.reject);
  });

  test('names who decided and when', () => {
    expect(decide(invoice(approvedBy(other)), me, true)).toMatchObject({
      who: 'Sanne',
      when: '2026-11-20T09:00:00.000Z',
    });
  });
});

function turn(id: string, userId: string, sequence: number, state: Turn['state']): Turn {
  const decidedAt = state === 'approved' || state === 'rejected' ? '2026-11-20T09:00:00.000Z' : null;
  return { id, userId, userName: `name of ${userId}`, sequence, state, decidedAt };
}

describe('an invoice with approval lines', () => {
  test('the first approval makes it the next one’s turn and decides nothing yet', () => {
    const turns = [
      turn('a', me, 1, 'pending'),
      turn('b', other, 2, 'waiting'),
      turn('c', 'third', 3, 'waiting'),
    ];
    expect(decide(invoice({ turns }), me, true)).toEqual({
      kind: 'step',
      status: 'Concept',
      approvalState: 'pending',
      isDecision: false,
      turns: [
        { id: 'a', state: 'approved' },
        { id: 'b', state: 'pending' },
      ],
    });
  });

  test('two with the same number are waited for both', () => {
    const turns = [
      turn('a', me, 1, 'pending'),
      turn('b', other, 1, 'pending'),
      turn('c', 'third', 2, 'waiting'),
    ];
    expect(decide(invoice({ turns }), me, true)).toMatchObject({ turns: [{ id: 'a', state: 'approved' }] });
  });

  test('the last approval decides', () => {
    const turns = [turn('a', other, 1, 'approved'), turn('b', me, 2, 'pending')];
    expect(decide(invoice({ turns }), me, true)).toMatchObject({
      status: 'ReadyForProcessing',
      approvalState: 'approved',
      isDecision: true,
      turns: [{ id: 'b', state: 'approved' }],
    });
  });

  test('a rejection cancels everything that was still to come', () => {
    const turns = [
      turn('a', other, 1, 'approved'),
      turn('b', me, 2, 'pending'),
      turn('c', 'third', 3, 'waiting'),
    ];
    expect(decide(invoice({ turns }), me, false)).toMatchObject({
      approvalState: 'rejected',
      turns: [
        { id: 'b', state: 'rejected' },
        { id: 'c', state: 'cancelled' },
      ],
    });
  });

  test.each<[string, Turn[], string]>([
    [
      'whose turn is still to come',
      [turn('a', other, 1, 'pending'), turn('b', me, 2, 'waiting')],
      'wrong-state: invoice-not-your-turn',
    ],
    [
      'who has no turn, while nobody decided',
      [turn('a', other, 1, 'pending')],
      'wrong-state: invoice-not-your-turn',
    ],
    [
      'who has no turn, after somebody decided',
      [turn('a', other, 1, 'approved'), turn('b', 'third', 2, 'pending')],
      'already-decided: invoice-approved-by',
    ],
    ['who had his turn', [turn('a', me, 1, 'approved'), turn('b', other, 2, 'pending')], 'repeat'],
  ])('approving by somebody %s', (_, turns, expected) => {
    expect(inWords(decide(invoice({ turns }), me, true))).toBe(expected);
  });

  test('whoever approved a part may repeat it after the last one decided', () => {
    const turns = [turn('a', me, 1, 'approved'), turn('b', other, 2, 'approved')];
    expect(decide(invoice({ ...approvedBy(other), turns }), me, true)).toEqual({ kind: 'repeat' });
  });

  test('resubmitting puts every line back to the start', () => {
    const turns = [
      turn('a', other, 1, 'approved'),
      turn('b', me, 2, 'rejected'),
      turn('c', 'third', 3, 'cancelled'),
    ];
    expect(resubmit(invoice({ ...rejectedBy(me), turns }))).toMatchObject({
      status: 'Concept',
      approvalState: 'pending',
      turns: [
        { id: 'a', state: 'pending' },
        { id: 'b', state: 'waiting' },
        { id: 'c', state: 'waiting' },
      ],
    });
  });

  test('withdrawing opens the last approval again', () => {
    const early = { ...turn('a', other, 1, 'approved'), decidedAt: '2026-11-19T09:00:00.000Z' };
    const turns = [early, turn('b', me, 2, 'approved')];
    expect(withdraw(invoice({ ...approvedBy(me), turns }), me, false)).toMatchObject({
      turns: [{ id: 'b', state: 'pending' }],
    });
  });
});

describe('every other transition (§C1, §C3)', () => {
  // Steps down, states across; what is not named is refused.
  const allowed: Record<string, string> = {
    'hold Concept/pending': 'Concept/onHold',
    'hold Concept/onHold': 'repeat',
    'hold Duplicate/pending': 'Duplicate/onHold',
    'hold Duplicate/onHold': 'repeat',
    'resume Concept/onHold': 'Concept/pending',
    'resume Concept/pending': 'repeat',
    'resume Duplicate/onHold': 'Duplicate/pending',
    'resume Duplicate/pending': 'repeat',
    'hold Concept/approved': 'Concept/onHold',
    'resume Concept/approved': 'Concept/pending',
    'hold Duplicate/approved': 'Duplicate/onHold',
    'resume Duplicate/approved': 'Duplicate/pending',
    'withdraw ReadyForProcessing/pending': 'Concept/pending',
    'withdraw ReadyForProcessing/approved': 'Concept/pending',
    'withdraw ReadyForProcessing/rejected': 'Concept/pending',
    'withdraw ReadyForProcessing/onHold': 'Concept/pending',
    'resubmit Concept/rejected': 'Concept/pending',
    'mark-original Duplicate/pending': 'Concept/pending',
    'mark-original Duplicate/onHold': 'Concept/onHold',
    'mark-original Duplicate/approved': 'Concept/approved',
    'mark-original Duplicate/rejected': 'Concept/rejected',
  };
  const steps: Record<string, (subject: Decidable) => Verdict> = {
    hold: (subject) => hold(subject, true),
    resume: (subject) => hold(subject, false),
    withdraw: (subject) => withdraw(subject, me, false),
    resubmit,
    'mark-original': markOriginal,
  };
  const cases = Object.keys(steps).flatMap((step) =>
    invoiceStatuses.flatMap((status) =>
      approvalStates.map((approvalState) => [step, status, approvalState] as const),
    ),
  );

  test.each(cases)('%s of %s/%s', (step, status, approvalState) => {
    const verdict = steps[step]?.(invoice({ status, approvalState, decidedBy: me }));
    const text = verdict ? inWords(verdict) : '';
    const refused = text.startsWith('wrong-state: ') ? 'refused' : text;
    expect(refused).toBe(allowed[`${step} ${status}/${approvalState}`] ?? 'refused');
  });

  test('an approval of another is only withdrawn by who may change invoices', () => {
    expect(inWords(withdraw(invoice(approvedBy(other)), me, false))).toBe(
      'already-decided: invoice-approved-by',
    );
    expect(inWords(withdraw(invoice(approvedBy(other)), me, true))).toBe('Concept/pending');
  });

  test('what an export took cannot be withdrawn', () => {
    expect(inWords(withdraw(invoice({ ...approvedBy(me), exportId: 'x' }), me, true))).toBe(
      'wrong-state: invoice-in-export',
    );
  });
});
