import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultReleaseSettings, releases } from '#contract/releases/releases.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { releaseScreens } from '../index.ts';
import { sampleAudience, sampleRelease, sampleTree } from '../testing/samples.ts';
import { ReleaseDetail } from './release-detail.tsx';
import { ReleasesList } from './releases-list.tsx';

// A machine that does much else draws slowly.
configure({ asyncUtilTimeout: 8000 });

beforeEach(() => {
  // jsdom lays nothing out; the tree's box is as high as a real one.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(420);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
});
afterEach(() => vi.restoreAllMocks());

const everything = ['read', 'create', 'update', 'delete'].map((verb) => `fm.releases.${verb}.system`);
const opened = { screens: releaseScreens, may: [...everything, 'fm.settings.update.system'] };
const at = { path: '/fm/releases/{releaseId}', at: '/fm/releases/r1' };
const url = '/api/fm/releases';

function detailServer(release = sampleRelease()) {
  const server = fakeServer();
  server.one(releases, {}, release);
  server.on('GET', `${url}/tree`, () => result(sampleTree));
  server.on('GET', `${url}/r1/adoption`, () =>
    result({
      running: 3,
      installations: 10,
      companies: 2,
      offered: 8,
      took: 4,
      failed: 1,
      failedCompanies: 1,
      versions: [
        { version: '5.2.0', build: '20261118.3', releaseId: 'r1', count: 3 },
        { version: '4.9.6', build: '1', releaseId: null, count: 7 },
      ],
    }),
  );
  server.on('PUT', `${url}/r1`, ({ body }) => result({ ...release, ...Object(body), rowVersion: 4 }));
  return server;
}
const sentIn = (server: ReturnType<typeof fakeServer>) =>
  server.calls.findLast(({ method }) => method === 'PUT')?.body;

const sampleBuild = {
  id: 'b1',
  version: '5.3.0',
  build: '1',
  notes: '',
  url: null,
  createdAt: '2026-11-21T09:00:00Z',
};

describe('the list of releases', () => {
  test('says what is rolled out to how many, and each release is a link', async () => {
    const server = fakeServer();
    server.list(releases, {}, [
      sampleRelease({ active: true, assignedUsers: 54, totalUserCount: 1861 }),
      sampleRelease({ id: 'r2', name: 'Zomer', switchedOffAt: '2026-11-20T09:00:00Z' }),
    ]);
    await renderScreen(ReleasesList, { ...opened, server });
    const row = await screen.findByRole('row', { name: /Najaarsrelease 2026/ });
    expect(within(row).getByRole('link')).toHaveProperty(
      'href',
      expect.stringMatching(/\/fm\/releases\/r1$/),
    );
    expect(within(row).getByText('Actief')).toBeTruthy();
    expect(within(row).getByText('54 van 1.861')).toBeTruthy();
    expect(within(row).getByText('1 van 2')).toBeTruthy();
    expect(screen.getByText('Vanzelf uitgezet')).toBeTruthy();
  });

  test('is narrowed to active or inactive ones, and searched, by the server', async () => {
    const server = fakeServer();
    server.list(releases, {}, [sampleRelease()]);
    const { user } = await renderScreen(ReleasesList, { ...opened, server });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Inactief');
    await waitFor(() => expect(server.calls.at(-1)?.url).toContain('$filter=active eq false'));
    await user.type(screen.getByRole('searchbox'), '5.2');
    await waitFor(() => expect(server.calls.at(-1)?.url).toContain('query=5.2'));
  });

  test('offers a new build, asks, makes the release and opens it', async () => {
    const server = fakeServer();
    server.list(releases, {}, []);
    server.on('GET', `${url}/new-devops`, () => result({ ...sampleBuild, name: '5.3.0' }));
    server.on('POST', url, () => result(sampleRelease({ id: 'r9' })));
    const { user, address } = await renderScreen(ReleasesList, { ...opened, server });
    expect(await screen.findByText('Nieuwe build: 5.3.0 (1)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Release aanmaken' }));
    const question = await screen.findByRole('dialog', { name: 'Release aanmaken' });
    expect(question.textContent).toContain('Weet u zeker dat u deze release wilt aanmaken?');
    await user.click(within(question).getByRole('button', { name: 'Release aanmaken' }));
    await waitFor(() => expect(address()).toBe('/fm/releases/r9'));
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      version: '5.3.0',
      build: '1',
    });
  });

  test('stops offering a build that was dismissed, until the next one', async () => {
    const server = fakeServer();
    server.list(releases, {}, []);
    let newest = sampleBuild;
    server.on('GET', `${url}/new-devops`, () => result({ ...newest, name: newest.version }));
    const first = await renderScreen(ReleasesList, { ...opened, server });
    await first.user.click(await screen.findByRole('button', { name: 'Niet meer tonen' }));
    expect(screen.queryByText('Nieuwe build: 5.3.0 (1)')).toBeNull();
    first.unmount();
    const again = await renderScreen(ReleasesList, { ...opened, server });
    await screen.findByText('Nog geen releases');
    expect(screen.queryByText(/^Nieuwe build/)).toBeNull();
    again.unmount();
    newest = { ...sampleBuild, id: 'b2', version: '5.4.0' };
    await renderScreen(ReleasesList, { ...opened, server });
    expect(await screen.findByText('Nieuwe build: 5.4.0 (1)')).toBeTruthy();
  });

  test('makes a release of an older build', async () => {
    const server = fakeServer();
    server.list(releases, {}, []);
    server.on('GET', `${url}/new-devops`, () => result(null));
    const older = { ...sampleBuild, id: 'b0', version: '5.1.0', build: '7' };
    server.on('GET', `${url}/builds`, () => result([sampleBuild, older]));
    server.on('POST', url, () => result(sampleRelease({ id: 'r9' })));
    const { user, address } = await renderScreen(ReleasesList, { ...opened, server });
    await user.click(await screen.findByRole('button', { name: 'Release van een build' }));
    await user.click(await screen.findByRole('combobox', { name: 'Build' }));
    await user.click(await screen.findByRole('option', { name: /^5\.1\.0 \(7\) · 21-11-2026/ }));
    await user.click(screen.getByRole('button', { name: 'Release aanmaken' }));
    await waitFor(() => expect(address()).toBe('/fm/releases/r9'));
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toEqual({
      version: '5.1.0',
      build: '7',
    });
  });

  test('offers no build to who may not make releases, and nothing while there is none', async () => {
    const server = fakeServer();
    server.list(releases, {}, []);
    server.on('GET', `${url}/new-devops`, () => result(null));
    await renderScreen(ReleasesList, { screens: releaseScreens, may: ['fm.releases.read.system'], server });
    expect(await screen.findByText('Nog geen releases')).toBeTruthy();
    expect(server.calls.some((call) => call.url.includes('new-devops'))).toBe(false);
    expect(screen.queryByRole('button', { name: 'Instellingen voor uitzetten' })).toBeNull();
  });

  test('says when releases switch themselves off, and names limits that are wrong', async () => {
    const server = fakeServer();
    server.list(releases, {}, []);
    const settings = { ...defaultReleaseSettings, updatedAt: null, updatedBy: null, rowVersion: 0 };
    server.on('GET', '/api/fm/release-settings', () => result(settings));
    server.on('PUT', '/api/fm/release-settings', () =>
      refusal('validation', { errors: { failing_companies: ['Geef een getal van ten minste 1'] } }),
    );
    const { user } = await renderScreen(ReleasesList, { ...opened, server });
    await user.click(await screen.findByRole('button', { name: 'Instellingen voor uitzetten' }));
    const companies = await screen.findByRole('textbox', { name: 'Verschillende klanten' });
    expect(companies).toHaveProperty('value', '2');
    await user.clear(companies);
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText('Geef een getal van ten minste 1')).toBeTruthy();
    expect(sentIn(server)).toMatchObject({ failingInstallations: 5, failingCompanies: null, rowVersion: 0 });
  });
});

describe('a release', () => {
  test('shows what it is, its reach, and what is in use: 3 of 10', async () => {
    await renderScreen(ReleaseDetail, { ...opened, ...at, server: detailServer() });
    await screen.findByRole('heading', { level: 1, name: /Najaarsrelease 2026/ });
    expect(screen.getByText('5.2.0')).toBeTruthy();
    expect(screen.getByText('20261118.3')).toBeTruthy();
    expect(await screen.findByText('1 van 2 klanten · 3 van 4 gebruikers')).toBeTruthy();
    expect(await screen.findByRole('button', { name: '3 van 10 op 5.2.0' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '1 installatie' })).toBeTruthy();
  });

  test('is saved with all fields and its version, stays open, and is saved again with the next one', async () => {
    const server = detailServer();
    const { user } = await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    await user.type(await screen.findByRole('textbox', { name: 'Naam' }), '!');
    expect(screen.getByText('Niet bewaard')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: /^Beschikbaar vanaf/ }), '24-11-2026');
    await user.click(screen.getByRole('radio', { name: 'Ja' }));
    await user.click(screen.getByRole('radio', { name: 'Actief' }));
    await user.clear(screen.getByRole('textbox', { name: 'Uitrol in golven' }));
    await user.type(screen.getByRole('textbox', { name: 'Uitrol in golven' }), '30');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText('Release bewaard')).toBeTruthy();
    expect(sentIn(server)).toEqual({
      id: 'r1',
      name: 'Najaarsrelease 2026!',
      notes: 'Sneller openen van grote facturen.',
      availableFrom: '2026-11-23T23:00:00.000Z',
      active: true,
      forceUpdate: true,
      availableForEveryOne: false,
      rolloutPercentage: 30,
      assignedCompanyIds: ['1'],
      assignedUserIds: [],
      rowVersion: 3,
    });
    await waitFor(() => expect(screen.queryByText('Niet bewaard')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Beschikbaar vanaf leegmaken' }));
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(sentIn(server)).toMatchObject({ availableFrom: null, rowVersion: 4 }));
  });

  test('goes to a whole customer by one tick, and to users one by one as users', async () => {
    const server = detailServer(sampleRelease({ assignedCompanyIds: [] }));
    const { user } = await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    const tree = await screen.findByRole('tree', { name: 'Uitrol' });
    await user.click(within(tree).getByText('Gemeente Vechtdal'));
    tree.focus();
    await user.keyboard('{Home}{ArrowDown}{ArrowRight}{ArrowDown} ');
    expect(screen.getByText('2 van 2 klanten · 2 van 4 gebruikers')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await screen.findByText('Release bewaard');
    expect(sentIn(server)).toMatchObject({
      availableForEveryOne: false,
      assignedCompanyIds: ['2'],
      assignedUserIds: ['a'],
    });
  });

  test('for everyone keeps its lists, and the tree says what a tick means', async () => {
    const server = detailServer();
    const { user } = await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    expect(await screen.findByText(/geldt ook voor gebruikers die later bij die klant komen/)).toBeTruthy();
    await user.click(await screen.findByText('Alle klanten'));
    expect(screen.getByText('2 van 2 klanten · 4 van 4 gebruikers')).toBeTruthy();
    expect(screen.getByText(/ook voor klanten die er later bij komen/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await screen.findByText('Release bewaard');
    expect(sentIn(server)).toMatchObject({ availableForEveryOne: true, assignedCompanyIds: ['1'] });
  });

  test('finds customers and users by their words, and shows only what is chosen', async () => {
    const { user } = await renderScreen(ReleaseDetail, { ...opened, ...at, server: detailServer() });
    const tree = await screen.findByRole('tree', { name: 'Uitrol' });
    await user.type(screen.getByRole('searchbox', { name: 'Zoek klant of gebruiker' }), 'wim');
    expect(await within(tree).findByText('Wim ter Horst')).toBeTruthy();
    expect(within(tree).queryByText('Hofstede Tapijten')).toBeNull();
    await user.clear(screen.getByRole('searchbox', { name: 'Zoek klant of gebruiker' }));
    await user.click(screen.getByRole('button', { name: 'Gekozen' }));
    await waitFor(() => expect(within(tree).queryByText('Gemeente Vechtdal')).toBeNull());
    expect(within(tree).getByText('Hofstede Tapijten')).toBeTruthy();
  });

  test('shows who gets it by the answer of the server, with what is filled in and not saved', async () => {
    const server = detailServer();
    server.on('POST', `${url}/r1/audience`, () => Response.json(sampleAudience));
    const { user } = await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    await user.clear(await screen.findByRole('textbox', { name: 'Uitrol in golven' }));
    await user.type(screen.getByRole('textbox', { name: 'Uitrol in golven' }), '30');
    await user.click(screen.getByRole('button', { name: 'Wie krijgt dit?' }));
    const dialog = await screen.findByRole('dialog', { name: 'Wie krijgt 5.2.0 (20261118.3)?' });
    expect(await within(dialog).findByText('1 krijgt deze release')).toBeTruthy();
    expect(within(dialog).getByText('Zoals het wordt zodra de release actief is.')).toBeTruthy();
    expect(within(dialog).getByRole('row', { name: /Anke Hofstede/ }).textContent).toContain(
      'Krijgt deze release',
    );
    expect(within(dialog).getByRole('img', { name: 'geen release van ons' })).toBeTruthy();
    const asked = server.calls.findLast(({ method }) => method === 'POST')?.body;
    expect(asked).toMatchObject({
      active: true,
      rolloutPercentage: 30,
      assignedCompanyIds: ['1'],
      top: 100_000,
    });
    expect(within(dialog).queryByText('Bram Hofstede')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Buiten de golf 2' }));
    expect(await within(dialog).findByText('Bram Hofstede')).toBeTruthy();
    expect(within(dialog).queryByText('Anke Hofstede')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: /^Iedereen/ }));
    await user.type(within(dialog).getByRole('searchbox'), 'tapijten anke');
    await waitFor(() => expect(within(dialog).queryByText('Bram Hofstede')).toBeNull());
    expect(within(dialog).getByText('Anke Hofstede')).toBeTruthy();
    // Whatever is looked at, everybody was reckoned once.
    expect(server.calls.filter(({ method }) => method === 'POST').length).toBe(1);
  });

  test('says so when there are more than the answer holds', async () => {
    const server = detailServer();
    server.on('POST', `${url}/r1/audience`, () =>
      Response.json({ ...sampleAudience, metadata: { ...sampleAudience.metadata, count: 130_000 } }),
    );
    const { user } = await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    await user.click(await screen.findByRole('button', { name: 'Wie krijgt dit?' }));
    const dialog = await screen.findByRole('dialog', { name: /^Wie krijgt/ });
    expect(
      await within(dialog).findByText(
        /^Hieronder staan de eerste 2 van 130.000; ook zoeken gaat alleen daarover/,
      ),
    ).toBeTruthy();
  });

  test('shows what runs where, and which failures were reported', async () => {
    const server = detailServer();
    const failure = {
      id: 'f1',
      companyId: '1',
      companyName: 'Hofstede Tapijten',
      name: '',
      reason: 'Installatie afgebroken',
      firstAt: '2026-11-20T09:00:00Z',
      lastAt: '2026-11-21T09:00:00Z',
      times: 3,
    };
    server.on('GET', `${url}/r1/failures`, () => result([failure], { count: 1 }));
    const { user } = await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    await user.click(await screen.findByRole('button', { name: '3 van 10 op 5.2.0' }));
    const dialog = await screen.findByRole('dialog', { name: 'Gebruik en storingen van 5.2.0' });
    expect((await within(dialog).findByRole('row', { name: /geen release van ons/ })).textContent).toContain(
      '70%',
    );
    const row = await within(dialog).findByRole('row', { name: /Hofstede Tapijten/ });
    expect(row.textContent).toContain('zonder naam');
    expect(row.textContent).toContain('Installatie afgebroken');
  });

  test('that a client has reported is not deleted, and why is said', async () => {
    const server = detailServer(sampleRelease({ isReported: true }));
    server.on('DELETE', `${url}/r1`, () => refusal('wrong-state', { detail: 'Zet de release op inactief.' }));
    const { user, address } = await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    await user.click(await screen.findByRole('button', { name: 'Verwijderen' }));
    const question = await screen.findByRole('dialog', { name: 'Release verwijderen?' });
    await user.click(within(question).getByRole('button', { name: 'Verwijderen' }));
    expect((await screen.findByRole('dialog', { name: 'mislukt' })).textContent).toContain(
      'de release kon niet worden verwijderd. Zet de release op inactief.',
    );
    expect(address()).toBe('/fm/releases/r1');
  });

  test('that switched itself off says since when', async () => {
    const server = detailServer(sampleRelease({ switchedOffAt: '2026-11-20T09:00:00Z' }));
    await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    expect(await screen.findByText('Deze release is op 20-11-2026 10:00 vanzelf uitgezet')).toBeTruthy();
  });

  test('that somebody else saved meanwhile asks per field what stays', async () => {
    const server = detailServer();
    server.on('PUT', `${url}/r1`, () =>
      refusal('stale', { current: sampleRelease({ name: 'Van Joris', rowVersion: 7, updatedBy: 'Joris' }) }),
    );
    const { user } = await renderScreen(ReleaseDetail, { ...opened, ...at, server });
    await user.type(await screen.findByRole('textbox', { name: 'Naam' }), '!');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByRole('radio', { name: 'Van Joris' })).toBeTruthy();
    server.on('PUT', `${url}/r1`, ({ body }) =>
      result({ ...sampleRelease(), ...Object(body), rowVersion: 8 }),
    );
    await user.click(screen.getByRole('button', { name: 'Bewaren met deze keuze' }));
    await screen.findByText('Release bewaard');
    expect(sentIn(server)).toMatchObject({ name: 'Najaarsrelease 2026!', rowVersion: 7 });
  });

  test('can only be looked at by who may not change it', async () => {
    const reader = { screens: releaseScreens, may: ['fm.releases.read.system'] };
    await renderScreen(ReleaseDetail, { ...reader, ...at, server: detailServer() });
    expect(await screen.findByRole('textbox', { name: 'Naam' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Verwijderen' })).toBeNull();
    expect((await screen.findByRole('tree')).getAttribute('aria-disabled')).toBe('true');
  });
});
