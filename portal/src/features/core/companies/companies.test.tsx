import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { administrations } from '#contract/core/administrations.ts';
import { companies } from '#contract/core/companies.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { AdministrationsList } from '../administrations/administrations-list.tsx';
import { coreScreens } from '../index.ts';
import { sampleAdministration } from '../testing/samples.ts';
import { CompaniesDetail } from './companies-detail.tsx';
import { CompaniesCreate, CompaniesUpdate } from './companies-form.tsx';
import { CompaniesList } from './companies-list.tsx';

const veenstra: Rec<typeof companies> = {
  id: 'v1',
  name: 'Koninklijke Veenstra Groep',
  domainName: 'veenstra.example',
  primaRelatienummer: '',
  active: true,
  userCount: 128,
  logo: null,
  isProvider: false,
  administrationCount: 4,
  moduleCount: 6,
  documentsPerDay: 500,
  pagesPerDay: null,
  requestsPerMinute: null,
  storageMb: null,
  secondFactorFrom: null,
  createdAt: '2026-11-02T09:14:00Z',
  updatedAt: '2026-11-12T13:05:00Z',
  updatedBy: 'Sanne de Wit',
  rowVersion: 3,
};
const everything = ['read', 'create', 'update', 'delete'].flatMap((verb) =>
  ['companies', 'administrations', 'users', 'companymodules'].map((of) => `core.${of}.${verb}.system`),
);
const opened = { screens: coreScreens, may: everything };
const at = { path: '/management/companies/{companyId}', at: '/management/companies/v1' };

describe('companies', () => {
  test('are listed by name, and each is a link to its detail', async () => {
    const server = fakeServer();
    server.list(companies, {}, [veenstra, { ...veenstra, id: 'm1', name: 'Meubelhuis', active: false }], 214);
    await renderScreen(CompaniesList, { ...opened, server });
    const row = await screen.findByRole('row', { name: /Koninklijke Veenstra Groep/ });
    expect(within(row).getByRole('link')).toHaveProperty(
      'href',
      expect.stringMatching(/\/management\/companies\/v1$/),
    );
    expect(within(row).getByText('Ja')).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /Meubelhuis/ })).getByText('Nee')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bedrijven 214');
    expect(screen.getByRole('link', { name: 'Bedrijf toevoegen' })).toBeTruthy();
  });

  test('offer nothing that the person may not do', async () => {
    const server = fakeServer();
    server.list(companies, {}, [veenstra]);
    server.one(companies, {}, veenstra);
    const reader = { screens: coreScreens, may: ['core.companies.read.system'], server };
    const list = await renderScreen(CompaniesList, reader);
    await screen.findByRole('link', { name: veenstra.name });
    expect(screen.queryByRole('link', { name: 'Bedrijf toevoegen' })).toBeNull();
    list.unmount();
    await renderScreen(CompaniesDetail, { ...reader, ...at });
    await screen.findByRole('heading', { name: veenstra.name });
    expect(screen.queryByRole('link', { name: 'Bewerken' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Verwijderen' })).toBeNull();
    const tabs = within(screen.getByRole('navigation', { name: 'Onderdelen' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Historie']);
  });

  test('lead a customer back home, who has no list of companies', async () => {
    const server = fakeServer();
    server.one(companies, {}, veenstra);
    await renderScreen(CompaniesDetail, {
      screens: coreScreens,
      may: ['core.companies.read.company'],
      server,
      ...at,
    });
    const back = await screen.findByRole('link', { name: 'Home' });
    expect(back.getAttribute('href')).toBe('/');
    expect(screen.queryByRole('link', { name: 'Bedrijven' })).toBeNull();
  });

  test('are left by Escape, but not by the one that closes a question', async () => {
    const server = fakeServer();
    server.one(companies, {}, veenstra);
    const { user, address } = await renderScreen(CompaniesDetail, { ...opened, server, ...at });
    await user.click(await screen.findByRole('button', { name: 'Verwijderen' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/management/companies/v1');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/management/companies'));
  });

  test('show what is known, a dash for no relation number, and their tabs with counts', async () => {
    const server = fakeServer();
    server.one(companies, {}, veenstra);
    await renderScreen(CompaniesDetail, { ...opened, ...at, server });
    await screen.findByRole('heading', { name: veenstra.name });
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts).toEqual(['veenstra.example', '-', 'Ja', '500', '12-11-2026 14:05, Sanne de Wit']);
    const tabs = within(screen.getByRole('navigation', { name: 'Onderdelen' })).getAllByRole('link');
    expect(tabs.map((tab) => tab.textContent)).toEqual([
      'Administraties4',
      'Gebruikers128',
      'Modules6',
      'Historie',
    ]);
  });

  test('are deleted after a question that says what goes with them, and the list opens', async () => {
    const server = fakeServer();
    server.one(companies, {}, veenstra);
    server.on('DELETE', '/api/core/companies/v1', () => new Response(null, { status: 204 }));
    const { user, address } = await renderScreen(CompaniesDetail, { ...opened, ...at, server });
    await user.click(await screen.findByRole('button', { name: 'Verwijderen' }));
    const question = await screen.findByRole('dialog', { name: 'Bedrijf verwijderen?' });
    expect(question.textContent).toContain('De administraties, gebruikers en modules gaan mee.');
    await user.click(within(question).getByRole('button', { name: 'Verwijderen' }));
    expect((await screen.findByRole('dialog', { name: 'succesvol' })).textContent).toContain(
      'het bedrijf is verwijderd',
    );
    expect(address()).toBe('/management/companies');
  });
});

describe('the form', () => {
  test('a new company starts active; every refused field is named, and saving goes to the list', async () => {
    const server = fakeServer();
    const path = '/api/core/companies';
    const errors = {
      name: ['Geef een naam'],
      domain_name: ['Geef een domeinnaam'],
      logo: ['Kies een afbeelding'],
    };
    server.on('POST', path, () => refusal('validation', { errors }));
    const { user, address } = await renderScreen(CompaniesCreate, { ...opened, server });
    expect(screen.getByRole('radio', { name: 'Ja' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect((await screen.findByRole('alert')).textContent).toBe('3 velden kloppen nog niet.');
    for (const [sentence] of Object.values(errors)) expect(screen.getByText(sentence ?? '')).toBeTruthy();

    server.on('POST', path, () => result(veenstra));
    await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'Veenstra');
    await user.type(screen.getByRole('textbox', { name: 'Domeinnaam' }), 'veenstra.example');
    await user.type(screen.getByRole('textbox', { name: /^Documenten per dag/ }), '500');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(address()).toBe('/management/companies'));
    expect(server.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Veenstra',
      domainName: 'veenstra.example',
      logo: null,
      primaRelatienummer: '',
      active: true,
      documentsPerDay: 500,
      pagesPerDay: null,
      requestsPerMinute: null,
      storageMb: null,
      secondFactorFrom: null,
    });
  });

  test("a company's own administrator is not asked for its limits", async () => {
    const server = fakeServer();
    server.one(companies, {}, veenstra);
    const update = {
      path: '/management/companies/{companyId}/update',
      at: '/management/companies/v1/update',
    };
    const may = ['core.companies.read.company', 'core.companies.update.company'];
    await renderScreen(CompaniesUpdate, { ...opened, ...update, may, server });
    await screen.findByRole('textbox', { name: 'Naam' });
    expect(screen.queryByRole('textbox', { name: /^Documenten per dag/ })).toBeNull();
  });

  test('a change is sent with all fields and its version, and goes to the detail', async () => {
    const server = fakeServer();
    server.one(companies, {}, veenstra);
    server.on('PUT', '/api/core/companies/v1', () => result(veenstra));
    const update = {
      path: '/management/companies/{companyId}/update',
      at: '/management/companies/v1/update',
    };
    const { user, address } = await renderScreen(CompaniesUpdate, { ...opened, ...update, server });
    await user.click(await screen.findByRole('radio', { name: 'Nee' }));
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(address()).toBe('/management/companies/v1'));
    expect(server.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      id: 'v1',
      active: false,
      secondFactorFrom: null,
      rowVersion: 3,
    });
  });

  test('a company that is not there sends the person to its detail, which says so', async () => {
    const update = { path: '/management/companies/{companyId}/update', at: '/management/companies/x/update' };
    const { address } = await renderScreen(CompaniesUpdate, { ...opened, ...update });
    await waitFor(() => expect(address()).toBe('/management/companies/x'));
  });
});

describe('administrations of a company', () => {
  const holding = { ...sampleAdministration, kvkNumber: '01234567' };
  const path = '/api/core/companies/v1/administrations';

  async function openTab() {
    const server = fakeServer();
    server.list(administrations, { companyId: 'v1' }, [holding]);
    const drawn = await renderScreen(
      () => (
        <>
          <AdministrationsList />
          <Outlet />
        </>
      ),
      { ...opened, ...at, server },
    );
    await screen.findByText('facturen@veenstra.example');
    return { ...drawn, server };
  }

  test('are changed in a dialog; a password that nobody typed is not sent', async () => {
    const { user, server } = await openTab();
    server.on('PUT', `${path}/a1`, () => result(holding));
    await user.click(screen.getByRole('button', { name: 'Bewerk Veenstra Holding B.V.' }));
    const dialog = await screen.findByRole('dialog', { name: 'Administratie bewerken' });
    expect(within(dialog).getByText('Leeg laten houdt het bewaarde wachtwoord')).toBeTruthy();
    await user.click(within(dialog).getByRole('radio', { name: 'Inactief' }));
    await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = server.calls.findLast(({ method }) => method === 'PUT')?.body;
    expect(sent).toMatchObject({ coupling: 'exact', mailIsActive: false, rowVersion: 1 });
    expect(sent).not.toHaveProperty('mailPassword');
  });

  test('show the codes by which invoices know them once they are asked for', async () => {
    const { user } = await openTab();
    expect(screen.queryByRole('columnheader', { name: /KvK-nummer/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Kolommen kiezen' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'KvK-nummer' }));
    expect(screen.getByRole('columnheader', { name: /KvK-nummer/ })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: /Btw-id/ })).toBeNull();
    expect(screen.getByText('01234567')).toBeTruthy();
    await user.click(screen.getByRole('menuitem', { name: 'Alle kolommen tonen' }));
    expect(screen.getByRole('columnheader', { name: /Btw-id/ })).toBeTruthy();
  });

  test('show refused mail fields under the ids of product 1.5', async () => {
    const { user, server } = await openTab();
    server.on('POST', path, () =>
      refusal('validation', { errors: { 'mail-hostname': ['Geef een servernaam'] } }),
    );
    await user.click(screen.getByRole('button', { name: 'Administratie toevoegen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Administratie toevoegen' });
    await user.click(within(dialog).getByRole('button', { name: 'Opslaan' }));
    expect(await within(dialog).findByText('Geef een servernaam')).toBeTruthy();
    expect(document.activeElement?.id).toBe('mail-hostname');
  });
});
