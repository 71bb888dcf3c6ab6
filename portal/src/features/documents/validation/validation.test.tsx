import { configure, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unvalidated } from '#contract/documents/validation.ts';
import { invalidateResource } from '#portal/kit/data/resource-hooks.ts';
import { fakeServer, refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { documentsScreens } from '../screens.ts';
import { picture, rowOf, sampleDocument, sampleItem, serveItems } from '../testing/samples.ts';
import { lastVerdict } from './last-verdict.ts';
import { ValidationDetail } from './validation-detail.tsx';
import { ValidationList } from './validation-list.tsx';

const path = '/fmmodule/invoicerecognition';
const staff = [
  'fmmodule.invoicerecognitiondata.read.system',
  'fmmodule.invoicerecognitiondata.update.system',
];
const three = [sampleItem({ id: 'd1' }), sampleItem({ id: 'd2' }), sampleItem({ id: 'd3' })];

// Lists, values and pages in one test: the machine that runs it may be busy.
vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5000 });

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(624);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  lastVerdict.set(undefined);
});

function serverWith(items = three): FakeServer {
  const server = fakeServer();
  serveItems(server, items);
  for (const { id } of items) {
    server.on('PUT', `/api/fmmodule/invoicerecognition/${id}`, ({ body }) =>
      result({
        id,
        isValidated: true,
        isCorrect: Reflect.get(Object(body), 'isCorrect'),
        undoUntil: '2026-11-12T09:10:00Z',
      }),
    );
    server.on('POST', `/api/fmmodule/invoicerecognition/unvalidated/${id}/undo`, () => result({}));
  }
  return server;
}

const open = (at: string, server = serverWith(), may = staff) =>
  renderScreen(ValidationList, { path, at: `${path}${at}`, server, may, screens: documentsScreens });

const judgedIn = (server: FakeServer) =>
  server.calls.filter(({ method }) => method === 'PUT').map(({ url, body }) => [url, body]);

describe('the validation list', () => {
  test('says how many there are, and asks the first 250 by document', async () => {
    const { server } = await open('');
    expect(await screen.findByRole('heading', { name: 'Aantal (3)' })).toBeTruthy();
    expect(server.calls.map(({ url }) => url)).toContain(
      '/api/fmmodule/invoicerecognition/unvalidated?$top=250&$count=true&$orderby=documentId asc',
    );
    expect(screen.getByRole('combobox', { name: 'Rijen per pagina' })).toHaveProperty('value', '15');
  });

  test('says whose each document is to staff, who see several companies', async () => {
    await open('');
    expect(await screen.findAllByText('Vechtstreek Wonen B.V. · Woonstichting De Vechtstreek')).toHaveLength(
      3,
    );
  });

  test('one row is open, with what was read, why and how sure', async () => {
    const { user } = await open('');
    await user.click(await screen.findByText('2026-11-0412'));
    const item = await screen.findByRole('region', { name: '2026-11-0412' });
    const row = (name: string) => within(item).getByRole('row', { name: new RegExp(`^${name}`) });
    expect(row('Factuurnummer').textContent).toContain('bij ‘Factuurnummer’');
    expect(row('Crediteur').textContent).toContain('KvK 05071234');
    expect(row('Totaal inclusief').textContent).toContain('64%');
    expect(row('Totaal inclusief').textContent).toContain('twijfel');
    expect(row('Betalingskenmerk').textContent).toContain('Niet gevonden');
  });

  test('shows VAT by rate beneath the VAT', async () => {
    const rate = { rate: 900, baseInCents: 12_000, vatInCents: 1080, confidence: 0.97, page: 1 };
    const item = sampleItem({ vatRates: [{ ...rate, box: [0.8, 0.6, 0.9, 0.62] }] });
    const { user } = await open('', serverWith([item]));
    await user.click(await screen.findByText(item.documentId));
    const row = await screen.findByRole('row', { name: /^Btw 9 %/ });
    expect(row.textContent).toMatch(/€\s10,80over €\s120,00/);
    expect(row.previousElementSibling?.textContent).toContain('Btw');
  });

  test('positive goes on to the next one, and can be taken back', async () => {
    const { user, server, address } = await open('?open=d1');
    await user.click(await screen.findByRole('button', { name: /^Positief/ }));
    await waitFor(() => expect(address()).toContain('open=d2'));
    expect(judgedIn(server)).toEqual([
      [
        '/api/fmmodule/invoicerecognition/d1',
        { id: 'd1', isValidated: true, isCorrect: true, rowVersion: 1 },
      ],
    ]);
    await user.click(await screen.findByRole('button', { name: 'Ongedaan maken' }));
    await waitFor(() => expect(server.calls.some(({ url }) => url.endsWith('/d1/undo'))).toBe(true));
    await waitFor(() => expect(address()).toContain('open=d1'));
  });

  test('the last one can be taken back too, when nothing is open any more', async () => {
    const { user, address } = await open('?open=d3');
    await user.click(await screen.findByRole('button', { name: /^Negatief/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Iets anders' }));
    await waitFor(() => expect(address()).not.toContain('open='));
    await user.click(
      (await screen.findAllByRole('button', { name: 'Ongedaan maken' })).at(-1) ?? document.body,
    );
    await waitFor(() => expect(address()).toContain('open=d3'));
  });

  test('without automatic the selection is cleared, and N judges negative', async () => {
    const { user, server, address } = await open('?open=d1');
    await user.click(await screen.findByRole('checkbox', { name: 'Automatisch' }));
    await user.keyboard('n');
    await user.click(await screen.findByRole('menuitem', { name: 'Iets anders' }));
    await waitFor(() => expect(address()).not.toContain('open='));
    expect(judgedIn(server)).toEqual([
      [
        '/api/fmmodule/invoicerecognition/d1',
        { id: 'd1', isValidated: true, isCorrect: false, rowVersion: 1 },
      ],
    ]);
  });

  test('arrows go from one to the next, turning pages as needed', async () => {
    const { user, address } = await open(
      '?open=d1&size=5',
      serverWith(Array.from({ length: 7 }, (_, at) => sampleItem({ id: `d${at + 1}` }))),
    );
    await screen.findByRole('region', { name: '2026-11-0411' });
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('region', { name: '2026-11-0412' })).toBeTruthy();
    await user.keyboard('{ArrowLeft}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(address()).toContain('open=d6'));
    expect(await screen.findByText('6–7 van 7')).toBeTruthy();
  });

  test('an item that is not loaded cannot be judged, and a missing one has no verdict', async () => {
    const server = serverWith();
    server.on('GET', '/api/fmmodule/invoicerecognition/unvalidated/d1', () => new Promise(() => undefined));
    server.on('GET', '/api/fmmodule/invoicerecognition/unvalidated/d2', () => refusal('not-found'));
    const { user, unmount } = await open('?open=d1', server);
    await user.click(await screen.findByRole('button', { name: /^Positief/ }));
    await user.keyboard('n');
    expect(judgedIn(server)).toEqual([]);
    unmount();
    await renderScreen(ValidationDetail, {
      path: `${path}/{documentId}`,
      at: `${path}/d2`,
      server,
      may: staff,
      screens: documentsScreens,
    });
    await screen.findByRole('button', { name: 'Volgende' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Positief/ })).toBeNull());
  });

  test('a refused verdict stays in its place', async () => {
    const server = serverWith();
    server.on('PUT', '/api/fmmodule/invoicerecognition/d1', () =>
      refusal('wrong-state', { detail: 'De factuur is al goedgekeurd.' }),
    );
    const { user, address } = await open('?open=d1', server);
    await user.click(await screen.findByRole('button', { name: /^Negatief/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Iets anders' }));
    expect((await screen.findByRole('alert')).textContent).toContain('De factuur is al goedgekeurd.');
    expect(address()).toContain('open=d1');
  });

  describe('an item that somebody else judged', () => {
    const judged = { isCorrect: true, at: '2026-11-12T09:05:00Z', by: 'Petra Bos', isMine: false };

    function judgedElsewhere(
      server: FakeServer,
      id: string,
      more: Partial<Parameters<typeof sampleItem>[0]> = { judged },
    ) {
      server.list(unvalidated, {}, three.filter((item) => item.id !== id).map(rowOf));
      server.one(unvalidated, {}, sampleItem({ id, ...more }));
    }

    test('shows who judged it, and the next one opens', async () => {
      const { server, client, address } = await open('?open=d2');
      await screen.findByRole('region', { name: '2026-11-0412' });
      judgedElsewhere(server, 'd2');
      await invalidateResource(client, 'fmmodule/invoicerecognition');
      expect(await screen.findByText('Petra Bos heeft 2026-11-0412 positief beoordeeld')).toBeTruthy();
      await waitFor(() => expect(address()).toContain('open=d3'));
      expect(await screen.findByRole('region', { name: '2026-11-0413' })).toBeTruthy();
    });

    test('closes when one does not go on by oneself', async () => {
      const { server, client, address, user } = await open('?open=d2');
      const box = await screen.findByRole('checkbox', { name: 'Automatisch' });
      if (Reflect.get(box, 'checked') === true) await user.click(box);
      judgedElsewhere(server, 'd2', { judged: { ...judged, isCorrect: false, isMine: true } });
      await invalidateResource(client, 'fmmodule/invoicerecognition');
      expect(await screen.findByText('U hebt 2026-11-0412 al negatief beoordeeld')).toBeTruthy();
      await waitFor(() => expect(address()).not.toContain('open='));
    });

    test('shows a notice too when it is no item any more', async () => {
      const { server, client, address } = await open('?open=d2');
      await screen.findByRole('region', { name: '2026-11-0412' });
      judgedElsewhere(server, 'd2');
      server.on('GET', '/api/fmmodule/invoicerecognition/unvalidated/d2', () => refusal('not-found'));
      await invalidateResource(client, 'fmmodule/invoicerecognition');
      expect(await screen.findByText('Dit document wacht niet meer op een oordeel')).toBeTruthy();
      await waitFor(() => expect(address()).toContain('open=d3'));
    });

    test('shows a notice when its old address is opened, and opens no other', async () => {
      const server = serverWith();
      judgedElsewhere(server, 'd2');
      const { address } = await open('?open=d2', server);
      expect(await screen.findByText('Petra Bos heeft 2026-11-0412 positief beoordeeld')).toBeTruthy();
      await waitFor(() => expect(address()).not.toContain('open='));
    });

    test('on a page of its own takes no second verdict; the first can be taken back', async () => {
      const server = serverWith();
      server.one(unvalidated, {}, sampleItem({ id: 'd2', judged }));
      const { user } = await renderScreen(ValidationDetail, {
        path: `${path}/{documentId}`,
        at: `${path}/d2`,
        server,
        may: staff,
        screens: documentsScreens,
      });
      expect((await screen.findByRole('alert')).textContent).toContain(
        'Positief beoordeeld op 12-11-2026 10:05 door: Petra Bos',
      );
      expect(screen.queryByRole('button', { name: /^Positief/ })).toBeNull();
      await user.keyboard('n');
      expect(judgedIn(server)).toEqual([]);
      await user.click(screen.getByRole('button', { name: 'Oordeel terugnemen' }));
      await waitFor(() => expect(server.calls.some(({ url }) => url.endsWith('/d2/undo'))).toBe(true));
    });
  });

  test('who may only read sees no verdict and no correction', async () => {
    await open('?open=d1', serverWith(), ['fmmodule.invoicerecognitiondata.read.system']);
    await screen.findByRole('region', { name: '2026-11-0411' });
    expect(screen.queryByRole('button', { name: /^Positief/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /verbeteren$/ })).toBeNull();
  });

  test('somebody else who works on the document is named, and their lock can be taken over', async () => {
    const server = serverWith();
    const lock = (isMine: boolean) =>
      result({ userId: 'u9', name: 'Petra Bos', until: '2026-11-12T09:01:00Z', isMine });
    server.on('POST', '/api/fmmodule/invoicerecognition/unvalidated/d1/lock', ({ body }) =>
      lock(Reflect.get(Object(body), 'take') === true),
    );
    const { user } = await open('?open=d1', server);
    expect((await screen.findByRole('alert')).textContent).toContain('Petra Bos werkt hieraan');
    await user.click(screen.getByRole('button', { name: 'Overnemen' }));
    await waitFor(() => expect(screen.queryByText('Petra Bos werkt hieraan')).toBeNull());
  });
});

describe('two invoices in one file', () => {
  const item = sampleItem({
    id: 'd1',
    splitBefore: [2],
    pages: [1, 2].map((number) => ({
      number,
      width: 1240,
      height: 1754,
      picture: `p${number}.jpg`,
      textSource: 'pdf',
    })),
  });

  test('are split in place by who may edit pages', async () => {
    const server = serverWith([item]);
    server.on('GET', '/api/fmmanagement/documenten/d1', () =>
      result(sampleDocument({ pages: item.pages, splitBefore: [2], state: 'Herkend' })),
    );
    server.on('GET', '/api/fmmanagement/images', picture);
    server.on('POST', '/api/fmmanagement/documenten/d1/split', () =>
      result([
        { id: 'd1', documentId: '2026-11-0411', pageCount: 1 },
        { id: 'd9', documentId: '2026-11-0419', pageCount: 1 },
      ]),
    );
    const { user } = await open('?open=d1', server, [...staff, 'fmmanagement.documents.update.system']);
    await user.click(await screen.findByRole('button', { name: 'Bekijken en splitsen' }));
    await user.click(await screen.findByRole('button', { name: 'Splitsen in 2' }));
    expect(await screen.findByText('Gesplitst in 2 documenten')).toBeTruthy();
    expect(server.calls.find(({ url }) => url.endsWith('/split'))?.body).toEqual({
      before: [2],
      rowVersion: 3,
    });
  });

  test('are split as proposed by one click', async () => {
    const server = serverWith([item]);
    server.on('POST', '/api/fmmanagement/documenten/d1/split', () =>
      result([
        { id: 'd1', documentId: '2026-11-0411', pageCount: 1 },
        { id: 'd9', documentId: '2026-11-0419', pageCount: 1 },
      ]),
    );
    const { user } = await open('?open=d1', server, [...staff, 'fmmanagement.documents.update.system']);
    await user.click(await screen.findByRole('button', { name: 'Nu splitsen in 2' }));
    expect(await screen.findByText('Gesplitst in 2 documenten')).toBeTruthy();
    expect(server.calls.find(({ url }) => url.endsWith('/split'))?.body).toEqual({
      before: [2],
      rowVersion: item.rowVersion,
    });
  });

  test('are shown to who may not, with what they can do', async () => {
    await open('?open=d1', serverWith([item]));
    expect(await screen.findByText(/Keur het document af om het te splitsen/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Bekijken en splitsen' })).toBeNull();
  });
});

test('an invoice that is addressed to somebody else says to whom', async () => {
  await open('?open=d1', serverWith([sampleItem({ id: 'd1', addressedTo: 'Bakkerij Pieters B.V.' })]));
  expect(await screen.findByText(/gericht aan Bakkerij Pieters B\.V\./)).toBeTruthy();
});

describe('correcting a value', () => {
  function correctable() {
    const server = serverWith();
    const url = '/api/fmmodule/invoicerecognition/d1/properties';
    for (const property of ['total', 'dueDate', 'date']) {
      server.on('PUT', `${url}/${property}`, () => result(sampleItem({ id: 'd1' })));
    }
    const sent = () =>
      server.calls
        .filter(({ url: at }) => at.startsWith(url))
        .map(({ url: at, body }) => [at.slice(url.length + 1), body]);
    return { server, sent };
  }

  test('by choosing what else it might be', async () => {
    const { server, sent } = correctable();
    const { user } = await open('?open=d1', server);
    await user.click(await screen.findByRole('button', { name: /^Kies .*1\.569,40/ }));
    await waitFor(() =>
      expect(sent()).toEqual([
        ['total', { value: '156940', isStored: true, page: 1, box: [0.8, 0.66, 0.9, 0.68] }],
      ]),
    );
  });

  test('by clicking a part of a day on the page', async () => {
    const { server, sent } = correctable();
    const { user } = await open('?open=d1', server);
    await user.click(await screen.findByRole('button', { name: 'Klik in beeld: Vervaldatum verbeteren' }));
    await user.click(await screen.findByRole('button', { name: 'december' }));
    await waitFor(() =>
      expect(sent()).toEqual([
        ['dueDate', { value: '2026-12-12', isStored: true, page: 1, box: [0.7, 0.43, 0.82, 0.45] }],
      ]),
    );
  });

  test('a word that is clicked first is then said to be a property', async () => {
    const { server, sent } = correctable();
    const { user } = await open('?open=d1', server);
    await user.click(await screen.findByRole('button', { name: 'december' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'december' })).getByRole('button', {
        name: 'Vervaldatum',
      }),
    );
    await waitFor(() => expect(sent()[0]?.[0]).toBe('dueDate'));
  });

  test('by typing, and a text that is no date is refused at once', async () => {
    const { server, sent } = correctable();
    const { user } = await open('?open=d1', server);
    await user.click(await screen.findByRole('button', { name: /12-11-2026|Factuurdatum verbeteren/ }));
    const field = await screen.findByRole('textbox', { name: 'Factuurdatum' });
    await user.clear(field);
    await user.type(field, '31-2-2026{Enter}');
    expect(await screen.findByText('Geef een datum op die bestaat')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '3 mei 2026{Enter}');
    await waitFor(() => expect(sent()).toEqual([['date', { value: '2026-05-03', isStored: true }]]));
  });
});

test('a document on a page of its own can be judged, and goes on to the next', async () => {
  const server = serverWith();
  const { user, address } = await renderScreen(ValidationDetail, {
    path: `${path}/{documentId}`,
    at: `${path}/d2`,
    server,
    may: staff,
    screens: documentsScreens,
  });
  await screen.findByRole('heading', { name: /2026-11-0412/ });
  await user.click(screen.getByRole('button', { name: /^Positief/ }));
  await waitFor(() => expect(address()).toBe(`${path}/d3`));
});

test('an empty list says that all is done', async () => {
  await open('', serverWith([]));
  expect(await screen.findByText('Alle documenten zijn beoordeeld')).toBeTruthy();
});
