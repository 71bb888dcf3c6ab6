import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { documentsScreens } from '../screens.ts';
import { found, sampleItem, serveItems } from '../testing/samples.ts';
import { lineOfWords } from './line.rules.ts';
import type { FoundLine } from './review.rules.ts';
import { lastVerdict } from './last-verdict.ts';
import { ValidationList } from './validation-list.tsx';

const path = '/fmmodule/invoicerecognition';
const api = '/api/fmmodule/invoicerecognition';
const may = ['fmmodule.invoicerecognitiondata.read.system', 'fmmodule.invoicerecognitiondata.update.system'];
const line = (lineNumber: number, more: Partial<FoundLine> = {}): FoundLine => ({
  lineNumber,
  description: `Regel ${lineNumber}`,
  quantity: 1,
  unitPriceInCents: 5000,
  amountInCents: 5000,
  vatPercent: 21,
  page: 1,
  box: [0.1, 0.5 + lineNumber / 50, 0.9, 0.51 + lineNumber / 50],
  ...more,
});
const doubtful = (id: string) =>
  sampleItem({
    id,
    properties: [
      found('number', '2026-1184', { box: [0.3, 0.4, 0.4, 0.42] }),
      found('dueDate', '2026-12-12', {
        confidence: 0.27,
        box: [0.3, 0.43, 0.45, 0.45],
        candidates: [
          {
            value: '2026-11-30',
            raw: '30-11',
            confidence: 0.2,
            method: 'heuristic',
            reasons: [],
            page: 1,
            box: [0.5, 0.43, 0.6, 0.45],
          },
        ],
      }),
      found('total', '12100', { confidence: 0.64, box: [0.8, 0.7, 0.9, 0.72] }),
      found('excl', '10000'),
    ],
    lines: [line(1), line(2, { quantity: 10 })],
  });
const sure = (id: string) => sampleItem({ id, properties: [found('number', id), found('total', '12100')] });

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

async function open(
  items = [doubtful('d1'), sure('d2'), sure('d3')],
  prepare: (server: FakeServer) => void = () => undefined,
) {
  const server = fakeServer();
  serveItems(server, items);
  for (const { id } of items) {
    server.on('PUT', `${api}/${id}`, () =>
      result({ id, isValidated: true, isCorrect: true, undoUntil: '2026-11-12T09:10:00Z' }),
    );
    server.on('PUT', `${api}/unvalidated/${id}/lines`, ({ body }) =>
      result({
        ...doubtful(id),
        lines: Reflect.get(Object(body), 'lines').map((one: object, i: number) => ({
          ...one,
          lineNumber: i + 1,
        })),
      }),
    );
    server.on('PUT', `${api}/${id}/properties/dueDate`, () => result({ ...doubtful(id), rowVersion: 2 }));
  }
  prepare(server);
  const { user, address } = await renderScreen(ValidationList, {
    path,
    at: `${path}?open=d1`,
    server,
    may,
    screens: documentsScreens,
  });
  await screen.findByRole('region', { name: items[0]?.documentId ?? '' });
  return { server, user, address };
}
const puts = (server: FakeServer) =>
  server.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ url, body }) => [url.slice(api.length + 1), body]);
const focusedStop = () => document.activeElement?.getAttribute('data-stop');
const verdict = (id: string, more = {}) => [
  id,
  { id, isValidated: true, isCorrect: true, rowVersion: 1, ...more },
];

describe('doubtful values', () => {
  test('take the focus one after the other by Tab and Enter, then the verdict has it', async () => {
    const { user } = await open();
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    expect(screen.getByText('3 van 3 na te kijken')).toBeTruthy();
    await user.keyboard('{Tab}');
    await waitFor(() => expect(focusedStop()).toBe('total'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focusedStop()).toBe('line 2'));
    expect(screen.getByText('2 van 3 na te kijken')).toBeTruthy();
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focusedStop()).toBe('line 2'));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focusedStop()).toBe('positive'));
    expect(screen.getByText('Alles nagekeken')).toBeTruthy();
  });

  test('are never confirmed unseen: P leads to the next one', async () => {
    const { user, server } = await open();
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    await user.keyboard('p');
    await waitFor(() => expect(focusedStop()).toBe('total'));
    await user.keyboard('p');
    await waitFor(() => expect(focusedStop()).toBe('line 2'));
    expect(puts(server)).toEqual([]);
    await user.keyboard('p');
    await waitFor(() => expect(puts(server)).toEqual([verdict('d1')]));
  });

  test('that are right keep their box, solid, and nothing is saved before the verdict', async () => {
    const { user, server } = await open();
    const box = await screen.findByRole('button', { name: 'Vervaldatum: 12-12-2026' });
    expect(box.className).toContain('unsure');
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Vervaldatum: 12-12-2026' }).className).not.toContain(
        'unsure',
      ),
    );
    expect(puts(server)).toEqual([]);
  });

  test('take another candidate by its digit, and go on', async () => {
    const { user, server } = await open();
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    await user.keyboard('2');
    await waitFor(() =>
      expect(puts(server)).toEqual([
        [
          'd1/properties/dueDate',
          { value: '2026-11-30', isStored: true, page: 1, box: [0.5, 0.43, 0.6, 0.45] },
        ],
      ]),
    );
    await waitFor(() => expect(focusedStop()).toBe('total'));
  });

  test('are asked about beside their place on the page, with the same choices', async () => {
    const { user, server } = await open();
    const bubble = await screen.findByRole('group', { name: 'Vervaldatum op de pagina' });
    await user.click(within(bubble).getByRole('button', { name: 'Kies 30-11-2026' }));
    await waitFor(() =>
      expect(puts(server)).toMatchObject([['d1/properties/dueDate', { value: '2026-11-30' }]]),
    );
    expect(await screen.findByRole('group', { name: 'Totaal inclusief btw op de pagina' })).toBeTruthy();
  });

  test('become the word that is clicked, if it can be one', async () => {
    const { user, server } = await open();
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    await user.click(await screen.findByRole('button', { name: 'december' }));
    await waitFor(() =>
      expect(puts(server)).toMatchObject([['d1/properties/dueDate', { value: '2026-12-12', page: 1 }]]),
    );
  });

  test('leave a word that cannot be one to be asked about; Escape brings the focus back', async () => {
    const { user, server } = await open();
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    await user.click(await screen.findByRole('button', { name: '1.569,40' }));
    const asked = await screen.findByRole('dialog', { name: '1.569,40' });
    expect(within(asked).getByText('Welk veld is dit?')).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    expect(puts(server)).toEqual([]);
  });

  test('wait for a value that is being saved: keys are kept and go on behind it', async () => {
    let answer: (value: Response) => void = () => undefined;
    const { user, server } = await open(undefined, (prepared) =>
      prepared.on('PUT', `${api}/d1/properties/dueDate`, () => new Promise((resolve) => (answer = resolve))),
    );
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    await user.keyboard('2{Enter}{Enter}');
    expect(focusedStop()).toBe('dueDate');
    const saved = doubtful('d1');
    answer(
      result({
        ...saved,
        properties: saved.properties.map((one) =>
          one.property === 'dueDate' ? { ...one, value: '2026-11-30', isConfirmed: true } : one,
        ),
        rowVersion: 2,
      }),
    );
    await waitFor(() => expect(focusedStop()).toBe('positive'));
    expect(puts(server)).toHaveLength(1);
  });

  test('that were opened to be corrected have the focus again after Escape', async () => {
    const { user } = await open();
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
    await user.keyboard(' ');
    await screen.findByRole('textbox', { name: 'Vervaldatum' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(focusedStop()).toBe('dueDate'));
  });
});

test('a row that slides under a resting mouse is not pointed at', async () => {
  await open();
  const box = await screen.findByRole('button', { name: 'Factuurnummer: 2026-1184' });
  const row = document.querySelector('[data-property=number]');
  const move = (by: number) => {
    const event = new MouseEvent('mousemove', { bubbles: true });
    Object.defineProperties(event, { movementX: { value: by }, movementY: { value: 0 } });
    fireEvent(row ?? document.body, event);
  };
  fireEvent.mouseEnter(row ?? document.body);
  move(0);
  expect(box.className).not.toContain('focused');
  move(2);
  expect(box.className).toContain('focused');
});

test('keys that are pressed while the next document is on its way work there', async () => {
  const { user, server, address } = await open([sure('d1'), sure('d2'), sure('d3')]);
  await waitFor(() => expect(focusedStop()).toBe('positive'));
  await user.keyboard('pp');
  await waitFor(() => expect(puts(server)).toEqual([verdict('d1'), verdict('d2')]));
  await waitFor(() => expect(address()).toContain('open=d3'));
  await waitFor(() => expect(focusedStop()).toBe('positive'));
});

test('a digit that is pressed while the next document is on its way chooses there', async () => {
  const { user, server } = await open([sure('d1'), doubtful('d2')], (prepared) =>
    prepared.on('PUT', `${api}/d2/properties/dueDate`, () => result({ ...doubtful('d2'), rowVersion: 2 })),
  );
  await waitFor(() => expect(focusedStop()).toBe('positive'));
  await user.keyboard('p2');
  await waitFor(() =>
    expect(puts(server)).toMatchObject([verdict('d1'), ['d2/properties/dueDate', { value: '2026-11-30' }]]),
  );
});

test('words that the mouse is dragged over are one value', async () => {
  const { server } = await open([sure('d1')]);
  const words = await Promise.all(
    ['12', 'december', '2026'].map((name) => screen.findByRole('button', { name })),
  );
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    const index = words.findIndex((word) => word === this);
    return index < 0 ? new DOMRect(500, 500, 1, 1) : new DOMRect(index * 50, 10, 40, 12);
  });
  const at = (clientX: number) => ({ clientX, clientY: 15, button: 0, pointerType: 'mouse', bubbles: true });
  fireEvent(words[0] ?? document.body, new PointerEvent('pointerdown', at(5)));
  fireEvent(window, new PointerEvent('pointermove', at(120)));
  fireEvent(window, new PointerEvent('pointerup', at(120)));
  const asked = await screen.findByRole('dialog', { name: '12 december 2026' });
  fireEvent.click(within(asked).getByRole('button', { name: 'Vervaldatum' }));
  await waitFor(() =>
    expect(puts(server)).toEqual([
      [
        'd1/properties/dueDate',
        { value: '2026-12-12', isStored: true, page: 1, box: [0.7, 0.43, 0.82, 0.45] },
      ],
    ]),
  );
});

test('one undo stands in the bar, of the last verdict', async () => {
  const { user, server, address } = await open([sure('d1'), sure('d2'), sure('d3')]);
  server.on('POST', `${api}/unvalidated/d2/undo`, () => result({}));
  await user.keyboard('p');
  await waitFor(() => expect(address()).toContain('open=d2'));
  await user.keyboard('p');
  await waitFor(() => expect(address()).toContain('open=d3'));
  expect(screen.getAllByText(/is positief beoordeeld/)).toHaveLength(1);
  expect(screen.getByText('2026-11-0412 is positief beoordeeld')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
  await waitFor(() => expect(address()).toContain('open=d2'));
  expect(screen.queryByText('2026-11-0412 is positief beoordeeld')).toBeNull();
});

test('a negative verdict asks which value is wrong, the doubtful ones first', async () => {
  const { user, server } = await open();
  await user.keyboard('n');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent).slice(0, 3)).toEqual([
    'Vervaldatum',
    'Totaal inclusief btw',
    'Factuurnummer',
  ]);
  await user.click(items[1] ?? document.body);
  await waitFor(() => expect(puts(server)).toEqual([verdict('d1', { isCorrect: false, wrong: ['total'] })]));
});

test('beside somebody else a verdict takes the document over first', async () => {
  const { user, server } = await open([sure('d1'), sure('d2')], (prepared) =>
    prepared.on('POST', `${api}/unvalidated/d1/lock`, ({ body }) =>
      result({
        userId: 'u9',
        name: 'Petra Bos',
        until: '2026-11-12T09:01:00Z',
        isMine: Reflect.get(Object(body), 'take') === true,
      }),
    ),
  );
  await screen.findByText('Petra Bos werkt hieraan');
  await user.keyboard('p');
  await user.click(await screen.findByRole('button', { name: 'Overnemen en beoordelen' }));
  await waitFor(() => expect(puts(server)).toEqual([verdict('d1')]));
  expect(
    server.calls.some(({ url, body }) => url.endsWith('/d1/lock') && Reflect.get(Object(body), 'take')),
  ).toBe(true);
});

describe('invoice lines', () => {
  test('stand under the values with their places and their sum', async () => {
    await open();
    const lines = screen.getByRole('region', { name: 'Regels' });
    expect(within(lines).getByText(/Som is gelijk aan Totaal exclusief btw/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Regel 1: Regel 1' })).toBeTruthy();
    expect((await screen.findByRole('button', { name: 'Regel 2: Regel 2' })).className).toContain('unsure');
  });

  test.each([
    [
      ['Vloer', 'leggen', '2', '45,00', '€', '90,00'],
      { description: 'Vloer leggen', quantity: '2', unitPrice: '45,00', amount: '90,00' },
    ],
    [['Bezorging', '1', '45,00'], { description: 'Bezorging', quantity: '1', amount: '45,00' }],
    [['Korting', '-45,00'], { description: 'Korting', amount: '-45,00' }],
    [['Vloer', 'leggen'], undefined],
    [['45,00'], undefined],
  ])('are the row of words %j', (words, fields) => expect(lineOfWords(words)).toEqual(fields));

  test('are mended in their place, and the sum that differs is looked at too', async () => {
    const { user, server } = await open();
    await user.click(
      await screen
        .findByTitle('Regel verbeteren', { exact: true })
        .catch(() => screen.getAllByTitle('Regel verbeteren')[1] ?? document.body),
    );
    const amount = await screen.findByRole('textbox', { name: 'Bedrag' });
    await user.clear(amount);
    await user.type(amount, '500,00{Enter}');
    await waitFor(() => expect(puts(server)).toHaveLength(1));
    expect(puts(server)[0]).toMatchObject([
      'unvalidated/d1/lines',
      { rowVersion: 1, lines: [{ amountInCents: 5000 }, { amountInCents: 50_000, quantity: 10 }] },
    ]);
    expect(await screen.findByText(/Som verschilt van Totaal exclusief btw/)).toBeTruthy();
    await waitFor(() => expect(focusedStop()).not.toBeNull());
  });
});
