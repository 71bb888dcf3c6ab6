import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { unknownDocuments, unprocessableDocuments } from '#contract/documents/unknown-documents.ts';
import { fakeServer, refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { documentsScreens } from '../screens.ts';
import { found, picture, sampleDocument, samplePage, unknownDocumentRow } from '../testing/samples.ts';
import { DocumentDetail } from './document-detail.tsx';
import { UnknownDocumentsList } from './unknown-documents-list.tsx';

const staff = [
  'fmmanagement.documents.read.system',
  'fmmanagement.documents.update.system',
  'fmmanagement.documents.delete.system',
  'fmmanagement.documents.retry.system',
  'fmmanagement.triggers.read.system',
];
const base = '/api/fmmanagement/documenten';

// Several dialogs and fields in one test: the machine that runs it may be busy.
vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5000 });
// Loaded when it is needed; the machine that runs the test may be busy.
beforeAll(async () => void (await import('./pages-dialog.tsx')));

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(624);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => vi.restoreAllMocks());

const posted = ({ calls }: FakeServer) =>
  calls
    .filter(({ method, url }) => method !== 'GET' && !url.endsWith('/lock'))
    .map(({ method, url, body }) => [method, url.replace(base, ''), body]);

describe('the list of unknown documents', () => {
  const path = '/fmmanagement/documents';
  function serverWith() {
    const server = fakeServer();
    server.list(unknownDocuments, {}, [
      unknownDocumentRow('d1'),
      unknownDocumentRow('d2'),
      unknownDocumentRow('d3', { companyId: 'c9' }),
    ]);
    server.list(unprocessableDocuments, {}, [unknownDocumentRow('d8', { state: 'Onverwerkbaar' })]);
    server.on('GET', `${base}/retryDocumentsThroughOcr`, () => result(null));
    return server;
  }
  const open = (server = serverWith(), at = path, may = staff) =>
    renderScreen(UnknownDocumentsList, { path, at, server, may, screens: documentsScreens });

  test('500 karakters makes short documents unprocessable, says how many, and can be undone', async () => {
    const server = serverWith();
    server.on('POST', `${base}/onverwerkbaar-onder-500`, () => result({ nrOfDocuments: 7, batchId: 'b1' }));
    server.on('POST', `${base}/batches/b1/undo`, () => result({ nrOfDocuments: 7, batchId: null }));
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: '500 karakters' }));
    expect(await screen.findByText('Er zijn 7 documenten verwerkt')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
    await waitFor(() => expect(posted(server).at(-1)?.[1]).toBe('/batches/b1/undo'));
  });

  test('none at all is a success without an undo, and a failure says to try again', async () => {
    const server = serverWith();
    server.on('POST', `${base}/onverwerkbaar-onder-500`, () => result({ nrOfDocuments: 0, batchId: null }));
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: '500 karakters' }));
    expect(await screen.findByText('Er zijn 0 documenten verwerkt')).toBeTruthy();
    server.on('POST', `${base}/onverwerkbaar-onder-500`, () => refusal('internal'));
    await user.click(await screen.findByRole('button', { name: '500 karakters' }));
    expect(await screen.findByText('Er is iets verkeerd gegaan, probeer het opnieuw')).toBeTruthy();
  });

  test('Onverwerkbaar waits for a selection, and applies to exactly that', async () => {
    const server = serverWith();
    server.on('POST', `${base}/onverwerkbaar`, () => result({ nrOfDocuments: 2, batchId: 'b2' }));
    const { user } = await open(server);
    const button = await screen.findByRole('button', { name: 'Onverwerkbaar' });
    expect(button).toHaveProperty('disabled', true);
    await user.click(await screen.findByRole('checkbox', { name: 'Kies 2026-11-0501' }));
    await user.click(screen.getByRole('checkbox', { name: 'Kies 2026-11-0502' }));
    await user.click(button);
    expect(await screen.findByText('Er zijn 2 documenten verwerkt')).toBeTruthy();
    expect(posted(server)).toEqual([['POST', '/onverwerkbaar', { ids: ['d1', 'd2'] }]]);
    await waitFor(() => expect(screen.queryByText('2 gekozen')).toBeNull());
  });

  test('documents are merged in the order of the list, after asking; not across customers', async () => {
    const server = serverWith();
    server.on('POST', `${base}/merge`, () =>
      result([{ id: 'd1', documentId: '2026-11-0501', pageCount: 4 }]),
    );
    const { user } = await open(server);
    await user.click(await screen.findByRole('checkbox', { name: 'Kies 2026-11-0502' }));
    await user.click(screen.getByRole('checkbox', { name: 'Kies 2026-11-0503' }));
    expect(screen.getByRole('button', { name: 'Samenvoegen' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('checkbox', { name: 'Kies 2026-11-0503' }));
    await user.click(screen.getByRole('checkbox', { name: 'Kies 2026-11-0501' }));
    await user.click(screen.getByRole('button', { name: 'Samenvoegen' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('2026-11-0501, 2026-11-0502');
    await user.click(within(dialog).getByRole('button', { name: 'Samenvoegen' }));
    await waitFor(() => expect(posted(server)).toEqual([['POST', '/merge', { ids: ['d1', 'd2'] }]]));
  });

  test('Regexproces shows its progress and result', async () => {
    const server = serverWith();
    const run = {
      id: 'r1',
      nrOfDocuments: 3,
      doneCount: 1,
      recognisedCount: 1,
      unknownCount: 0,
      failedCount: 0,
      isRunning: true,
      wasRunning: false,
      startedAt: '2026-11-12T09:00:00Z',
      startedBy: 'Sanne',
      finishedAt: null,
      failures: [],
    };
    server.on('POST', `${base}/retryDocumentsThroughOcr`, () => result(run));
    const { user } = await open(server);
    const button = await screen.findByRole('button', { name: 'Regexproces' });
    server.on('GET', `${base}/retryDocumentsThroughOcr`, () =>
      result({
        ...run,
        isRunning: false,
        doneCount: 3,
        unknownCount: 2,
        failures: [{ id: 'd2', documentId: '2026-11-0502', reason: 'Geen totaalbedrag' }],
      }),
    );
    await user.click(button);
    const bar = await screen.findByRole('region', { name: 'Opnieuw lezen' });
    expect(bar.textContent).toContain('1 van 3 documenten gelezen');
    await waitFor(() => expect(bar.textContent).toContain('1 herkend, 2 nog onbekend, 0 mislukt'), {
      timeout: 4000,
    });
    expect(bar.textContent).toContain('Geen totaalbedrag');
  });

  test('Regexproces shows its result for a quarter of an hour, until it is closed', async () => {
    const server = serverWith();
    const run = {
      id: 'r2',
      nrOfDocuments: 3,
      doneCount: 3,
      recognisedCount: 1,
      unknownCount: 2,
      failedCount: 0,
      isRunning: false,
      wasRunning: false,
      startedAt: new Date(Date.now() - 60_000).toISOString(),
      startedBy: 'Sanne',
      finishedAt: null,
      failures: [],
    };
    server.on('GET', `${base}/retryDocumentsThroughOcr`, () => result(run));
    const { user, unmount } = await open(server);
    const bar = await screen.findByRole('region', { name: 'Opnieuw lezen' });
    expect(bar.textContent).toContain('1 herkend, 2 nog onbekend, 0 mislukt');
    await user.click(within(bar).getByRole('button', { name: 'Sluiten' }));
    unmount();
    await open(server);
    await screen.findByText('2026-11-0501');
    await waitFor(() =>
      expect(server.calls.filter(({ url }) => url.includes('retryDocumentsThroughOcr'))).toHaveLength(2),
    );
    expect(screen.queryByRole('region', { name: 'Opnieuw lezen' })).toBeNull();
  });

  test('unprocessable documents can be found and restored', async () => {
    const server = serverWith();
    server.on('POST', `${base}/d8/herstel`, () => result({}));
    const { user } = await open(server, `${path}?state=onverwerkbaar`);
    await user.click(await screen.findByRole('checkbox', { name: 'Kies 2026-11-0508' }));
    await user.click(screen.getByRole('button', { name: 'Terug naar onbekend' }));
    await waitFor(() => expect(posted(server)).toEqual([['POST', '/d8/herstel', {}]]));
  });

  test('who may only read sees no commands and no boxes', async () => {
    await open(serverWith(), path, ['fmmanagement.documents.read.user']);
    await screen.findByText('2026-11-0501');
    expect(screen.queryByRole('checkbox')).toBeNull();
    for (const name of ['500 karakters', 'Regexproces', 'Onverwerkbaar'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('one document', () => {
  const path = '/fmmanagement/documents/{documentId}';
  function serverWith(document = sampleDocument()) {
    const server = fakeServer();
    server.on('GET', `${base}/d1`, () => result(document));
    server.on('GET', `${base}/d1/pages/1`, () => result(samplePage));
    server.on('GET', '/api/fmmanagement/images', picture);
    server.on('POST', `${base}/d1/lock`, () => result(null));
    server.on('GET', `${base}/d1/next`, () => result({ id: 'd2', documentId: '2026-11-0502' }));
    return server;
  }
  const open = (server = serverWith(), may = staff) =>
    renderScreen(DocumentDetail, {
      path,
      at: '/fmmanagement/documents/d1',
      server,
      may,
      screens: documentsScreens,
    });

  test('a customer chooses an administration without further rights, and asks for help', async () => {
    const document = sampleDocument({ administratie: { id: null, bedrijfsnaam: '' } });
    const server = serverWith(document);
    const asked = { text: 'Welk nummer?', at: '2026-11-12T10:00:00Z', by: 'Petra' };
    server.on('POST', `${base}/d1/vraag`, () => {
      server.on('GET', `${base}/d1`, () => result({ ...document, question: asked }));
      return result({ ...document, question: asked });
    });
    const { user } = await open(server, [
      'fmmodule.documents.create.company',
      'fmmodule.documents.read.company',
    ]);
    expect(await screen.findByRole('combobox', { name: /Administratie/ })).toHaveProperty('disabled', false);
    expect(screen.queryByRole('combobox', { name: /Trigger/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hulp vragen' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Vraag versturen' }));
    await screen.findByText('Schrijf een vraag');
    expect(globalThis.document.activeElement).toBe(within(dialog).getByLabelText('Vraag'));
    await user.type(within(dialog).getByLabelText('Vraag'), 'Welk nummer?');
    await user.click(within(dialog).getByRole('button', { name: 'Vraag versturen' }));
    await screen.findByText('Vraag van Petra');
    expect(posted(server)).toEqual([['POST', '/d1/vraag', { question: 'Welk nummer?' }]]);
  });

  test('shows why it is unknown, and that the customer edited it', async () => {
    await open(serverWith(sampleDocument({ IsEdited: true })));
    expect(await screen.findByText('Er is geen totaalbedrag gevonden')).toBeTruthy();
    expect(screen.getByText(/De klant heeft waarden zelf ingevuld/)).toBeTruthy();
  });

  test('values that are clicked wait for Opslaan, and only what changed is sent', async () => {
    const server = serverWith();
    server.on('PUT', `${base}/d1`, () => result(sampleDocument({ rowVersion: 4 })));
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Klik in beeld: Vervaldatum verbeteren' }));
    await user.click(await screen.findByRole('button', { name: 'december' }));
    expect(await screen.findByText('Niet bewaard')).toBeTruthy();
    expect(posted(server)).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Opslaan/ }));
    await waitFor(() =>
      expect(posted(server)).toEqual([
        [
          'PUT',
          '/d1',
          {
            id: 'd1',
            rowVersion: 3,
            values: {
              dueDate: { value: '2026-12-12', isStored: true, page: 1, box: [0.7, 0.43, 0.82, 0.45] },
            },
          },
        ],
      ]),
    );
    expect(await screen.findByText('2026-11-0501 is bewaard')).toBeTruthy();
  });

  test('a document that is recognised by saving goes on to the next', async () => {
    const server = serverWith();
    server.on('PUT', `${base}/d1`, () => result(sampleDocument({ state: 'Herkend', rowVersion: 4 })));
    const { user, address } = await open(server);
    await user.click(await screen.findByRole('button', { name: /^Opslaan/ }));
    await waitFor(() => expect(address()).toBe('/fmmanagement/documents/d2'));
  });

  test('an invalid trigger shows beside its field', async () => {
    const server = serverWith();
    server.on('PUT', `${base}/d1`, () =>
      refusal('validation', {
        errors: { triggerId: ['Deze trigger past niet'] },
        codes: { triggerId: ['invalid'] },
      }),
    );
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: /^Opslaan/ }));
    expect((await screen.findAllByText(/Deze trigger past niet/)).length).toBeGreaterThan(0);
  });

  test('Onverwerkbaar goes on to the next, and after the last one back to the list', async () => {
    const server = serverWith();
    server.on('POST', `${base}/onverwerkbaar`, () => result({ nrOfDocuments: 1, batchId: 'b1' }));
    server.on('GET', `${base}/d1/next`, () => result(null));
    const { user, address } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Onverwerkbaar' }));
    await waitFor(() => expect(address()).toBe('/fmmanagement/documents'));
    expect(await screen.findByText(/^Klaar/)).toBeTruthy();
  });

  test('pages are chosen and turned, and a split is offered where another invoice seems to start', async () => {
    const pages = [1, 2].map((number) => ({
      number,
      width: 1240,
      height: 1754,
      picture: `p${number}.jpg`,
      textSource: 'pdf' as const,
    }));
    const server = serverWith(sampleDocument({ pages, splitBefore: [2] }));
    server.on('POST', `${base}/d1/split`, () =>
      result([
        { id: 'd1', documentId: '2026-11-0501', pageCount: 1 },
        { id: 'd9', documentId: '2026-11-0509', pageCount: 1 },
      ]),
    );
    server.on('POST', `${base}/d1/rotate`, () =>
      result([{ id: 'd1', documentId: '2026-11-0501', pageCount: 2 }]),
    );
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Bekijken en splitsen' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Pagina 2' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Splitsen in 2' }));
    await waitFor(() =>
      expect(posted(server)).toEqual([['POST', '/d1/split', { before: [2], rowVersion: 3 }]]),
    );
    expect(await screen.findByText('Gesplitst in 2 documenten')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: "Pagina's" }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rechtsom' }));
    await waitFor(() =>
      expect(posted(server).at(-1)).toEqual([
        'POST',
        '/d1/rotate',
        { pages: [2], degrees: 90, rowVersion: 3 },
      ]),
    );
  });

  test('the pages and their selection stay when the document is read again meanwhile', async () => {
    const pages = [1, 2].map((number) => ({
      number,
      width: 1240,
      height: 1754,
      picture: `p${number}.jpg`,
      textSource: 'pdf' as const,
    }));
    let now = sampleDocument({ pages, state: 'Bezig', reason: '' });
    const server = serverWith(now);
    server.on('GET', `${base}/d1`, () => result(now));
    server.on('POST', `${base}/d1/rotate`, () =>
      result([{ id: 'd1', documentId: '2026-11-0501', pageCount: 2 }]),
    );
    const { user, client } = await open(server);
    await user.click(await screen.findByRole('button', { name: "Pagina's" }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pagina 2' }));
    now = sampleDocument({ pages, rowVersion: 4 });
    // As the live event does.
    await client.invalidateQueries();
    await screen.findByText('Onbekend');
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Pagina 2' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Rechtsom' }));
    await waitFor(() =>
      expect(posted(server).at(-1)).toEqual([
        'POST',
        '/d1/rotate',
        { pages: [2], degrees: 90, rowVersion: 4 },
      ]),
    );
  });

  test('unsaved changes stay while the document changes on the server, and then show as a conflict', async () => {
    let now = sampleDocument();
    const server = serverWith();
    server.on('GET', `${base}/d1`, () => result(now));
    server.on('POST', `${base}/d1/rotate`, () => {
      now = sampleDocument({ state: 'Bezig', reason: '', rowVersion: 4 });
      return result([{ id: 'd1', documentId: '2026-11-0501', pageCount: 1 }]);
    });
    server.on('PUT', `${base}/d1`, () => refusal('stale', { current: now }));
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Klik in beeld: Vervaldatum verbeteren' }));
    await user.click(await screen.findByRole('button', { name: 'december' }));
    expect(await screen.findByText('Niet bewaard')).toBeTruthy();
    const seen = () =>
      server.calls.filter(({ method, url }) => method === 'GET' && url === `${base}/d1`).length;
    const before = seen();
    await user.click(screen.getByRole('button', { name: "Pagina's" }));
    await user.click(await screen.findByRole('button', { name: 'Pagina 1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rechtsom' }));
    await waitFor(() => expect(seen()).toBeGreaterThan(before));
    expect(screen.getByText('Niet bewaard')).toBeTruthy();
    expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent).join()).toContain(
      'De status is nu: Bezig',
    );
    await user.click(screen.getByRole('button', { name: /^Opslaan/ }));
    expect(await screen.findByText(/intussen|gewijzigd/i)).toBeTruthy();
  });

  test('a document that is being read says so', async () => {
    await open(serverWith(sampleDocument({ state: 'Bezig', reason: '' })));
    expect(await screen.findByText(/Het document wordt gelezen/)).toBeTruthy();
  });

  test('the drafted value stands in the list of values as confirmed', async () => {
    const server = serverWith(
      sampleDocument({ properties: [found('number', '1', { box: [0.1, 0.1, 0.2, 0.2] })] }),
    );
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: /Factuurnummer verbeteren|^1$/ }));
    const field = await screen.findByRole('textbox', { name: 'Factuurnummer' });
    await user.clear(field);
    await user.type(field, 'F-12{Enter}');
    const row = await screen.findByRole('row', { name: /^Factuurnummer/ });
    await waitFor(() => expect(row.textContent).toContain('F-12'));
    expect(row.textContent).toContain('bevestigd');
  });
});
