import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { ContactPersonsList } from '../contact-persons/contact-persons-list.tsx';
import { coreScreens } from '../index.ts';
import { CustomerRelationsDetail } from './customer-relations-detail.tsx';
import { CustomerRelationsCreate, CustomerRelationsUpdate } from './customer-relations-form.tsx';
import { CustomerRelationsList } from './customer-relations-list.tsx';

const bakery: Rec<typeof customerRelations> = {
  id: 'b1',
  companyId: 'v1',
  tag: '10482',
  name: 'Bakkerij Ommen',
  address: {
    street: 'Markt 1',
    city: 'Ommen',
    zipCode: '7731 AB',
    postBox: '',
    country: 'NL',
    fullAddress: 'Markt 1, 7731 AB Ommen',
  },
  emailAddress: { address: 'info@bakkerij.example' },
  phoneNumber: { number: '' },
  websiteUrl: 'https://bakkerij.example',
  kvkNumber: '12345678',
  oin: '',
  vatId: '',
  iban: '',
  createdAt: '2026-11-02T09:14:00Z',
  updatedAt: '2026-11-12T13:05:00Z',
  updatedBy: 'Sanne de Wit',
  rowVersion: 3,
};
const path = '/api/core/customer-relations';
const everything = ['read', 'create', 'update', 'delete', 'import'].flatMap((verb) => [
  `core.customerrelations.${verb}.company`,
  `core.contactpersons.${verb}.company`,
]);
const opened = { screens: coreScreens, may: everything };
const detail = { path: '/core/customer-relations/{customerRelationId}', at: '/core/customer-relations/b1' };
const update = { path: `${detail.path}/update`, at: `${detail.at}/update` };

test('relations are listed with what is unknown said so, and each is a link to its detail', async () => {
  const server = fakeServer();
  server.list(customerRelations, {}, [bakery], 37);
  await renderScreen(CustomerRelationsList, { ...opened, server });
  const row = await screen.findByRole('row', { name: /Bakkerij Ommen/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['10482', 'Bakkerij Ommen', 'Markt 1', '7731 AB', 'info@bakkerij.example', 'Onbekend']);
  expect(within(row).getByRole('link')).toHaveProperty(
    'href',
    expect.stringMatching(/\/core\/customer-relations\/b1$/),
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Klantrelaties 37');
  const sizes = within(screen.getByRole('combobox', { name: 'Rijen per pagina' })).getAllByRole('option');
  expect(sizes.map(({ textContent }) => textContent)).toEqual([
    '50 per pagina',
    '100 per pagina',
    '200 per pagina',
  ]);
});

test('who came in under /management stays there', async () => {
  const server = fakeServer();
  server.list(customerRelations, {}, [bakery]);
  await renderScreen(CustomerRelationsList, { ...opened, server, path: '/management/customer-relations' });
  const link = await screen.findByRole('link', { name: 'Bakkerij Ommen' });
  expect(link).toHaveProperty('href', expect.stringMatching(/\/management\/customer-relations\/b1$/));
});

test('the detail shows what is known, with links to write, call and visit', async () => {
  const server = fakeServer();
  server.one(customerRelations, {}, bakery);
  await renderScreen(CustomerRelationsDetail, { ...opened, ...detail, server });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('10482 Bakkerij Ommen');
  const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
  expect(facts).toEqual([
    '10482',
    'Markt 1, 7731 AB Ommen',
    'bakkerij.example',
    'info@bakkerij.example',
    'Onbekend',
    '12345678',
    '12-11-2026 14:05, Sanne de Wit',
  ]);
  expect(screen.getByRole('link', { name: 'bakkerij.example' })).toHaveProperty('rel', 'noopener noreferrer');
  const tabs = within(screen.getByRole('navigation', { name: 'Onderdelen' })).getAllByRole('link');
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Contactpersonen', 'Historie']);
});

test('a relation that is in use is not deleted, and the person reads what uses it', async () => {
  const server = fakeServer();
  server.one(customerRelations, {}, bakery);
  const usedBy = {
    count: 7,
    first: [{ resource: 'comceptum/workorders', id: 'w1', name: 'Visitekaartjes' }],
  };
  server.on('DELETE', `${path}/b1`, () =>
    Response.json(
      { type: '/problems/in-use', title: 'x', status: 409, instance: '', usedBy },
      { status: 409 },
    ),
  );
  const { user, address } = await renderScreen(CustomerRelationsDetail, { ...opened, ...detail, server });
  await user.click(await screen.findByRole('button', { name: 'Verwijderen' }));
  const question = await screen.findByRole('dialog', { name: 'Klantrelatie verwijderen?' });
  expect(question.textContent).toContain('De contactpersonen gaan mee.');
  await user.click(within(question).getByRole('button', { name: 'Verwijderen' }));
  const refused = await screen.findByRole('dialog', { name: 'Klantrelatie wordt nog gebruikt' });
  expect(refused.textContent).toContain('Visitekaartjes');
  expect(refused.textContent).toContain('en 6 andere');
  expect(address()).toBe('/core/customer-relations/b1');
});

test('every field id of product 1.5 has its place for a sentence of the server', async () => {
  const ids = [
    'name',
    'tag',
    'kvk_number',
    'address_street',
    'address_zip_code',
    'address_city',
    'address_post_box',
    'email_address_address',
    'phone_number_number',
    'website_url',
    'vat_id',
    'iban',
  ];
  const server = fakeServer();
  server.on('POST', path, () =>
    refusal('validation', { errors: Object.fromEntries(ids.map((id) => [id, [`fout ${id}`]])) }),
  );
  const { user } = await renderScreen(CustomerRelationsCreate, { ...opened, server });
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await screen.findByText('12 velden kloppen nog niet.');
  for (const id of ids) {
    const field = document.getElementById(id);
    expect(field?.getAttribute('aria-invalid'), id).toBe('true');
    expect(screen.getAllByText(`fout ${id}`), id).toHaveLength(1);
  }
});

test('a likely duplicate is named while typing with a link, and saving goes on', async () => {
  const server = fakeServer();
  const twin = { id: 'b1', tag: '10482', name: 'Bakkerij Ommen', reasons: ['kvk', 'email'] };
  server.on('GET', `${path}/duplicates`, () => result([twin]));
  server.on('POST', path, () => result({ ...bakery, id: 'b2', warnings: [twin] }));
  const { user, address } = await renderScreen(CustomerRelationsCreate, { ...opened, server });
  await user.type(screen.getByRole('textbox', { name: /^Naam/ }), 'Bakkerij');
  await user.type(screen.getByRole('textbox', { name: /^KvK-nummer/ }), '12345678');
  const link = await screen.findByRole('link', { name: '10482 Bakkerij Ommen' });
  expect(link).toHaveProperty('href', expect.stringMatching(/\/core\/customer-relations\/b1$/));
  expect(screen.getByText(/zelfde KvK-nummer, zelfde e-mailadres/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(address()).toBe('/core/customer-relations'));
  expect(await screen.findByText('Bewaard, maar kijk dit na')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Bekijken' }));
  await waitFor(() => expect(address()).toBe('/core/customer-relations/b1'));
});

test('who saved in the meantime is named, and what the person typed stays', async () => {
  const server = fakeServer();
  server.one(customerRelations, {}, bakery);
  const stored = {
    ...bakery,
    name: 'Bakkerij Vechtdal',
    iban: 'NL91ABNA0417164300',
    rowVersion: 4,
    updatedBy: 'Joris Kamp',
    updatedAt: '2026-11-21T13:02:00Z',
  };
  server.on('PUT', `${path}/b1`, () => refusal('stale', { current: stored }));
  const { user, address } = await renderScreen(CustomerRelationsUpdate, { ...opened, ...update, server });
  const name = await screen.findByRole('textbox', { name: /^Naam/ });
  await user.clear(name);
  await user.type(name, 'Bakkerij Zwolle');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('Joris Kamp bewaarde dit om 14:02')).toBeTruthy();
  expect(name).toHaveProperty('value', 'Bakkerij Zwolle');
  server.on('PUT', `${path}/b1`, () => result(stored));
  await user.click(screen.getByRole('button', { name: 'Bewaren met deze keuze' }));
  await waitFor(() => expect(address()).toBe('/core/customer-relations/b1'));
  expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    name: 'Bakkerij Zwolle',
    iban: 'NL91ABNA0417164300',
    rowVersion: 4,
  });
});

test('contact persons are added in a dialog, and one without a last name is refused at its field', async () => {
  const server = fakeServer();
  const parents = { customerRelationId: 'b1' };
  server.list(contactPersons, parents, []);
  server.on('POST', `${path}/b1/contact-persons`, () =>
    refusal('validation', { errors: { last_name: ['Geef een achternaam'] } }),
  );
  const { user } = await renderScreen(ContactPersonsList, { ...opened, ...detail, server });
  await screen.findByText('Nog geen contactpersonen');
  await user.click(screen.getByRole('button', { name: 'Contactpersoon toevoegen' }));
  const dialog = await screen.findByRole('dialog', { name: 'Contactpersoon toevoegen' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Voornaam' }), 'Jan');
  await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
  expect(await within(dialog).findByText('Geef een achternaam')).toBeTruthy();
  expect(document.activeElement?.id).toBe('last_name');
  expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    firstName: 'Jan',
    lastName: '',
    mobileNumber: { number: '' },
  });
});
