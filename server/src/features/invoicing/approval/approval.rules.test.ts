import { describe, expect, test } from 'vitest';
import { approvalStates, invoiceStatuses } from '#contract/invoicing/invoices.ts';
import fc from 'fast-check';
import {
  arrange,
  type Decidable,
  decide,
  hold,
  isLocked,
  keepsFlow,
  markOriginal,
  pairsOfEyes,
  resubmit,
  reviseAll,
  type Turn,
  undo,
  type Verdict,
  withdraw,
} from './approval.rules.ts';

const me = 'me';
const other = 'other';
const by = (userId: string, standsInFor: readonly string[] = []) => ({ userId, standsInFor });

function invoice(seed: Partial<Decidable> = {}): Decidable {
  return {
    status: 'Concept',
    approvalState: 'pending',
    decidedBy: null,
    decidedByName: null,
    decidedAt: null,
    exportId: null,
    turns: [],
    fourEyes: null,
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
    expect(inWords(decide(subject, by(me), true))).toBe(expected.approve);
    expect(inWords(decide(subject, by(me), false))).toBe(expected.reject);
  });

  test('names who decided and when', () => {
    expect(decide(invoice(approvedBy(other)), by(me), true)).toMatchObject({
      who: 'Sanne',
      when: '2026-11-20T09:00:00.000Z',
    });
  });
});

function turn(id: string, userId: string, sequence: number, state: Turn['state']): Turn {
  const decidedAt = state === 'approved' || state === 'rejected' ? '2026-11-20T09:00:00.000Z' : null;
  return {
    id,
    userId,
    userName: `name of ${userId}`,
    sequence,
    mode: 'all',
    state,
    decidedAt,
    onBehalfOf: null,
    isRequired: false,
  };
}

describe('an invoice with approval lines', () => {
  test('the first approval makes it the next one’s turn and decides nothing yet', () => {
    const turns = [
      turn('a', me, 1, 'pending'),
      turn('b', other, 2, 'waiting'),
      turn('c', 'third', 3, 'waiting'),
    ];
    expect(decide(invoice({ turns }), by(me), true)).toEqual({
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
    expect(decide(invoice({ turns }), by(me), true)).toMatchObject({
      turns: [{ id: 'a', state: 'approved' }],
    });
  });

  test('the last approval decides', () => {
    const turns = [turn('a', other, 1, 'approved'), turn('b', me, 2, 'pending')];
    expect(decide(invoice({ turns }), by(me), true)).toMatchObject({
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
    expect(decide(invoice({ turns }), by(me), false)).toMatchObject({
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
    expect(inWords(decide(invoice({ turns }), by(me), true))).toBe(expected);
  });

  test('whoever approved a part may repeat it after the last one decided', () => {
    const turns = [turn('a', me, 1, 'approved'), turn('b', other, 2, 'approved')];
    expect(decide(invoice({ ...approvedBy(other), turns }), by(me), true)).toEqual({ kind: 'repeat' });
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

describe('a step of which one suffices', () => {
  const turns = (): Turn[] => [
    { ...turn('a', me, 1, 'pending'), mode: 'one' },
    { ...turn('b', other, 1, 'pending'), mode: 'one' },
    turn('c', 'third', 2, 'waiting'),
  ];

  test('is done by the first approval: the others are cancelled, the next step is open', () => {
    expect(decide(invoice({ turns: turns() }), by(me), true)).toMatchObject({
      turns: [
        { id: 'a', state: 'approved' },
        { id: 'b', state: 'cancelled' },
        { id: 'c', state: 'pending' },
      ],
    });
  });

  test('is open again for all when that approval is taken back', () => {
    const decided: Turn[] = [
      { ...turn('a', me, 1, 'approved'), mode: 'one' },
      { ...turn('b', other, 1, 'cancelled'), mode: 'one' },
      turn('c', 'third', 2, 'pending'),
    ];
    expect(undo(invoice({ turns: decided }), me, new Date('2026-11-20T09:00:09Z'))).toMatchObject({
      status: 'Concept',
      turns: [
        { id: 'a', state: 'pending' },
        { id: 'b', state: 'pending' },
        { id: 'c', state: 'waiting' },
      ],
    });
  });
});

describe('undo', () => {
  const at = (seconds: number) => new Date(Date.parse('2026-11-20T09:00:00Z') + seconds * 1000);

  test.each<[string, Partial<Decidable>, number, string]>([
    ['a final approval', approvedBy(me), 9, 'Concept/pending'],
    ['a rejection', rejectedBy(me), 9, 'Concept/pending'],
    ['too late', approvedBy(me), 13, 'wrong-state: invoice-undo-too-late'],
    ['what another decided', approvedBy(other), 1, 'already-decided: invoice-decided-after'],
    ['what an export took', { ...approvedBy(me), exportId: 'x' }, 1, 'wrong-state: invoice-in-export'],
    ['nothing', {}, 1, 'wrong-state: invoice-nothing-to-undo'],
  ])('%s', (_, seed, seconds, expected) => {
    expect(inWords(undo(invoice(seed), me, at(seconds)))).toBe(expected);
  });
});

describe('a substitute', () => {
  test('decides the line of the absent person, in their name, and keeps their own', () => {
    const turns = [turn('a', 'away', 1, 'pending'), turn('b', me, 2, 'waiting')];
    expect(decide(invoice({ turns }), by(me, ['away']), true)).toMatchObject({
      turns: [
        { id: 'a', state: 'approved', onBehalfOf: 'away' },
        { id: 'b', state: 'pending' },
      ],
    });
    expect(inWords(decide(invoice({ turns }), by('stranger'), true))).toBe(
      'wrong-state: invoice-not-your-turn',
    );
  });

  test('is one pair of eyes with the absent person', () => {
    const eyes = (approvals: [string, string | null][]) =>
      pairsOfEyes(approvals.map(([userId, onBehalfOf]) => ({ userId, onBehalfOf }))).length;
    expect(
      eyes([
        ['b', 'a'],
        ['a', null],
      ]),
    ).toBe(1);
    expect(
      eyes([
        ['b', 'a'],
        ['b', null],
      ]),
    ).toBe(1);
    expect(
      eyes([
        ['b', 'a'],
        ['c', null],
      ]),
    ).toBe(2);
    expect(
      eyes([
        ['b', 'a'],
        ['c', 'd'],
        ['a', 'c'],
      ]),
    ).toBe(1);
  });
});

describe('four eyes', () => {
  const fourEyes = { secondApproverId: 'second', involved: [] as string[] };

  test('without lines the first approval becomes a line, and the second approver gets one', () => {
    expect(decide(invoice({ fourEyes }), by(me), true)).toMatchObject({
      status: 'Concept',
      added: [
        { userId: me, sequence: 1, state: 'approved' },
        { userId: 'second', sequence: 2, state: 'pending', origin: 'four-eyes' },
      ],
    });
  });

  test('two different people suffice', () => {
    const turns = [turn('a', other, 1, 'approved'), turn('b', me, 2, 'pending')];
    expect(inWords(decide(invoice({ turns, fourEyes }), by(me), true))).toBe('ReadyForProcessing/approved');
  });

  test('the same person twice, or with the one they stand in for, does not', () => {
    const twice = [turn('a', me, 1, 'approved'), turn('b', me, 2, 'pending')];
    expect(decide(invoice({ turns: twice, fourEyes }), by(me), true)).toMatchObject({
      status: 'Concept',
      added: [{ userId: 'second', sequence: 3 }],
    });
    const pair = [turn('a', me, 1, 'approved'), turn('b', 'away', 2, 'pending')];
    expect(decide(invoice({ turns: pair, fourEyes }), by(me, ['away']), true)).toMatchObject({
      status: 'Concept',
      added: [{ userId: 'second' }],
    });
  });

  test('two people who both uploaded or validated it do not', () => {
    const turns = [turn('a', other, 1, 'approved'), turn('b', me, 2, 'pending')];
    const involved = { ...fourEyes, involved: [me, other] };
    expect(decide(invoice({ turns, fourEyes: involved }), by(me), true)).toMatchObject({
      added: [{ userId: 'second' }],
    });
  });

  test('where nobody fits, the invoice waits', () => {
    const nobody = { secondApproverId: null, involved: [] };
    expect(inWords(decide(invoice({ fourEyes: nobody }), by(me), true))).toBe(
      'four-eyes: invoice-needs-second',
    );
    expect(inWords(decide(invoice({ fourEyes }), by('second'), true))).toBe(
      'four-eyes: invoice-needs-second',
    );
  });
});

test('whatever is decided, the open lines are those of the first step that is not done', () => {
  const line = fc.record({
    sequence: fc.integer({ min: 1, max: 4 }),
    mode: fc.constantFrom('one' as const, 'all' as const),
    state: fc.constantFrom(...(['waiting', 'pending', 'approved', 'cancelled'] as const)),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const turns = lines.map((one, index) => ({ ...one, id: String(index) }));
      const changes = arrange(turns);
      const after = turns.map((one) => ({
        ...one,
        state: changes.find(({ id }) => id === one.id)?.state ?? one.state,
      }));
      expect(arrange(after)).toEqual([]);
      const pending = new Set(
        after.filter(({ state }) => state === 'pending').map(({ sequence }) => sequence),
      );
      expect(pending.size).toBeLessThanOrEqual(1);
      const open = Math.min(...pending, Infinity);
      const waiting = after.filter(({ state }) => state === 'waiting');
      expect(waiting.every(({ sequence }) => sequence > open)).toBe(true);
      const isDone = !after.some(({ state }) => state === 'waiting' || state === 'pending');
      expect(isDone).toBe(pending.size === 0);
    }),
  );
});

describe('lines by hand beside those of the flow', () => {
  const placed = (id: string, sequence: number, isRequired = true, mode: Turn['mode'] = 'one') => ({
    id,
    sequence,
    mode,
    isRequired,
  });
  const flow = [placed('a', 1), placed('b', 2), placed('c', 2)];
  test.each([
    ['as it was', flow, true],
    ['the order of two steps turned', [placed('a', 3), placed('b', 2), placed('c', 2)], false],
    ['a step split', [placed('a', 1), placed('b', 2), placed('c', 3)], false],
    ['two steps made one', [placed('a', 2), placed('b', 2), placed('c', 2)], false],
    ['all later', [placed('a', 3), placed('b', 4), placed('c', 4)], true],
    ['somebody more who must decide too', [...flow, placed('d', 1, false, 'all')], true],
    ['somebody who would suffice in the place of another', [...flow, placed('d', 1, false)], false],
    ['somebody who suffices in a step of their own', [...flow, placed('d', 3, false)], true],
  ])('%s', (_, changed, expected) => {
    expect(keepsFlow(flow, changed)).toBe(expected);
  });
});

describe('after the first decision', () => {
  test('values are locked until all decisions are taken back', () => {
    const turns = [turn('a', me, 1, 'approved'), turn('b', other, 2, 'pending')];
    expect(isLocked(invoice({ turns: [turn('a', me, 1, 'pending')] }))).toBe(false);
    expect(isLocked(invoice({ turns }))).toBe(true);
    expect(isLocked(invoice(approvedBy(me)))).toBe(true);
    expect(isLocked(invoice(rejectedBy(me)))).toBe(true);
    const revised = reviseAll(invoice({ turns }));
    expect(revised).toMatchObject({ kind: 'step', turns: [{ id: 'b', state: 'cancelled' }] });
    expect(inWords(reviseAll(invoice()))).toBe('wrong-state: invoice-not-locked');
    expect(inWords(reviseAll(invoice({ ...approvedBy(me), exportId: 'e' })))).toBe(
      'wrong-state: invoice-in-export',
    );
  });
});
