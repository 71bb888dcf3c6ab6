import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { uploadUbl, startWork, type Work } from '../testing/work.ts';
import { buildInvoice } from '../testing/factories.ts';
import { EntryKind, EntryRole } from '../charts/chart-numbers.ts';

let world: TestApp;
let booker: TestClient;
let approver: TestClient;
let work: Work;

const rights = [
  'fmmodule.invoices.read.company',
  'fmmodule.invoices.update.company',
  'fmmodule.documents.create.company',
  'fmmodule.documents.read.company',
];

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
  booker = await world.asUser({ may: rights, firstName: 'Sanne', lastName: 'de Wit' });
  approver = await world.asUser({
    may: ['fmmodule.invoices.read.company', 'fmmodule.invoices.approve.company'],
    companyId: booker.companyId,
  });
});
afterAll(async () => {
  await work.close();
  await world.close();
});

const url = (id: string) => `/api/fmmodule/invoices/${id}`;
const edit = async (id: string) => (await booker.get(`${url(id)}/booking`)).json().result;
const save = (id: string, body: object, client = booker) => client.put(`${url(id)}/booking`, body);
const approve = (id: string) => approver.post(`${url(id)}/approve`, { approve: true });
const cost = (number: string, debit: number, more: object = {}) => ({ ledger: { number }, debit, ...more });

interface Line {
  readonly id: string;
  readonly kind: string;
  readonly ledger: { readonly number: string };
  readonly debit: number;
  readonly credit: number;
  readonly vatCode: string;
  readonly origin: string;
  readonly isTouched: boolean;
}
const shown = (lines: readonly Line[]) =>
  lines.map(({ kind, ledger, vatCode, debit, credit }) => [kind, ledger.number, vatCode, debit - credit]);

async function buildChart(): Promise<string> {
  const { id } = await buildAdministration(world.db, booker.companyId);
  const of = { company_id: booker.companyId, administration_id: id };
  const entry = (number: string, name: string, more: object = {}) => ({
    ...of,
    kind: EntryKind.account,
    number,
    name,
    import_id: null,
    ...more,
  });
  await world.db
    .insertInto('chart_entries')
    .values([
      entry('4310', 'Schoonmaak'),
      entry('4385', 'Glasbewassing', { is_open: false }),
      entry('1600', 'Crediteuren', { role: EntryRole.creditors }),
      entry('1520', 'Te vorderen btw', { role: EntryRole.vatToReclaim }),
      entry('1530', 'Te betalen btw', { role: EntryRole.vatToPay }),
      entry('110', 'Hoofdkantoor', { kind: EntryKind.costcenter }),
      entry('INK', 'Inkoop', { kind: EntryKind.journal, role: EntryRole.purchases }),
    ])
    .execute();
  const code = (name: string, kind: number) => ({ ...of, code: name, name, kind, import_id: null });
  await world.db
    .insertInto('vat_codes')
    .values([code('H21', 0), code('V21', 1)])
    .execute();
  const rate = (name: string, from: string, to: number) => ({ ...of, code: name, from_day: from, rate: to });
  await world.db
    .insertInto('vat_code_rates')
    .values([
      rate('H21', '2001-01-01', 1900),
      rate('H21', '2012-10-01', 2100),
      rate('V21', '2012-10-01', 2100),
    ])
    .execute();
  const period = (number: number, isClosed: boolean) => ({
    ...of,
    year: 2026,
    period: number,
    from_day: `2026-${String(number).padStart(2, '0')}-01`,
    until_day: `2026-${String(number).padStart(2, '0')}-28`,
    is_closed: isClosed,
  });
  await world.db
    .insertInto('booking_periods')
    .values([period(9, true), period(10, false), period(11, false)])
    .execute();
  return id;
}

const build = (administrationId: string | null, seed: object = {}) =>
  buildInvoice(world.db, {
    companyId: booker.companyId,
    administrationId,
    totalInCents: 12_100,
    exclInCents: 10_000,
    vatInCents: 2100,
    ...seed,
  });

describe('booking lines', () => {
  test('are written as a whole: ids stay, VAT and creditor follow, and the history says it in words', async () => {
    const { id } = await build(null);
    const first = await save(id, { lines: [cost('4300', 10_000, { description: 'Ketel' })] });
    expect(first.statusCode).toBe(200);
    const { lines } = first.json().result.booking;
    expect(shown(lines)).toEqual([
      ['costs', '4300', '', 10_000],
      ['vat', '1520', '', 2100],
      ['creditor', '1600', '', -12_100],
    ]);
    expect(lines[0]).toMatchObject({ lineNumber: 1, origin: 'hand', isTouched: true, costcenter: '' });

    const split = [{ ...lines[0], debit: 4000 }, cost('4600', 6000)];
    const again = await save(id, { lines: split, rowVersion: first.json().result.rowVersion });
    const after: Line[] = again.json().result.booking.lines;
    expect(after.map((line) => line.id)).toEqual([lines[0].id, expect.any(String), lines[1].id, lines[2].id]);
    expect(after.map((line) => line.isTouched)).toEqual([true, true, false, false]);

    const history = await world.db
      .selectFrom('history')
      .where('entity_id', '=', id)
      .orderBy('id', 'desc')
      .select(['verb', 'changes'])
      .executeTakeFirstOrThrow();
    expect(history.verb).toBe('book');
    expect(history.changes).toMatchObject({
      booking: { new: expect.stringContaining('40,00 · 4300 · Ketel') },
    });
    expect((await save(id, { lines: [], rowVersion: 1 })).statusCode).toBe(409);
    expect(await world.db.selectFrom('invoices').where('id', '=', id).select('booked_by').execute()).toEqual([
      { booked_by: [booker.userId] },
    ]);
  });

  test('in a chart have its open entries only; all that is wrong is said at once, each at its cell', async () => {
    const { id } = await build(await buildChart());
    const reply = await save(id, {
      lines: [
        cost('4385', 5000, { costcenter: '999', vatCode: 'X', period: '2026-09' }),
        cost('', 0, { credit: 0 }),
        cost('4310', 1, { credit: 1 }),
      ],
      bookingDate: '2026-09-03',
    });
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().codes).toEqual({
      lines_0_ledger: ['unknown'],
      lines_0_costcenter: ['unknown'],
      lines_0_vat_code: ['unknown'],
      lines_0_period: ['closed'],
      lines_1_amount: ['required'],
      lines_1_period: ['closed'],
      lines_2_amount: ['one-side'],
      lines_2_period: ['closed'],
      booking_date: ['closed'],
    });
    expect(reply.json().errors.lines_0_period).toEqual([
      'Periode 2026-09 is gesloten; 2026-10 is de dichtstbijzijnde open periode.',
    ]);
  });

  test('have the rate of the day, and reverse charge writes both lines', async () => {
    const administrationId = await buildChart();
    const { id } = await build(administrationId);
    const saved = await save(id, { lines: [cost('4310', 10_000, { costcenter: '110', vatCode: 'H21' })] });
    expect(shown(saved.json().result.booking.lines)).toEqual([
      ['costs', '4310', 'H21', 10_000],
      ['vat', '1520', 'H21', 2100],
      ['creditor', '1600', '', -12_100],
    ]);
    expect(await edit(id)).toMatchObject({
      journal: 'INK',
      bookingDate: '2026-11-02',
      period: '2026-11',
      isLocked: false,
      chart: { hasChart: true, costcenters: [{ number: '110' }], vatCodes: [{ rate: 2100 }, { rate: 2100 }] },
    });
    const reversed = await build(administrationId, { totalInCents: 10_000, vatInCents: 0 });
    const both = await save(reversed.id, { lines: [cost('4310', 10_000, { vatCode: 'V21' })] });
    expect(shown(both.json().result.booking.lines)).toEqual([
      ['costs', '4310', 'V21', 10_000],
      ['vat', '1520', 'V21', 2100],
      ['vat', '1530', 'V21', -2100],
      ['creditor', '1600', '', -10_000],
    ]);
  });

  test('that are computed change only with a reason, and stay then until they are computed again', async () => {
    const { id } = await build(null);
    const { lines } = (await save(id, { lines: [cost('4300', 10_001)] })).json().result.booking;
    const [first, vat, creditor] = lines;
    const corrected = [first, { ...vat, debit: 2099 }, creditor];
    expect((await save(id, { lines: corrected })).json().codes).toEqual({ computed_reason: ['required'] });
    const saved = await save(id, { lines: corrected, computedReason: 'De leverancier rondt af' });
    expect(saved.json().result.booking.lines[1]).toMatchObject({ debit: 2099, isTouched: true });
    const kept = await save(id, { lines: [{ ...first, description: 'Ketel' }] });
    expect(kept.json().result.booking.lines[1]).toMatchObject({ id: vat.id, debit: 2099 });
    const fresh = await save(id, { lines: [first], recompute: true });
    expect(fresh.json().result.booking.lines[1]).toMatchObject({ debit: 2100, isTouched: false });
  });

  test('may be saved with a difference or without an account, and are not approved so', async () => {
    const administrationId = await buildChart();
    const { id } = await build(administrationId);
    await save(id, { lines: [cost('4310', 9000)] });
    expect((await approve(id)).json().codes).toEqual({ booking: ['unbalanced'] });
    await save(id, { lines: [cost('', 10_000)] });
    expect((await approve(id)).json().codes).toEqual({ booking: ['without-account'] });
    await world.db
      .updateTable('administrations')
      .where('id', '=', administrationId)
      .set({ coupling: 'ubl' })
      .execute();
    expect((await approve(id)).statusCode).toBe(200);
  });

  test('are locked from the first decision on', async () => {
    const line = (userId: string, sequence: number, state: 'pending' | 'approved') => ({
      userId,
      sequence,
      state,
      ...(state === 'approved' ? { decidedAt: '2026-11-20T10:00:00.000Z' } : {}),
    });
    const { id } = await build(null, {
      lines: [line(approver.userId, 1, 'approved'), line(booker.userId, 2, 'pending')],
    });
    expect((await edit(id)).isLocked).toBe(true);
    expect(await save(id, { lines: [] })).toBeProblem(409, 'wrong-state');
    const approved = await build(null, { status: 'ReadyForProcessing', approvalState: 'approved' });
    expect(await save(approved.id, { lines: [] })).toBeProblem(409, 'wrong-state');
  });

  test('need the right to change invoices', async () => {
    const { id } = await build(null);
    expect(await save(id, { lines: [] }, approver)).toBeProblem(403, 'forbidden');
    expect(await approver.get(`${url(id)}/booking`)).toBeProblem(403, 'forbidden');
  });
});

describe('a value that is corrected', () => {
  test('gives another proposal as long as nobody touched it, and then only a difference', async () => {
    const corrections = ['fmmodule.invoicerecognitiondata.read', 'fmmodule.invoicerecognitiondata.update'];
    const clerk = await world.asUser({
      may: [...rights, ...corrections, 'fmmodule.invoices.approve.company'],
    });
    await buildAdministration(world.db, clerk.companyId);
    const id =
      (await uploadUbl(world, work, clerk, { lines: [{ description: 'Ketel', cents: 10_000 }] })) ?? '';
    const found = async () => (await clerk.get(url(id))).json().result;
    const { documentKey } = await found();
    const correct = async (value: string): Promise<Line[]> => {
      const address = `/api/fmmodule/invoicerecognition/${documentKey}/properties/total`;
      expect((await clerk.put(address, { value })).statusCode).toBe(200);
      return (await found()).booking.lines;
    };
    // Excl and VAT do not make this total, so nothing is proposed.
    expect(await correct('131,00')).toEqual([]);
    expect(shown(await correct('121,00'))).toEqual([
      ['costs', '4990', '', 10_000],
      ['vat', '1520', '', 2100],
      ['creditor', '1600', '', -12_100],
    ]);

    await save(id, { lines: [cost('4310', 4000), cost('4600', 6000)] }, clerk);
    const revised = await correct('131,00');
    expect(
      revised.map(({ ledger, debit, credit, origin }) => [ledger.number, debit - credit, origin]),
    ).toEqual([
      ['4310', 4000, 'hand'],
      ['4600', 6000, 'hand'],
      ['', 1000, 'difference'],
      ['1520', 2100, 'proposed'],
      ['1600', -13_100, 'proposed'],
    ]);
    const refused = await clerk.post(`${url(id)}/approve`, { approve: true });
    expect(refused.json().codes).toEqual({ booking: ['has-difference'] });
    expect(await correct('121,00')).toHaveLength(4);
    // Decided: what was read of it is fixed.
    expect((await clerk.post(`${url(id)}/approve`, { approve: true })).statusCode).toBe(200);
    const address = `/api/fmmodule/invoicerecognition/${documentKey}/properties/total`;
    const locked = await clerk.put(address, { value: '131,00' });
    expect(locked).toBeProblem(409, 'wrong-state');
    expect(locked.json().detail).toMatch(/al beslist/);
  });
});

test('an invoice is proposed as the last ones of its creditor were booked, and says which those are', async () => {
  const clerk = await world.asUser({ may: [...rights, 'fmmodule.invoices.approve.company'] });
  await buildAdministration(world.db, clerk.companyId);
  const send = async (number: string) =>
    (await uploadUbl(world, work, clerk, {
      number,
      kvk: '12345678',
      iban: null,
      lines: [{ description: `Werk ${number}`, cents: 10_000 }],
    })) ?? '';
  const costsOf = async (id: string) =>
    (await clerk.get(url(id))).json().result.booking.lines.filter(({ kind }: Line) => kind === 'costs');
  const [first, second] = [await send('1'), await send('2')];
  expect((await costsOf(second))[0]).toMatchObject({ ledger: { number: '4990' }, origin: 'proposed' });
  for (const id of [first, second]) {
    await save(id, { lines: [cost('4310', 10_000, { costcenter: '110', description: 'Werk' })] }, clerk);
    expect((await clerk.post(`${url(id)}/approve`, { approve: true })).statusCode).toBe(200);
  }
  const third = await send('3');
  expect((await costsOf(third))[0]).toMatchObject({
    ledger: { number: '4310' },
    costcenter: '110',
    origin: 'memory',
    isTouched: false,
  });
  const { suggestion } = (await clerk.get(`${url(third)}/booking`)).json().result;
  expect(suggestion).toMatchObject({
    lines: [{ ledger: { number: '4310' }, costcenter: '110', share: 10_000 }],
    share: 10_000,
    count: 2,
    of: 2,
  });
  expect(suggestion.invoices.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [first, second].toSorted(),
  );
});
