import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftKey, draftKeysAt } from '#portal/kit/data/drafts.ts';
import { fakeServer, refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { carpetlineScreens } from '../index.ts';
import { catalogue, line, order } from '../testing/samples.ts';
import { OrderCreate, OrderUpdate } from './order-form.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000, defaultHidden: true });

/** The browser's way to upload, with an answer of the test's making. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  open() {}
  setRequestHeader() {}
  send() {
    FakeRequest.sent.push(this);
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

const wide = window.matchMedia;
beforeEach(() => {
  localStorage.clear();
  FakeRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  window.matchMedia = wide;
  vi.unstubAllGlobals();
});

const may = ['read', 'create', 'update'].map((verb) => `carpetline.orders.${verb}.company`);

async function openCreate(server: FakeServer = fakeServer(), at = '/carpetline/orders/create') {
  server.on('GET', '/api/carpetline/semi-finishes/lookup', () => result(catalogue));
  const drawn = await renderScreen(OrderCreate, {
    path: '/carpetline/orders/create',
    at,
    server,
    screens: carpetlineScreens,
    may,
  });
  await editor();
  return drawn;
}
async function openUpdate(server: FakeServer = fakeServer()) {
  server.on('GET', '/api/carpetline/orders/12', () => result(order));
  server.on('GET', '/api/carpetline/semi-finishes/lookup', () => result(catalogue));
  const drawn = await renderScreen(OrderUpdate, {
    path: '/carpetline/orders/{orderId}/update',
    at: '/carpetline/orders/12/update',
    server,
    screens: carpetlineScreens,
    may,
  });
  await screen.findByRole('button', { name: 'Tapijt toevoegen' });
  return drawn;
}
type User = Awaited<ReturnType<typeof openCreate>>['user'];

const editor = () => screen.findByRole('group', { name: /^(?:Tapijt \d|Regel \d wijzigen)$/ });
const input = (name: string | RegExp) => screen.getByRole('textbox', { name });
const type = (name: string | RegExp, text: string) =>
  fireEvent.change(input(name), { target: { value: text } });
async function choose(user: User, field: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}
const colors = () =>
  within(screen.getByRole('radiogroup', { name: 'Kleur' }))
    .getAllByRole('radio')
    .map((radio) => radio.closest('label')?.textContent);
const add = (user: User) =>
  user.click(
    within(screen.getByRole('region', { name: 'Orderregels' })).getByRole('button', {
      name: 'Tapijt toevoegen',
    }),
  );

async function fillIn(user: User) {
  type('Kwaliteit en kleur', 'Jabo 1626');
  type('Lengte', '300');
  type('Breedte', '200');
  await choose(user, 'Halffabricaat', 'Alleen snijden');
}

describe('the choices of a line', () => {
  test('come one after the other; changing one clears those that depend on it', async () => {
    const { user } = await openCreate();
    expect(screen.queryByRole('combobox', { name: 'Artikel' })).toBeNull();
    await choose(user, 'Halffabricaat', 'Banderen');
    expect(screen.queryByRole('radiogroup', { name: 'Kleur' })).toBeNull();
    await choose(user, 'Artikel', 'B-040 Katoenband');
    expect(colors()).toEqual(['Zand', 'Leem']);
    await user.click(screen.getByRole('radio', { name: 'Zand' }));

    await choose(user, 'Artikel', 'B-110 Leerband');
    expect(colors()).toEqual(['Cognac']);
    expect(screen.getByRole('radio', { name: 'Cognac' })).toHaveProperty('checked', false);

    await choose(user, 'Halffabricaat', 'Festonneren');
    expect(screen.queryByRole('combobox', { name: 'Artikel' })).toBeNull();
    expect(colors()).toEqual(['Ecru']);
    await choose(user, 'Halffabricaat', 'Banderen');
    expect(screen.getByRole('combobox', { name: 'Artikel' })).toHaveProperty('value', '');
  });

  test('each shape asks for its own sizes, and another shape empties them', async () => {
    const { user } = await openCreate();
    type('Lengte', '300');
    await user.click(screen.getByRole('radio', { name: 'Rond' }));
    expect(screen.queryByRole('textbox', { name: 'Lengte' })).toBeNull();
    type('Diameter', '180');
    expect(screen.getByRole('img', { name: 'Rond tapijt met een diameter van 180 centimeter' })).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Recht' }));
    expect(input('Lengte')).toHaveProperty('value', '');
  });

  test('missing values are named at their fields, and the first field has the focus', async () => {
    const { user } = await openCreate();
    await add(user);
    const quality = input('Kwaliteit en kleur');
    await waitFor(() => expect(quality).toBe(document.activeElement));
    for (const field of [quality, input('Lengte'), screen.getByRole('combobox', { name: 'Halffabricaat' })])
      expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  test('the key of the keyboard adds the carpet, and quantity is counted with two buttons', async () => {
    const { user } = await openCreate();
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Aantal: één meer' }));
    await user.click(screen.getByRole('button', { name: 'Aantal: één meer' }));
    await user.click(screen.getByRole('button', { name: 'Aantal: één minder' }));
    await user.type(input('Breedte'), '{Enter}');
    expect((await screen.findByRole('listitem')).textContent).toContain('Jabo 1626 × 2');
  });
});

describe('an order', () => {
  test('can be placed with a line and not without', async () => {
    const server = fakeServer();
    server.on('POST', '/api/carpetline/orders', () =>
      refusal('validation', {
        codes: { order_lines_0_color_id: ['required'] },
        errors: { order_lines_0_color_id: ['Kies een kleur'] },
      }),
    );
    const { user } = await openCreate(server);
    expect(screen.queryByRole('button', { name: 'Bestellen' })).toBeNull();
    await fillIn(user);
    await add(user);
    await user.click(await screen.findByRole('button', { name: 'Bestellen' }));
    // What the server finds wrong with a line stands at that line.
    expect(
      (await screen.findByText('Kies een kleur', { selector: 'li *' })).closest('li')?.textContent,
    ).toContain('Jabo 1626');
    expect(server.calls.at(-1)?.body).toMatchObject({
      orderLines: [{ lineNumber: 1, qualityName: 'Jabo 1626', semiFinishId: 's3', attachment: null }],
    });
    expect(server.calls.at(-1)?.body).not.toHaveProperty('open');
  });

  test('while a line is being chosen the order cannot be saved without it', async () => {
    const { user } = await openUpdate();
    await user.click(screen.getByRole('button', { name: 'Tapijt toevoegen' }));
    expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull();
    await user.click(within(await editor()).getByRole('button', { name: 'Annuleren' }));
    await screen.findByRole('button', { name: 'Opslaan' });
    await user.click(screen.getByRole('button', { name: 'Regel 1 wijzigen' }));
    expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull();
  });

  test('opening another line asks for confirmation while one has unsaved choices', async () => {
    const { user } = await openUpdate();
    await user.click(screen.getByRole('button', { name: 'Tapijt toevoegen' }));
    await editor();
    type('Kwaliteit en kleur', 'Half');
    await user.click(screen.getByRole('button', { name: 'Regel 1 wijzigen' }));
    const question = await screen.findByRole('dialog', { name: 'Ingevulde regel weggooien?' });
    await user.click(within(question).getByRole('button', { name: 'Annuleren' }));
    expect(input('Kwaliteit en kleur')).toHaveProperty('value', 'Half');
  });

  test('on a telephone the next step is in the bar under the thumb', async () => {
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') });
    const { user } = await openCreate();
    const bar = () => screen.getAllByRole('button', { name: /Tapijt toevoegen|Bestellen/ });
    expect(bar()).toHaveLength(1);
    await fillIn(user);
    await user.click(bar()[0] ?? document.body);
    expect((await screen.findByRole('listitem')).textContent).toContain('Jabo 1626');
    expect(screen.getByRole('button', { name: 'Bestellen' })).toBeTruthy();
  });
});

const drafts = (name: string) =>
  draftKeysAt(draftKey('sanne', name))
    .map((key) => localStorage.getItem(key))
    .join();

describe('unfinished work', () => {
  test('an unfinished line is stored in the draft and restored in its place', async () => {
    const first = await openCreate();
    await fillIn(first.user);
    type(/^Referentie/, 'Trap');
    await waitFor(() => expect(drafts('carpet-order')).toContain('Jabo 1626'));
    first.unmount();

    const { user } = await openCreate();
    expect(input('Kwaliteit en kleur')).toHaveProperty('value', '');
    await user.click(await screen.findByRole('button', { name: 'Terugzetten' }));
    expect(input('Kwaliteit en kleur')).toHaveProperty('value', 'Jabo 1626');
    expect(input('Lengte')).toHaveProperty('value', '300');
    expect(screen.getByRole('combobox', { name: 'Halffabricaat' })).toHaveProperty('value', 'Alleen snijden');
    await add(user);
    expect((await screen.findByRole('listitem')).textContent).toContain('Jabo 1626');
    // In the order it is no longer half.
    await waitFor(() => expect(drafts('carpet-order')).toContain('"open":null'));
  });

  test('leaving with nothing but a half-filled line asks first', async () => {
    const { router } = await openCreate();
    type('Kwaliteit en kleur', 'Half');
    expect(await screen.findByText('Niet bewaard')).toBeTruthy();
    void router.navigate({ to: '/carpetline/orders' });
    expect(await screen.findByRole('dialog', { name: 'Pagina verlaten?' })).toBeTruthy();
  });

  test('a draft of an older portal still comes back', async () => {
    const { discontinued: _gone, id: _id, lineNumber: _number, ...old } = line;
    const values = {
      reference: 'Oud',
      deliveredBy: 'Desso',
      transportFinishedProduct: 1,
      note: '',
      customerRelationId: null,
      orderLines: [{ ...old, isDiscontinued: false }],
    };
    localStorage.setItem(
      draftKey('sanne', 'carpet-order'),
      JSON.stringify({ at: '2026-11-20T09:00:00Z', values }),
    );
    const { user } = await openCreate();
    await user.click(await screen.findByRole('button', { name: 'Terugzetten' }));
    expect((await screen.findByRole('listitem')).textContent).toContain('Berber 12');
  });
});

describe('a drawing', () => {
  const kept = {
    id: 'd1',
    name: 'erker.pdf',
    mimeType: 'application/pdf',
    size: 9,
    path: '/api/carpetline/drawings/d1',
  };
  const pick = (name = 'erker.pdf') =>
    fireEvent.change(screen.getByTestId('drawing'), { target: { files: [new File(['%PDF'], name)] } });
  const request = async (at: number) => {
    await waitFor(() => expect(FakeRequest.sent.length).toBeGreaterThan(at));
    return FakeRequest.sent[at] ?? new FakeRequest();
  };

  async function openDeviating(server: FakeServer = fakeServer()) {
    const drawn = await openCreate(server);
    await drawn.user.click(screen.getByRole('radio', { name: 'Afwijkend' }));
    type('Kwaliteit en kleur', 'Jabo 1626');
    await choose(drawn.user, 'Halffabricaat', 'Alleen snijden');
    return drawn;
  }

  test('goes up as soon as it is chosen, and the order names it', async () => {
    const server = fakeServer();
    server.on('POST', '/api/carpetline/orders', () =>
      refusal('validation', { codes: {}, errors: { delivered_by: ['Vul in'] } }),
    );
    const { user } = await openDeviating(server);
    pick();
    const sending = await request(0);
    sending.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 62, total: 100 }));
    expect(await screen.findByText('62%')).toBeTruthy();
    // Pressed too early it waits for the drawing.
    await add(user);
    sending.answer(201, { result: kept });
    expect((await screen.findByRole('listitem')).textContent).toContain('erker.pdf');
    await user.click(screen.getByRole('button', { name: 'Bestellen' }));
    await waitFor(() =>
      expect(server.calls.at(-1)?.body).toMatchObject({ orderLines: [{ attachment: { id: 'd1' } }] }),
    );
  });

  test('whose upload fails can be sent again, and a refused one says why at its field', async () => {
    const { user } = await openDeviating();
    pick();
    (await request(0)).dispatchEvent(new Event('error'));
    expect(await screen.findByText(/verbindingsfout/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    (await request(1)).answer(201, { result: kept });
    await screen.findByText('erker.pdf');

    pick('trap.exe');
    (await request(2)).answer(400, {
      type: '/problems/validation',
      title: 'x',
      status: 400,
      instance: '/',
      errors: { attachment: ['Kies een tekening (PDF, JPEG, PNG of DXF)'] },
      codes: { attachment: ['not-a-drawing'] },
    });
    expect(await screen.findByText('Kies een tekening (PDF, JPEG, PNG of DXF)')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Opnieuw proberen' })).toBeNull();
    expect(screen.queryByText('erker.pdf')).toBeNull();
  });
});

test('ordering again starts from the old order, and says what is not to be had any more', async () => {
  const server = fakeServer();
  const gone = {
    ...line,
    id: 'l2',
    lineNumber: 2,
    qualityName: 'Desso',
    semiFinishId: 'x',
    semiFinishDescription: 'Zoomen',
    discontinued: ['semiFinishId' as const],
  };
  server.on('GET', '/api/carpetline/orders/12', () =>
    result({ ...order, status: 2, canUpdate: false, orderLines: [line, gone] }),
  );
  server.on('GET', '/api/carpetline/semi-finishes/lookup', () => result(catalogue));
  await renderScreen(OrderCreate, {
    path: '/carpetline/orders/create',
    at: '/carpetline/orders/create?again=12',
    server,
    screens: carpetlineScreens,
    may,
  });
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent?.includes('niet meer leverbaar'))).toEqual([false, true]);
  expect(input(/^Referentie/)).toHaveProperty('value', 'Trap');
});

describe('two people at one order', () => {
  const joris = { ...line, id: 'l9', qualityName: 'Ege Epoca', attachment: null };
  const current = {
    ...order,
    rowVersion: 2,
    note: 'Van Joris',
    orderLines: [line, joris],
    updatedBy: 'Joris Kamp',
    updatedAt: '2026-11-21T13:02:00Z',
  };

  async function saveOver() {
    const server = fakeServer();
    let saved: unknown;
    server.on('PUT', '/api/carpetline/orders/o1', ({ body }) => {
      if (saved === undefined && Reflect.get(Object(body), 'rowVersion') === 1)
        return refusal('stale', { current });
      saved = body;
      return result({ ...order, rowVersion: 3 });
    });
    const { user } = await openUpdate(server);
    await user.click(screen.getByRole('button', { name: 'Regel 1 wijzigen' }));
    type('Kwaliteit en kleur', 'Mijn tapijt');
    await user.click(screen.getByRole('button', { name: 'Regel overnemen' }));
    await user.click(await screen.findByRole('button', { name: 'Opslaan' }));
    await screen.findByText(/Joris Kamp/);
    return { user, saved: () => saved };
  }
  const choice = (words: RegExp) =>
    within(screen.getByRole('row', { name: /Orderregels/ })).getByRole('radio', { name: words });

  test('see each other’s lines, and keeping one’s own sends them', async () => {
    const { user, saved } = await saveOver();
    expect(choice(/1\. 1 × Mijn tapijt, Recht, 200 × 90 cm/)).toHaveProperty('checked', true);
    expect(choice(/1\. 1 × Berber 12.*2\. 1 × Ege Epoca/s)).toHaveProperty('checked', false);
    await user.click(screen.getByRole('button', { name: 'Bewaren met deze keuze' }));
    await waitFor(() =>
      expect(saved()).toMatchObject({
        rowVersion: 2,
        note: 'Van Joris',
        orderLines: [{ qualityName: 'Mijn tapijt' }],
      }),
    );
  });

  test('may take the other’s lines instead', async () => {
    const { user, saved } = await saveOver();
    await user.click(choice(/Ege Epoca/));
    await user.click(screen.getByRole('button', { name: 'Bewaren met deze keuze' }));
    await waitFor(() =>
      expect(saved()).toMatchObject({
        orderLines: [{ qualityName: 'Berber 12' }, { qualityName: 'Ege Epoca' }],
      }),
    );
  });

  test('unsaved changes of a closed tab are offered again, and still conflict with what was saved since', async () => {
    const { user } = await openUpdate();
    await user.click(screen.getByRole('button', { name: 'Regel 1 wijzigen' }));
    type('Kwaliteit en kleur', 'Half gewijzigd');
    await waitFor(() => expect(drafts('carpet-order-o1')).toContain('Half gewijzigd'));
    screen.getByRole('group', { name: 'Regel 1 wijzigen' });
    cleanup();

    const server = fakeServer();
    server.on('PUT', '/api/carpetline/orders/o1', () => refusal('stale', { current }));
    const second = await openUpdate(server);
    await second.user.click(await screen.findByRole('button', { name: 'Terugzetten' }));
    expect(input('Kwaliteit en kleur')).toHaveProperty('value', 'Half gewijzigd');
    await second.user.click(screen.getByRole('button', { name: 'Regel overnemen' }));
    await second.user.click(await screen.findByRole('button', { name: 'Opslaan' }));
    await screen.findByText(/Joris Kamp/);
    expect(choice(/Half gewijzigd/)).toHaveProperty('checked', true);
  });
});
