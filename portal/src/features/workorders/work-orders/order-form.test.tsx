import { configure, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { allAdministrations } from '#contract/core/administrations.ts';
import { contactPersons } from '#contract/core/contact-persons.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { allUsers } from '#contract/core/users.ts';
import { workOrders } from '#contract/workorders/work-orders.ts';
import { draftKey, draftKeysAt } from '#portal/kit/data/drafts.ts';
import { fakeServer, refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { workOrderScreens } from '../index.ts';
import { annualReport, insideLine } from '../testing/samples.ts';
import { OrderCopy, OrderCreate, OrderUpdate } from './order-form.tsx';

// A busy machine renders slowly.
configure({ asyncUtilTimeout: 8000, defaultHidden: true });
vi.setConfig({ testTimeout: 60_000 });

const path = '/comceptum/workorders';
const may = [
  ...['read', 'create', 'update', 'copy'].map((verb) => `comceptum.workorders.${verb}.company`),
  'comceptum.orderlines.create.company',
  'comceptum.orderlines.readpurchase.company',
  'core.users.read.company',
  'core.administrations.read.company',
  'core.customerrelations.read.company',
  'core.contactpersons.read.company',
];
const zorgpalet = {
  id: 'r1',
  companyId: 'c1',
  tag: '10602',
  name: 'Stichting Zorgpalet Twente',
  address: { street: '', city: '', zipCode: '', postBox: '', country: 'NL', fullAddress: '' },
  emailAddress: { address: '' },
  phoneNumber: { number: '' },
  websiteUrl: '',
};
const ilse = {
  id: 'p1',
  customerRelationId: 'r1',
  firstName: 'Ilse',
  lastName: 'Nijhof',
  fullName: 'Ilse Nijhof',
  function: '',
  landlineNumber: { number: '' },
  mobileNumber: { number: '' },
  emailAddress: { address: '' },
};

function serverOfForm(): FakeServer {
  const server = fakeServer();
  server.list(allAdministrations, {}, [
    {
      id: 'a1',
      companyId: 'c1',
      companyName: 'Salland',
      name: 'Salland Drukwerk',
      tag: 'SAL',
      coupling: 'exact',
    },
  ]);
  server.list(allUsers, {}, []);
  server.list(customerRelations, {}, [zorgpalet]);
  server.list(contactPersons, { customerRelationId: 'r1' }, [ilse]);
  server.on('GET', '/api/core/customer-relations/r1', () =>
    result({
      ...zorgpalet,
      kvkNumber: '',
      vatId: '',
      iban: '',
      createdAt: '2026-11-02T09:14:00Z',
      updatedAt: '2026-11-02T09:14:00Z',
      updatedBy: null,
      rowVersion: 1,
    }),
  );
  return server;
}

async function openCreate(server = serverOfForm()) {
  const drawn = await renderScreen(OrderCreate, {
    screens: workOrderScreens,
    may,
    server,
    path: `${path}/create`,
  });
  const sent = (method: string) => server.calls.filter((call) => call.method === method);
  return { ...drawn, server, sent };
}
type Opened = Awaited<ReturnType<typeof openCreate>>;

async function choose({ user }: Opened, field: string | RegExp, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}
// Typing renders the form for each letter; pasting is one change.
async function fill({ user }: Pick<Opened, 'user'>, field: HTMLElement, words: string) {
  await user.click(field);
  await user.paste(words);
}
const typeLine = async (opened: Opened, description: string, sales: string) => {
  const { user } = opened;
  await user.click(screen.getByRole('button', { name: 'Regel toevoegen' }));
  const editor = screen.getByRole('group', { name: 'Regel toevoegen' });
  await fill(opened, within(editor).getByRole('textbox', { name: /Omschrijving/ }), description);
  await fill(opened, within(editor).getByRole('textbox', { name: /Verkoop/ }), sales);
};

test('without a line nothing is saved: the block turns red, and all missing fields are named', async () => {
  const opened = await openCreate();
  await opened.user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('Voeg ten minste één orderregel toe')).toBeTruthy();
  expect(screen.getByText('Geef een administratie')).toBeTruthy();
  expect(screen.getByText('2 velden kloppen nog niet.')).toBeTruthy();
  expect(document.querySelector('[data-wrong]')).not.toBeNull();
  expect(opened.sent('POST')).toEqual([]);
});

test('contact persons need a relation, and are cleared when it changes', async () => {
  const opened = await openCreate();
  const contacts = () => screen.getByRole('combobox', { name: /Contactpersonen/ });
  expect(contacts()).toHaveProperty('disabled', true);
  await choose(opened, /Relatie/, 'Stichting Zorgpalet Twente (10602)');
  // The only one is filled in.
  expect(await screen.findByText('Ilse Nijhof')).toBeTruthy();
  await opened.user.click(screen.getByRole('button', { name: 'Relatie leegmaken' }));
  await waitFor(() => expect(contacts()).toHaveProperty('disabled', true));
  expect(screen.queryByText('Ilse Nijhof')).toBeNull();
});

test('Enter in the relation chooses the match of the typed name, and places no order', async () => {
  const dalen = { ...zorgpalet, id: 'r2', tag: '10777', name: 'Drukkerij Van Dalen' };
  const server = serverOfForm();
  server.on('GET', '/api/core/customer-relations', ({ url }) => {
    const found = url.includes('query=D') ? [dalen] : [zorgpalet, dalen];
    return result(found, { count: found.length });
  });
  server.on('GET', '/api/core/customer-relations/r2', () => result(dalen));
  server.list(contactPersons, { customerRelationId: 'r2' }, []);
  const opened = await openCreate(server);
  await choose(opened, /Relatie/, 'Stichting Zorgpalet Twente (10602)');
  const relation = screen.getByRole<HTMLInputElement>('combobox', { name: /Relatie/ });
  await opened.user.clear(relation);
  await opened.user.type(relation, 'Dr');
  const match = await screen.findByRole('option', { name: /Van Dalen/ });
  await waitFor(() => expect(match.hasAttribute('data-combobox-selected')).toBe(true));
  await opened.user.keyboard('{Enter}');
  await waitFor(() => expect(relation.value).toBe('Drukkerij Van Dalen (10777)'));
  expect(screen.queryByText('Geef een administratie')).toBeNull();
  expect(opened.sent('POST')).toEqual([]);
});

test('a relation is saved without a contact person', async () => {
  const server = serverOfForm();
  server.list(contactPersons, { customerRelationId: 'r1' }, [
    ilse,
    { ...ilse, id: 'p2', fullName: 'Bo Smit' },
  ]);
  const opened = await openCreate(server);
  server.on('POST', '/api/comceptum/workorders', () => result(annualReport));
  await choose(opened, /Administratie/, 'Salland Drukwerk');
  await choose(opened, /Relatie/, 'Stichting Zorgpalet Twente (10602)');
  await typeLine(opened, 'Binnenwerk', '3180');
  await opened.user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(opened.sent('POST')).toHaveLength(1));
  expect(opened.sent('POST')[0]?.body).toMatchObject({ customerRelationId: 'r1', contactPersonIds: [] });
});

test('order and lines are sent together, with the line in the editor, and the list opens', async () => {
  const opened = await openCreate();
  const { user, server, sent, address } = opened;
  server.on('POST', '/api/comceptum/workorders', () => result(annualReport));
  await choose(opened, /Administratie/, 'Salland Drukwerk');
  await fill(opened, screen.getByRole('textbox', { name: /Eerste proef/ }), '1-12-26');
  await fill(opened, screen.getByRole('textbox', { name: /Begrote uren/ }), '12,5');
  await typeLine(opened, 'Binnenwerk', '3180');
  await user.keyboard('{Enter}');
  await screen.findByRole('row', { name: /Binnenwerk/ });
  await typeLine(opened, 'Omslag', '890,50');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(address()).toBe(path));
  const [body] = sent('POST').map((call) => call.body);
  expect(body).toMatchObject({
    administrationId: 'a1',
    firstTestDate: '2026-12-01',
    estimatedMinutes: 750,
    status: 0,
    lines: [
      { description: 'Binnenwerk', salesAmount: 318000, purchaseAmount: 0 },
      { description: 'Omslag', salesAmount: 89050 },
    ],
  });
  // The reference of a new order is that of its lines.
  expect(body).not.toHaveProperty('reference');
  expect(await screen.findByText('Order 2026-418 is aangemaakt')).toBeTruthy();
  expect(draftKeysAt(draftKey('sanne', 'order.create'))).toEqual([]);
});

test('a day that does not exist has the error text of its field', async () => {
  const { user } = await openCreate();
  await user.type(screen.getByRole('textbox', { name: /Eerste proef/ }), '31-2-26');
  await user.tab();
  expect(await screen.findByText('Geef een geldige datum van de eerste proef')).toBeTruthy();
});

test('a day that cannot be read hides no other message, on a new order and on a change', async () => {
  const opened = await openCreate();
  await fill(opened, screen.getByRole('textbox', { name: /Leverdatum/ }), '31-2-26');
  await opened.user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('Geef een geldige leverdatum')).toBeTruthy();
  expect(screen.getByText('Geef een administratie')).toBeTruthy();
  expect(screen.getByText('Voeg ten minste één orderregel toe')).toBeTruthy();
  expect(screen.getByText('3 velden kloppen nog niet.')).toBeTruthy();
  opened.unmount();

  const { user, server } = await openUpdate();
  await user.clear(screen.getByRole('textbox', { name: /Referentie/ }));
  await fill({ user }, screen.getByRole('textbox', { name: /Eerste proef/ }), '31-2-26');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('Geef een geldige datum van de eerste proef')).toBeTruthy();
  expect(screen.getByText('Geef een referentie')).toBeTruthy();
  expect(server.calls.some(({ method }) => method === 'PUT')).toBe(false);
});

test('too many hours are named at their field', async () => {
  const opened = await openCreate();
  const hours = screen.getByRole('textbox', { name: /Begrote uren/ });
  await fill(opened, hours, '999999999');
  await opened.user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(hours.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText('Dit getal is te groot')).toHaveLength(1);
});

test('an amount in the open line that cannot be read blocks saving the order', async () => {
  const opened = await openCreate();
  const { user, server, sent, address } = opened;
  server.on('POST', '/api/comceptum/workorders', () => result(annualReport));
  await choose(opened, /Administratie/, 'Salland Drukwerk');
  await typeLine(opened, 'Omslag', '890,505');
  await user.keyboard('{Control>}s{/Control}');
  expect(await screen.findAllByText('Geef hoogstens twee decimalen')).not.toEqual([]);
  expect(sent('POST')).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: /Verkoop/ }), '{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(address()).toBe(path));
  expect(sent('POST')[0]?.body).toMatchObject({ lines: [{ description: 'Omslag', salesAmount: 89050 }] });
});

test('what was typed without a connection is offered again, with the open line', async () => {
  const opened = await openCreate();
  const { user, server, unmount } = opened;
  server.on('POST', '/api/comceptum/workorders', () => Promise.reject(new TypeError('offline')));
  await choose(opened, /Administratie/, 'Salland Drukwerk');
  await fill(opened, screen.getByRole('textbox', { name: /Drukker \(/ }), 'Zalland');
  await typeLine(opened, 'Omslag', '890');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  expect(await screen.findByText('Oeps, er is een verbindingsfout opgetreden!')).toBeTruthy();
  unmount();

  const again = await openCreate();
  await screen.findByText(/Er staat nog een concept van/);
  await again.user.click(screen.getByRole('button', { name: 'Terugzetten' }));
  expect(screen.getByRole('textbox', { name: /Drukker \(/ })).toHaveProperty('value', 'Zalland');
  expect(screen.getByRole('textbox', { name: /Omschrijving/ })).toHaveProperty('value', 'Omslag');
});

test('a line that is being edited is saved with the order, and stored in the draft in its place', async () => {
  const opened = await openCreate();
  const { user, server, sent, unmount } = opened;
  server.on('POST', '/api/comceptum/workorders', () => Promise.reject(new TypeError('offline')));
  await typeLine(opened, 'Binnenwerk', '3180');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Bewerk Binnenwerk' }));
  const description = () => screen.getByRole('textbox', { name: /Omschrijving/ });
  await fill(opened, description(), ' en omslag');
  await choose(opened, /Administratie/, 'Salland Drukwerk');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(sent('POST')[0]?.body).toMatchObject({
    lines: [{ description: 'Binnenwerk en omslag', salesAmount: 318000 }],
  });
  unmount();

  const again = await openCreate();
  await again.user.click(await screen.findByRole('button', { name: 'Terugzetten' }));
  expect(description()).toHaveProperty('value', 'Binnenwerk en omslag');
  expect(screen.getByRole('group', { name: 'Regel wijzigen' })).toBeTruthy();
  // Put away it is what it was.
  await again.user.click(
    within(screen.getByRole('group', { name: 'Regel wijzigen' })).getByRole('button', { name: 'Annuleren' }),
  );
  expect((await screen.findByRole('row', { name: /Binnenwerk/ })).textContent).not.toContain('omslag');
});

test('a discarded draft is deleted', async () => {
  const first = await openCreate();
  await first.user.type(screen.getByRole('textbox', { name: /Uitgever/ }), 'x');
  first.unmount();
  const second = await openCreate();
  await second.user.click(await screen.findByRole('button', { name: 'Weggooien' }));
  second.unmount();
  await openCreate();
  expect(screen.queryByText(/Er staat nog een concept/)).toBeNull();
});

test('a copy starts from the order with its lines, as a new order', async () => {
  const server = serverOfForm();
  const { description, edition, size, format, printing, material, finish, note, salesAmount, vat } =
    insideLine;
  const price = { quantity: null, unitAmount: null, discountPercentage: null };
  server.on('GET', '/api/comceptum/workorders/o418/copy', () =>
    result({
      administrationId: 'a1',
      contactPersonIds: ['p1'],
      assignedUserIds: [],
      customerRelationId: 'r1',
      customerRelation: { id: 'r1', tag: '10602', name: 'Stichting Zorgpalet Twente' },
      reference: annualReport.reference,
      printingCompany: 'Drukkerij Zalland B.V.',
      diffuser: '',
      publisher: '',
      status: 0,
      numberOfOffersSent: 0,
      estimatedMinutes: null,
      lines: [
        { description, edition, size, format, printing, material, finish, note, salesAmount, vat, ...price },
      ],
    }),
  );
  server.on('POST', '/api/comceptum/workorders', () => result(annualReport));
  const { user } = await renderScreen(OrderCopy, {
    screens: workOrderScreens,
    may,
    server,
    path: `${path}/{workOrderId}/copy`,
    at: `${path}/o418/copy`,
  });
  await screen.findByRole('row', { name: /Jaarverslag 2025, binnenwerk/ });
  expect(screen.queryByRole('textbox', { name: /Referentie/ })).toBeNull();
  await screen.findByText('Ilse Nijhof');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'POST')).toBe(true));
  expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    administrationId: 'a1',
    contactPersonIds: ['p1'],
    printingCompany: 'Drukkerij Zalland B.V.',
    lines: [{ description: 'Jaarverslag 2025, binnenwerk', salesAmount: 318000 }],
  });
});

async function openUpdate() {
  const server = serverOfForm();
  server.one(workOrders, {}, annualReport);
  const drawn = await renderScreen(OrderUpdate, {
    screens: workOrderScreens,
    may,
    server,
    path: `${path}/{workOrderId}/update`,
    at: `${path}/o418/update`,
  });
  await screen.findByRole('textbox', { name: /Referentie/ });
  return { ...drawn, server };
}

test('an update has reference and invoice number, no lines, and opens the detail', async () => {
  const { user, server, address } = await openUpdate();
  server.on('PUT', '/api/comceptum/workorders/o418', () => result({ ...annualReport, rowVersion: 8 }));
  expect(screen.queryByText('Orderregels')).toBeNull();
  await user.clear(screen.getByRole('textbox', { name: /Factuurnummer/ }));
  await user.type(screen.getByRole('textbox', { name: /Factuurnummer/ }), 'F26-1');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(address()).toBe(`${path}/o418`));
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    invoiceNumber: 'F26-1',
    estimatedMinutes: 720,
    assignedUserIds: ['sanne', 'joris'],
    rowVersion: 7,
  });
});

test('every field of product 2.5 shows the error of the server', async () => {
  const { user, server } = await openUpdate();
  const errors = {
    administration_id: ['administratie fout'],
    contactPersonIds: ['contacten fout'],
    assigned_user_ids: ['mensen fout'],
    reference: ['referentie fout'],
    first_test_date: ['proef fout'],
    printing_company_date: ['drukker fout'],
    diffuser_date: ['verspreider fout'],
    delivery_date: ['levering fout'],
  };
  server.on('PUT', '/api/comceptum/workorders/o418', () => refusal('validation', { errors }));
  await user.type(screen.getByRole('textbox', { name: /Referentie/ }), '!');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  for (const [sentence] of Object.values(errors))
    expect(await screen.findByText(sentence ?? '')).toBeTruthy();
  const reference = screen.getByRole('textbox', { name: /Referentie/ });
  expect(reference.getAttribute('aria-invalid')).toBe('true');
});
