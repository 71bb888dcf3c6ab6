import { configure, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { customerAdministrations, customers } from '#contract/billing/customers.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { billingScreens } from '../index.ts';
import { sampleAdministration, sampleCustomer } from '../testing/samples.ts';
import { AdministrationsTab } from './administrations-tab.tsx';
import { CustomerDetail } from './customer-detail.tsx';
import { CustomersList } from './customers-list.tsx';

// A machine that does much else draws slowly.
configure({ asyncUtilTimeout: 8000 });

const may = ['fm.customers.read.system'];
const opened = { screens: billingScreens, may };
const at = { path: '/fm/customers/{companyId}', at: '/fm/customers/1' };

describe('customers', () => {
  test('are listed with their number, name and id, and each is a link to its detail', async () => {
    const server = fakeServer();
    server.list(
      customers,
      {},
      [sampleCustomer(), sampleCustomer({ id: '2', name: 'Gestopt', active: false })],
      214,
    );
    await renderScreen(CustomersList, { ...opened, server });
    const row = await screen.findByRole('row', { name: /Hofstede Tapijten/ });
    expect(within(row).getByRole('link')).toHaveProperty(
      'href',
      expect.stringMatching(/\/fm\/customers\/1$/),
    );
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['10042', 'Hofstede Tapijten', '1']);
    expect(screen.getByText('Inactief')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Klanten 214');
  });

  test('show what is known, and a dash where nothing runs', async () => {
    const server = fakeServer();
    server.one(customers, {}, sampleCustomer({ previousRelease: '' }));
    await renderScreen(CustomerDetail, { ...opened, ...at, server });
    expect((await screen.findByRole('heading', { name: /Hofstede/ })).textContent).toBe(
      '10042 Hofstede Tapijten',
    );
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['hofstede.example', 'FM-7Q2K-93XD', '4711', '5.2.0', '-']);
  });

  test('have only the tabs that the person may open', async () => {
    const server = fakeServer();
    server.one(customers, {}, sampleCustomer());
    await renderScreen(CustomerDetail, { ...opened, may: ['fm.customers.read.company'], ...at, server });
    await screen.findByRole('heading', { name: /Hofstede/ });
    const tabs = within(screen.getByRole('navigation', { name: 'Onderdelen' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Administraties', 'Facturen']);
  });
});

test('an administration opens to look at: every field and the save button are disabled', async () => {
  const server = fakeServer();
  server.list(customerAdministrations, { companyId: '1' }, [sampleAdministration]);
  const { user } = await renderScreen(AdministrationsTab, { ...opened, ...at, server });
  await user.click(await screen.findByRole('button', { name: 'Bekijk Hofstede Holding' }));
  const dialog = await screen.findByRole('dialog', { name: 'Administratie' });
  const fields = [...within(dialog).getAllByRole('textbox'), ...within(dialog).getAllByRole('radio')];
  expect(fields).toHaveLength(7);
  for (const field of fields) expect(field).toHaveProperty('disabled', true);
  expect(within(dialog).getByRole('textbox', { name: 'Mailserver' })).toHaveProperty(
    'value',
    'imap.hofstede.example',
  );
  expect(within(dialog).getByRole('textbox', { name: 'Mailserver' }).id).toBe('mail-hostname');
  expect(within(dialog).getByRole('button', { name: 'Opslaan' })).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
