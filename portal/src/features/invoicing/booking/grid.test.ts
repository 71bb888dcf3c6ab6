import { describe, expect, test } from 'vitest';
import type { BookingChart } from '#contract/invoicing/booking.ts';
import { bookingLine } from '../testing/samples.ts';
import { type GridAction, gridStep, type GridState, startGrid, undoSteps } from './grid-state.ts';
import { fittingChoices, readPasted, readRow, resolve } from './grid.rules.ts';

const chart: BookingChart = {
  hasChart: true,
  accounts: [
    { number: '4310', name: 'Schoonmaak' },
    { number: '4520', name: 'Groen en beplanting' },
  ],
  costcenters: [{ number: '110', name: 'Hoofdkantoor' }],
  costUnits: [],
  journals: [],
  vatCodes: [
    {
      code: 'H21',
      name: 'Hoog',
      kind: 'normal',
      rate: 2100,
      deductible: 10_000,
      account: null,
      dueAccount: null,
    },
  ],
  periods: [],
};

const start = () =>
  startGrid({ lines: [bookingLine(1, { ledger: { number: '4310', name: 'Schoonmaak' }, debit: 10_000 })] });
const after = (actions: readonly GridAction[], from: GridState = start()) =>
  actions.reduce((state, action) => gridStep(state, action, chart), from);
const amounts = ({ rows }: GridState) => rows.map(({ cells }) => cells.debit || cells.credit);

describe('moving', () => {
  test('goes by cells, from the end of a row to the next one, and stops at the edges', () => {
    const { row, column } = after([
      { do: 'go', row: 0, column: 'credit' },
      { do: 'move', columns: 1 },
    ]);
    expect([row, column]).toEqual([1, 'ledger']);
    expect(after([{ do: 'move', rows: -1 }]).row).toBe(0);
    expect(after([{ do: 'move', rows: 5 }]).row).toBe(1);
  });
});

describe('typing', () => {
  test('writes the number of what was typed, and Escape leaves the cell as it was', () => {
    const open: GridAction = { do: 'open', text: '' };
    const named: GridAction = { do: 'type', text: 'groen en beplanting' };
    expect(after([open, named, { do: 'close', keeps: true }]).rows[0]?.cells.ledger).toBe('4520');
    expect(after([open, named, { do: 'close', keeps: false }]).rows[0]?.cells.ledger).toBe('4310');
  });

  test('in the last row makes another one', () => {
    expect(
      after([
        { do: 'move', rows: 1 },
        { do: 'write', text: '4520' },
      ]).rows,
    ).toHaveLength(3);
  });

  test('counts for all selected rows, and an amount empties the other side', () => {
    const both = after([
      { do: 'copy' },
      { do: 'go', row: 0, column: 'vatCode' },
      { do: 'move', rows: 1, extends: true },
      { do: 'write', text: 'h21' },
    ]);
    expect(both.rows.map(({ cells }) => cells.vatCode)).toEqual(['H21', 'H21', '']);
    const credit = after([
      { do: 'go', row: 0, column: 'credit' },
      { do: 'write', text: '5' },
    ]);
    expect(credit.rows[0]?.cells).toMatchObject({ debit: '', credit: '5' });
  });
});

describe('lines', () => {
  test('are split to the cent, spread over months, copied and deleted', () => {
    const split = after([{ do: 'split', by: 'percentage', parts: [3333, 3333] }]);
    expect(amounts(split)).toEqual(['33,33', '33,33', '33,34', '']);
    expect(split.rows[0]?.id).toBe('l1');
    expect(split.rows[1]?.id).toBeUndefined();
    expect(amounts(after([{ do: 'split', by: 'amount', parts: [2500] }]))).toEqual(['25,00', '75,00', '']);
    const spread = after([{ do: 'spread', first: '2026-11', months: 3 }]);
    expect(spread.rows.map(({ cells }) => cells.period)).toEqual(['2026-11', '2026-12', '2027-01', '']);
    expect(amounts(after([{ do: 'copy' }, { do: 'remove' }]))).toEqual(['100,00', '']);
  });

  test('take the value from above', () => {
    const state = after([{ do: 'go', row: 1, column: 'ledger' }, { do: 'copy-down' }]);
    expect(state.rows[1]?.cells.ledger).toBe('4310');
  });

  test('come back, twenty steps of them', () => {
    const steps = Array.from({ length: 25 }, (_, index): GridAction => ({ do: 'write', text: `${index}` }));
    const undone = after([...steps, ...Array.from({ length: 30 }, (): GridAction => ({ do: 'undo' }))]);
    expect(undone.rows[0]?.cells.ledger).toBe(String(24 - undoSteps));
  });
});

describe('pasting', () => {
  test('takes several rows from a spreadsheet, and keeps what cannot be read', () => {
    const cells = readPasted(
      '4520\t110\tH21\t2026-11\t"Plant\nbak ""groot"""\t110,00\r\n9999\t\t\t\tX\tveel\r\n',
    );
    expect(cells).toEqual([
      ['4520', '110', 'H21', '2026-11', 'Plant bak "groot"', '110,00'],
      ['9999', '', '', '', 'X', 'veel'],
    ]);
    const state = after([
      { do: 'move', rows: 1 },
      { do: 'paste', cells },
    ]);
    expect(state).toMatchObject({ pasted: 2 });
    expect(state.rows).toHaveLength(4);
    const wrong = state.rows[2];
    expect(wrong?.cells.debit).toBe('veel');
    expect(wrong && readRow(wrong, chart).errors).toEqual([{ cell: 'debit', code: 'not-a-number' }]);
  });
});

test('choices fit by the beginning of the number, then by the name', () => {
  const accounts = [
    { value: '4310', name: 'Schoonmaak' },
    { value: '1043', name: 'Kas 43' },
  ];
  expect(fittingChoices(accounts, '43').map(({ value }) => value)).toEqual(['4310', '1043']);
  expect(resolve('4310 Schoonmaak', accounts)).toBe('4310');
  expect(resolve('onbekend', accounts)).toBe('onbekend');
});

describe('as last time', () => {
  const place = (number: string, share: number) => ({
    ledger: { number, name: '' },
    costcenter: '110',
    vatCode: 'H21',
    share,
  });
  const facts = {
    totalInCents: 12_100,
    exclInCents: 10_000,
    vatInCents: 2100,
    vatByRate: [],
    reference: 'Bakker 42',
    accounts: {
      creditors: { number: '1600', name: '' },
      vat: { number: '1520', name: '' },
      vatDue: { number: '1530', name: '' },
    },
  };
  const booking = (lines: ReturnType<typeof place>[]) => ({
    lines: [],
    bookingDate: '2026-11-12',
    journal: '',
    period: '2026-11',
    isLocked: false,
    facts,
    chart,
    suggestion: { lines, share: 9000, count: 8, of: 9, invoices: [] },
    rowVersion: 1,
  });

  test('puts every line in its one place', () => {
    const state = after([{ do: 'copy' }, { do: 'as-last-time', booking: booking([place('4520', 10_000)]) }]);
    expect(state.rows.map(({ cells }) => [cells.ledger, cells.vatCode])).toEqual([
      ['4520', 'H21'],
      ['4520', 'H21'],
      ['', ''],
    ]);
    expect(amounts(state)).toEqual(['100,00', '100,00', '']);
  });

  test('splits the amount without VAT over several, and can be undone', () => {
    const lines = [place('4310', 6667), place('4520', 3333)];
    const state = after([{ do: 'as-last-time', booking: booking(lines) }]);
    expect(amounts(state)).toEqual(['66,67', '33,33', '']);
    expect(amounts(after([{ do: 'undo' }], state))).toEqual(['100,00', '']);
  });
});
