import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { linkPath, sendLink } from '../links/links.service.ts';
import { buildInvoice } from '../testing/factories.ts';
import { pairsOfEyes } from './approval.rules.ts';

// Whatever people do, alone, together, by links and at once, no invoice reaches a state that the rules forbid: nobody decides
// twice or without the right, no turn is lost, no earlier round changes, no comment disappears.
let world: TestApp;
let people: readonly TestClient[];
let reader: TestClient;
let now = new Date('2026-11-23T09:00:00Z');

const approves = [
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.approve.company',
  'fmmodule.invoices.comment.company',
];
const manages = [
  'fmmodule.invoices.update.company',
  'fmmodule.approvals.create.company',
  'fmmodule.approvals.update.company',
  'fmmodule.approvals.delete.company',
  'fmmodule.approvalflows.update.company',
  'fmmodule.absences.create.company',
];

beforeAll(async () => {
  world = await testApp({ now: () => now, mail: { send: async () => undefined } });
  const manager = await world.asUser({ may: [...approves, ...manages], firstName: 'Manager' });
  const { companyId } = manager;
  const names = ['Petra', 'Henk', 'Joris'];
  const others: TestClient[] = [];
  for (const firstName of names) others.push(await world.asUser({ may: approves, companyId, firstName }));
  reader = await world.asUser({ may: ['fmmodule.invoices.read.company'], companyId });
  people = [manager, ...others];
  const [, petra, henk, joris] = people.map(({ userId }) => userId);
  // Joris stands in for Petra, by the clock of the machine and by that of the test.
  for (const [fromDay, untilDay] of [
    ['2026-11-01', '2026-12-31'],
    [new Date().toISOString().slice(0, 10), new Date(Date.now() + 864e5).toISOString().slice(0, 10)],
  ])
    await manager.post('/api/fmmodule/absences', { userId: petra, substituteId: joris, fromDay, untilDay });
  await manager.put(`/api/fmmodule/approval-flows/${companyId}`, {
    draft: {
      rules: [],
      otherwise: [
        { mode: 'one', userIds: [petra, henk] },
        { mode: 'all', userIds: [henk, joris] },
      ],
      fourEyes: { above: 500_000, secondApproverId: manager.userId },
    },
  });
  const used = await manager.post(`/api/fmmodule/approval-flows/${companyId}/put-in-use`);
  if (used.statusCode !== 200) throw new Error(used.body);
});
afterAll(() => world.close());

const who = fc.nat({ max: 3 });
const single = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('approve' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reject' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('hold' as const, 'resume' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bulk' as const), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('link' as const, 'link-reject' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('make-link' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('resubmit' as const, 'revise' as const),
      who: fc.constant(0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('comment' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('without-right' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('add' as const, 'move' as const, 'pass-on' as const, 'remove' as const),
      who: fc.constant(0),
      target: fc.nat({ max: 5 }),
      other: who,
      sequence: fc.integer({ min: 1, max: 4 }),
    }),
  },
);
const step = fc.oneof(
  { weight: 5, arbitrary: single.map((one) => [one]) },
  { weight: 1, arbitrary: fc.array(single, { minLength: 2, maxLength: 3 }) },
);
type Single = typeof single extends fc.Arbitrary<infer T> ? T : never;

interface Line {
  readonly id: string;
  readonly userId: string;
  readonly onBehalfOf: string | null;
  readonly round: number;
  readonly sequence: number;
  readonly mode: number;
  readonly state: number;
}

/** A creditor of its own, with the id of the invoice. */
async function giveCreditor(companyId: string, id: string): Promise<void> {
  await sql`insert into creditors (company_id, id, name, name_key) values (${companyId}, ${id}, 'Bakker', ${id})`.execute(
    world.db,
  );
  await world.db.updateTable('invoices').set({ creditor_id: id }).where('id', '=', id).execute();
}

async function look(id: string) {
  const invoice = await world.db
    .selectFrom('invoices')
    .where('id', '=', id)
    .select([
      'status',
      'approval_state',
      'round',
      'total_in_cents',
      'comments',
      sql<boolean>`exists (select from creditors c where c.company_id = invoices.company_id
        and c.id = invoices.creditor_id and c.blocked_at is not null)`.as('isStopped'),
    ])
    .executeTakeFirstOrThrow();
  const { rows: lines } = await sql<Line>`
    select id, user_id as "userId", on_behalf_of as "onBehalfOf", round, sequence, mode, state
    from invoice_approvals where invoice_id = ${id} order by round, sequence, id`.execute(world.db);
  const { rows } = await sql<{ entries: number; approvals: number }>`select
    (select count(*)::integer from invoice_comments where invoice_id = ${id}) as entries,
    (select count(*)::integer from history where entity_id = ${id} and verb = 'approve') as approvals`.execute(
    world.db,
  );
  return { ...invoice, lines, entries: rows[0]?.entries ?? 0, approvals: rows[0]?.approvals ?? 0 };
}
type Seen = Awaited<ReturnType<typeof look>>;

const [waiting, pending, approved, rejected] = [0, 1, 2, 3];
const isOpen = ({ state }: Line) => state === waiting || state === pending;

type Rules = readonly (readonly [what: string, holds: boolean])[];
const broken = (rules: Rules) => rules.flatMap(([what, holds]) => (holds ? [] : [what]));

/** What the rules ask of a state by itself, where it does not hold. */
function brokenIn(seen: Seen): string[] {
  const current = seen.lines.filter(({ round }) => round === seen.round);
  const open = current.filter(isOpen);
  const turns = open.filter(({ state }) => state === pending);
  const first = Math.min(...open.map(({ sequence }) => sequence));
  const approvals = current.filter(({ state }) => state === approved);
  const isFinal = seen.status === 2;
  const isEnded = isFinal || seen.approval_state === 2;
  const asksTwo = Math.abs(seen.total_in_cents) > 500_000;
  const [, petra, , joris] = people;
  const substitutes = seen.lines.filter(({ onBehalfOf }) => onBehalfOf !== null);
  return broken([
    ['nothing is open once it is decided', !isEnded || open.length === 0],
    ['an open invoice is somebody’s turn', isEnded || current.length === 0 || turns.length > 0],
    ['only the first open step has its turn', turns.every(({ sequence }) => sequence === first)],
    ['it was approved by somebody', !isFinal || approvals.length > 0],
    ['four eyes', !isFinal || !asksTwo || pairsOfEyes(approvals).length > 1],
    [
      'a substitute decides for whom they stand in',
      substitutes.every(({ userId, onBehalfOf }) => onBehalfOf === petra?.userId && userId === joris?.userId),
    ],
    ['a round is rejected once', current.filter(({ state }) => state === rejected).length <= 1],
  ]);
}

/** What the rules ask of one state after another, where it does not hold. */
function brokenBetween(before: Seen, after: Seen, steps: readonly Single[]): string[] {
  const old = (seen: Seen) => JSON.stringify(seen.lines.filter(({ round }) => round < before.round));
  const decided = (seen: Seen, states: readonly number[]) =>
    seen.lines
      .filter(({ state }) => states.includes(state))
      .map(({ id, userId, state }) => `${id} ${userId} ${state}`);
  const takesBack = steps.some((one) => ['undo', 'withdraw'].includes(one.do));
  const kept = decided(after, [approved, rejected]);
  const approvedMore = decided(after, [approved]).length > decided(before, [approved]).length;
  const isStopped = before.isStopped && steps.every((one) => one.do !== 'stop');
  return broken([
    ['no comment disappears', after.entries >= before.entries],
    ['the text only grows', after.comments.startsWith(before.comments)],
    ['an earlier round never changes', old(after) === old(before)],
    [
      'what was decided stays',
      takesBack || decided(before, [approved, rejected]).every((line) => kept.includes(line)),
    ],
    ['an open stop approves nothing', !isStopped || !approvedMore],
    [
      'a decision is written',
      after.status !== 2 || before.status === 2 || after.approvals > before.approvals,
    ],
  ]);
}

/** The answers that must not be: mistakes of ours, and a decision without the right. */
const wrongAnswers = (steps: readonly Single[], codes: readonly number[]) =>
  codes.flatMap((code, at) => {
    const verb = steps[at]?.do ?? '';
    return code >= 500 || (verb === 'without-right' && code !== 403) ? [`${verb} ${code}`] : [];
  });

test('no sequence of calls reaches a state that is forbidden', { timeout: 120_000 }, async () => {
  let made = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(100_000, 500_000, 500_001, -900_000),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (totalInCents, steps) => {
        const [manager] = people;
        if (!manager) throw new Error('nobody');
        const { companyId } = manager;
        made += 1;
        now = new Date('2026-11-23T09:00:00Z');
        const { id } = await buildInvoice(world.db, { companyId, documentId: `P-${made}`, totalInCents });
        await giveCreditor(companyId, id);
        await manager.post(`/api/fmmodule/approval-flows/${companyId}/apply`, {});
        const links: string[] = [];
        let before = await look(id);
        expect(brokenIn(before)).toEqual([]);
        for (const together of steps) {
          now = new Date(now.getTime() + 3000);
          const codes = await Promise.all(together.map((one) => take(one, id, before, links)));
          const after = await look(id);
          const wrong = [
            ...wrongAnswers(together, codes),
            ...brokenIn(after),
            ...brokenBetween(before, after, together),
          ];
          expect({ together, wrong }).toEqual({ together, wrong: [] });
          before = after;
        }
        // The next run's flow is not asked to apply to this one.
        await world.db.updateTable('invoices').set({ status: 3 }).where('id', '=', id).execute();
      },
    ),
    { numRuns: Number(process.env['BALIE_RUNS'] ?? 20), seed: Number(process.env['BALIE_SEED'] ?? 20261123) },
  );
});

async function take(one: Single, id: string, seen: Seen, links: string[]): Promise<number> {
  const person = people[one.who] ?? reader;
  const url = `/api/fmmodule/invoices/${id}`;
  const post = async (path: string, body: object = {}, by = person) => (await by.post(path, body)).statusCode;
  switch (one.do) {
    case 'approve':
      return post(`${url}/approve`, { approve: true });
    case 'reject':
      return post(`${url}/approve`, { approve: false, comments: 'Nee' });
    case 'without-right':
      return post(`${url}/approve`, { approve: true }, reader);
    case 'undo':
    case 'withdraw':
    case 'resubmit':
      return post(`${url}/${one.do}`);
    case 'revise':
      return post(`${url}/withdraw-decisions`, { reason: 'Bedrag' });
    case 'hold':
    case 'resume':
      return post(`${url}/hold`, { hold: one.do === 'hold' });
    case 'bulk':
      await person.put(`${url}/opened`, {});
      return post('/api/fmmodule/invoices/decide', { verb: 'approve', ids: [id] });
    case 'comment':
      return post(`${url}/comments`, { comments: `${seen.comments}\nGezien` });
    case 'stop':
      // A blocked creditor stops all its invoices.
      await world.db
        .updateTable('creditors')
        .set({ blocked_at: seen.isStopped ? null : now.toISOString() })
        .where('id', '=', id)
        .execute();
      return 200;
    case 'make-link':
    case 'link':
    case 'link-reject': {
      const key = { companyId: person.companyId, invoiceId: id, userId: person.userId };
      if (one.do === 'make-link' || links.length === 0) {
        await sendLink(world.services, key);
        const { id: linkId } = await world.db
          .selectFrom('approval_links')
          .where('invoice_id', '=', id)
          .where('user_id', '=', person.userId)
          .orderBy('id', 'desc')
          .select('id')
          .executeTakeFirstOrThrow();
        links.push(linkPath(world.services.secretKey, { companyId: key.companyId, id: linkId }));
        if (one.do === 'make-link') return 200;
      }
      const verb = one.do === 'link' ? 'approve' : 'reject';
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await world.anonymous.post(`${links.at(-1)}/${verb}`, 'reason=Nee', form)).statusCode;
    }
    case 'add': {
      const userId = people[one.other]?.userId ?? '';
      const body = { invoiceId: id, userId, sequence: one.sequence, mode: 'all', reason: 'Kent het' };
      return post('/api/fmmodule/approvals', body);
    }
    case 'move':
    case 'pass-on':
    case 'remove': {
      const line = seen.lines[one.target % Math.max(1, seen.lines.length)];
      const at = `/api/fmmodule/approvals/${line?.id ?? id}`;
      if (one.do === 'move')
        return (await person.put(at, { sequence: one.sequence, reason: 'Later' })).statusCode;
      if (one.do === 'remove') return (await person.delete(`${at}?reason=Dubbel`)).statusCode;
      return post(`${at}/pass-on`, { userId: people[one.other]?.userId ?? '', reason: 'Vrij' });
    }
  }
}
