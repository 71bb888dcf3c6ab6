import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { companies } from '#contract/core/companies.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { InvoicesList } from '../invoices/invoices-list.tsx';
import { approver, invoiceServer, invoicesUpTo } from '../testing/samples.ts';

function draw(at = '/', may: readonly string[] = approver) {
  const server = invoiceServer(invoicesUpTo(3));
  const asked = () =>
    server.calls
      .filter(({ url }) => url.startsWith('/api/fmmodule/invoices?$top=250'))
      .map(({ url }) => /\$filter=([^&]*)/.exec(url)?.[1]);
  return renderScreen(InvoicesList, { server, at, may, variant: 'fm' }).then((drawn) => ({
    ...drawn,
    asked,
  }));
}

test('filters are filled in by keyboard, as people type amounts and days, and stand in the address', async () => {
  const { user, address, asked } = await draw('/?page=2&open=i3');
  await screen.findByText('Crediteur 1');
  await user.keyboard('f');
  const dialog = within(await screen.findByRole('dialog', { name: 'Facturen filteren' }));
  const creditor = dialog.getByLabelText('Crediteur');
  await waitFor(() => expect(document.activeElement).toBe(creditor));
  await user.keyboard('Bakker');
  await user.type(dialog.getByLabelText('Bedrag vanaf'), '9.332,19');
  await user.type(dialog.getByLabelText('Factuurdatum tot en met'), '30112026');
  expect(dialog.queryByLabelText('Bedrijf')).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new URLSearchParams(address().slice(2))).toEqual(
    new URLSearchParams({ creditor: 'Bakker', amountFrom: '9332.19', dateTo: '2026-11-30' }),
  );
  await waitFor(() =>
    expect(asked()).toContain(
      "contains(creditor/name, 'Bakker') and totalAmount ge 933219 and invoiceDate le 2026-11-30",
    ),
  );
  const chips = within(screen.getByRole('group', { name: 'Filters' }));
  expect(chips.getByRole('button', { name: 'Bedrag vanaf: 9.332,19' })).toBeTruthy();
  await user.click(chips.getByRole('button', { name: 'Bedrag vanaf leegmaken' }));
  await waitFor(() => expect(address()).not.toContain('amountFrom'));
  expect(address()).toContain('creditor');
});

test('one click clears all filters and leaves the view', async () => {
  const { user, address, asked } = await draw('/?status=rejected&kvk=12345678&dateFrom=2026-11-01');
  await waitFor(() => expect(asked()).toContain("invoiceDate ge 2026-11-01 and contains(kvk, '12345678')"));
  const chips = within(await screen.findByRole('group', { name: 'Filters' }));
  await user.click(chips.getByRole('button', { name: 'Filters wissen' }));
  await waitFor(() => expect(address()).toBe('/?status=rejected'));
  expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull();
});

test('a range the wrong way round says so at its field, and asks nothing', async () => {
  const { user, address } = await draw('/?amountFrom=100.00');
  await user.click(await screen.findByRole('button', { name: 'Filters (1)' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Bedrag tot en met'), '99');
  await user.click(dialog.getByRole('button', { name: 'Tonen' }));
  await dialog.findByText('Geef een bedrag dat niet lager is dan ‘vanaf’');
  expect(address()).toBe('/?amountFrom=100.00');
});

test('who may read companies picks one from the list, and gets that one alone', async () => {
  const { user, address, asked, server } = await draw('/', [
    ...approver,
    'fmmodule.invoices.read.system',
    'core.companies.read.system',
  ]);
  server.list(companies, {}, [
    { id: 'c2', name: 'Bos', domainName: 'bos.example', primaRelatienummer: '', active: true, userCount: 1 },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: /^Bedrijf/ }));
  await user.click(await screen.findByRole('option', { name: 'Bos' }));
  await user.click(dialog.getByRole('button', { name: 'Tonen' }));
  await waitFor(() => expect(address()).toContain('company=Bos'));
  await waitFor(() => expect(asked()).toContain("company/name eq 'Bos'"));
});

test('who sees several companies may look for one, and every state at once', async () => {
  const { user, address } = await draw('/', [...approver, 'fmmodule.invoices.read.system']);
  await user.click(await screen.findByRole('button', { name: 'Filters' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Bedrijf'), 'Vecht');
  await user.click(dialog.getByRole('combobox', { name: 'Status' }));
  const views = within(await screen.findByRole('listbox', { name: 'Status' }));
  await user.click(views.getByRole('option', { name: 'Alle' }));
  await user.click(dialog.getByRole('button', { name: 'Tonen' }));
  await waitFor(() => expect(address()).toContain('company=Vecht'));
  expect(decodeURIComponent(address())).toContain('status=Concept,Duplicate,ReadyForProcessing,Processed');
});
