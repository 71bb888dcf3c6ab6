import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { bookingToEdit } from '#contract/invoicing/booking.ts';
import { result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { bookingLine, invoice, invoiceServer } from '../testing/samples.ts';
import { BookingEditor } from './booking-editor.tsx';

const booking: z.output<typeof bookingToEdit> = {
  lines: [
    bookingLine(1, { ledger: { number: '4310', name: 'Schoonmaak' }, debit: 10_000 }),
    bookingLine(2, { kind: 'creditor', ledger: { number: '1600', name: 'Crediteuren' }, credit: 12_100 }),
  ],
  bookingDate: '2026-11-12',
  journal: 'INK',
  period: '2026-11',
  isLocked: false,
  facts: {
    totalInCents: 12_100,
    exclInCents: 10_000,
    vatInCents: 2100,
    vatByRate: [],
    reference: 'Bakker 42',
    accounts: {
      creditors: { number: '1600', name: 'Crediteuren' },
      vat: { number: '1520', name: 'Te vorderen btw' },
      vatDue: { number: '1530', name: 'Te betalen btw' },
    },
  },
  chart: {
    hasChart: true,
    accounts: [
      { number: '4310', name: 'Schoonmaak' },
      { number: '4520', name: 'Groen en beplanting' },
    ],
    costcenters: [],
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
    periods: [{ period: '2026-09', fromDay: '2026-09-01', untilDay: '2026-09-30', isClosed: true }],
  },
  suggestion: null,
  rowVersion: 3,
};

let number = 70;
async function open(differs: Partial<typeof booking> = {}) {
  number += 1;
  const one = invoice(number);
  const server = invoiceServer([one]);
  const sent: unknown[] = [];
  server.on('GET', `/api/fmmodule/invoices/${one.id}/booking`, () => result({ ...booking, ...differs }));
  server.on('PUT', `/api/fmmodule/invoices/${one.id}/booking`, ({ body }) => {
    sent.push(body);
    return result(one);
  });
  const state = { isClosed: false };
  const close = () => {
    state.isClosed = true;
  };
  const { user } = await renderScreen(() => <BookingEditor invoice={one} onClose={close} />, { server });
  const cell = (name: string) => screen.getByRole('gridcell', { name });
  await screen.findByRole('grid');
  return { user, cell, sent, state };
}

test('is edited without a mouse: VAT and balance follow while typing, and all of it is saved', async () => {
  const { user, cell, sent, state } = await open();
  screen.getByText('Debet is gelijk aan credit');
  await user.click(cell('Debet, regel 1'));
  await user.keyboard('40{Enter}');
  screen.getByText('Er is te weinig geboekt');
  await user.click(cell('Grootboekrekening, regel 2'));
  await user.keyboard('groen{ArrowDown}{Tab}');
  expect(cell('Grootboekrekening, regel 2').textContent).toContain('4520 Groen en beplanting');
  expect(document.activeElement).toBe(cell('Kostenplaats, regel 2'));
  await user.keyboard('{Tab}h21{Tab}');
  await user.click(cell('Debet, regel 2'));
  await user.keyboard('60{Escape}');
  expect(cell('Debet, regel 2').textContent).not.toContain('60');
  await user.keyboard('60{Enter}');
  await user.click(cell('Btw, regel 1'));
  await user.keyboard('H21{Enter}');
  screen.getByText('Debet is gelijk aan credit');
  within(screen.getByRole('grid')).getByText('1520 Te vorderen btw');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(state.isClosed).toBe(true));
  expect(sent).toMatchObject([
    {
      rowVersion: 3,
      lines: [
        { id: 'l1', ledger: { number: '4310' }, debit: 4000, vatCode: 'H21' },
        { ledger: { number: '4520' }, debit: 6000, vatCode: 'H21' },
      ],
    },
  ]);
});

test('keeps pasted cells that are wrong, counts them, and does not save', async () => {
  const { user, cell, sent } = await open();
  await user.click(cell('Grootboekrekening, regel 2'));
  await act(() => user.paste('9999\t\tX\t2026-09\tPlanten\tveel\r\n4520\t\tH21\t\tBakken\t74,00'));
  screen.getByText('2 rijen geplakt');
  screen.getByText(/4 cellen kloppen niet/);
  expect(cell('Debet, regel 2').textContent).toContain('veel');
  expect(cell('Periode, regel 2').title).toBe('Periode 2026-09 is gesloten.');
  await user.click(screen.getByRole('button', { name: /Opslaan/ }));
  expect(sent).toEqual([]);
  await user.click(cell('Debet, regel 2'));
  await user.keyboard('{Control>}z{/Control}');
  expect(screen.queryByText(/cellen kloppen niet/)).toBeNull();
});

test('splits and spreads the chosen line', async () => {
  const { user, cell } = await open();
  await user.click(cell('Grootboekrekening, regel 1'));
  await user.click(screen.getByRole('button', { name: 'Splitsen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Regel splitsen' });
  await user.type(within(dialog).getByLabelText('Regel 1'), '60');
  await user.click(within(dialog).getByRole('button', { name: 'Splitsen' }));
  expect(cell('Debet, regel 1').textContent).toContain('60,00');
  expect(cell('Omschrijving, regel 2').textContent).toContain('40%');
  await user.click(screen.getByRole('button', { name: 'Spreiden over maanden' }));
  const spread = await screen.findByRole('dialog', { name: 'Regel spreiden over maanden' });
  await user.click(within(spread).getByRole('button', { name: 'Spreiden' }));
  expect(cell('Periode, regel 3').textContent).toContain('2027-01');
  screen.getByText('Debet is gelijk aan credit');
});

test('takes over how the last invoices of the creditor were booked, with one key', async () => {
  const place = { ledger: { number: '4520', name: 'Groen en beplanting' }, costcenter: '', vatCode: 'H21' };
  const { user, cell, sent } = await open({
    suggestion: {
      lines: [{ ...place, share: 10_000 }],
      share: 8900,
      count: 8,
      of: 9,
      invoices: [],
    },
  });
  screen.getByText('(8 van de laatste 9)');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(cell('Grootboekrekening, regel 1').textContent).toContain('4520');
  expect(cell('Btw, regel 1').textContent).toBe('H21');
  await user.click(screen.getByRole('button', { name: /Opslaan/ }));
  await waitFor(() => expect(sent).toMatchObject([{ lines: [{ id: 'l1', ledger: { number: '4520' } }] }]));
});
