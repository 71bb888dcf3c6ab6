import { act, configure, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { companies } from '#contract/core/companies.ts';
import { triggers, type RegexAnswer } from '#contract/documents/triggers.ts';
import type { Rec } from '#contract/resource.ts';
import { fakeServer, refusal, result, type FakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { documentsScreens } from '../screens.ts';
import { picture, sampleDocument, samplePage } from '../testing/samples.ts';
import { TriggerEditor } from './trigger-editor.tsx';
import { TriggersList } from './triggers-list.tsx';

// Five fields and a trial in one test: the machine that runs it may be busy.
vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5000 });
beforeAll(async () => void (await import('./import-dialog.tsx')));

const staff = ['read', 'create', 'update', 'delete'].map((verb) => `fmmanagement.triggers.${verb}.system`);
const base = '/api/fmmanagement/documenten';
const text = 'Van Dijk Installaties B.V.\nFactuurnummer 2026-1184\nTe betalen 1.898,97\n';
const at = (part: string) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length });

const nothing: RegexAnswer = { matches: [], count: 0, value: null, keywords: [], errors: [], warnings: [] };
function hit(part: string, more: Partial<RegexAnswer> = {}): RegexAnswer {
  const { start, end } = at(part);
  const match = {
    start,
    end,
    valueStart: start,
    valueEnd: end,
    raw: part,
    parsed: null,
    line: 0,
    isChosen: true,
    boxes: [],
  };
  return { ...nothing, matches: [match], count: 1, ...more };
}

function stored(more: Partial<Rec<typeof triggers>> = {}): Rec<typeof triggers> {
  return {
    id: 't1',
    companyId: 'c1',
    naam: 'Van Dijk',
    keywords: '05071234',
    factuurnummer: '',
    factuurdatum: '',
    totaalbedrag: '',
    creditmodifier: '',
    isPdf: true,
    crediteur: '',
    valuta: '',
    decimaalteken: '',
    datumvolgorde: '',
    createdAt: '2026-11-12T09:00:00Z',
    updatedAt: '2026-11-12T09:00:00Z',
    updatedBy: null,
    rowVersion: 2,
    warnings: [],
    ...more,
  };
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(624);
  Element.prototype.scrollIntoView = () => undefined;
});

function serverWith(search: (field: string, pattern: string) => RegexAnswer = () => nothing): FakeServer {
  const server = fakeServer();
  server.on('GET', `${base}/d1`, () => result(sampleDocument()));
  server.on('GET', `${base}/d1/pages/1`, () => result(samplePage));
  server.on('GET', '/api/fmmanagement/images', picture);
  server.on('GET', `${base}/d1/text`, () =>
    result({
      text,
      source: 'pdf',
      isCut: false,
      pages: [{ number: 1, start: 0, end: text.length }],
      words: [],
    }),
  );
  server.on('POST', `${base}/d1/regex`, ({ body }) => {
    const { field, pattern } = z.object({ field: z.string(), pattern: z.string() }).parse(body);
    return result(search(field, pattern));
  });
  server.one(triggers, {}, stored());
  server.on('POST', '/api/fmmanagement/triggers', () => result(stored({ id: 't9' })));
  return server;
}

const open = (server: FakeServer, triggerId = 'new', may = staff) =>
  renderScreen(TriggerEditor, {
    path: '/fmmanagement/documents/{documentId}/{triggerId}',
    at: `/fmmanagement/documents/d1/${triggerId}`,
    server,
    may,
    screens: documentsScreens,
  });

const sentTo = (server: FakeServer, url: string) =>
  server.calls.filter((call) => call.method === 'POST' && call.url === url).map(({ body }) => body);

describe('typing a pattern', () => {
  test('searches the document when typing pauses, and shows the value beside the field', async () => {
    const server = serverWith((field, pattern) =>
      field === 'totaalbedrag' && pattern === 'betalen (.+)'
        ? hit('1.898,97', { value: { kind: 'amount', value: 189897 } })
        : nothing,
    );
    const { user } = await open(server);
    await user.type(await screen.findByLabelText(/^Totaalbedrag/), 'betalen (.+)');
    expect(await screen.findByText('1.898,97', { selector: '.balie-number' })).toBeTruthy();
    const mark = await screen.findByText('1.898,97', { selector: 'mark' });
    expect(mark.getAttribute('data-tag')).toBe('totaal');
    // Not one request per letter.
    expect(sentTo(server, `${base}/d1/regex`).length).toBeLessThan(6);
  });

  test('a bad pattern says what is wrong and leads to the place', async () => {
    const server = serverWith((_, pattern) =>
      pattern.endsWith('(')
        ? {
            ...nothing,
            errors: [
              {
                line: 0,
                position: 10,
                code: 'unclosed-group',
                message: 'Regel 1, teken 11: dit haakje wordt niet gesloten.',
              },
            ],
          }
        : nothing,
    );
    const { user } = await open(server);
    const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Credit als dit voorkomt/);
    await user.type(field, 'Creditnota(');
    expect(await screen.findByText(/teken 11: dit haakje/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Ga naar teken 11' }));
    expect(field.selectionStart).toBe(10);
    expect(document.activeElement).toBe(field);
  });

  test('each keyword says whether it is met', async () => {
    const server = serverWith((field) =>
      field === 'keywords'
        ? {
            ...nothing,
            keywords: [
              { keyword: 'Van Dijk', line: 0, isExcluding: false, isMet: true },
              { keyword: '99', line: 1, isExcluding: false, isMet: false },
              { keyword: 'herinnering', line: 2, isExcluding: true, isMet: true },
            ],
          }
        : nothing,
    );
    const { user } = await open(server);
    await user.type(await screen.findByLabelText(/^Trefwoorden/), 'x');
    const list = (await screen.findByText('niet gevonden')).closest('ul');
    expect(list?.textContent).toBe('Van Dijkgevonden99niet gevondenherinneringkomt niet voor, goed');
  });

  test('a match that is no date is shown as such', async () => {
    const server = serverWith((field) => (field === 'factuurdatum' ? hit('2026-1184') : nothing));
    const { user } = await open(server);
    await user.type(await screen.findByLabelText(/^Factuurdatum/), 'x');
    expect(await screen.findByText('‘2026-1184’ is geen datum die bestaat')).toBeTruthy();
  });
});

describe('from example', () => {
  function select(part: string) {
    const span = screen.getByLabelText('Tekst van het document').firstElementChild?.firstChild;
    if (!span) throw new Error('no text');
    const range = document.createRange();
    range.setStart(span, at(part).start);
    range.setEnd(span, at(part).end);
    act(() => {
      window.getSelection()?.removeAllRanges();
      window.getSelection()?.addRange(range);
      document.dispatchEvent(new Event('selectionchange'));
    });
  }

  test('selecting text and naming its field writes the pattern; a second example takes its place', async () => {
    const server = serverWith();
    const patterns = ['nummer (\\S+)', 'betalen (\\S+)'];
    server.on('POST', `${base}/d1/regex/example`, ({ body }) => {
      const { start, end } = z.object({ start: z.int(), end: z.int() }).parse(body);
      const pattern = patterns.shift() ?? '';
      return result({
        pattern,
        start,
        end,
        raw: text.slice(start, end),
        parsed: null,
        count: 1,
        isExact: true,
        anchor: 'label',
        label: 'nummer',
      });
    });
    const { user } = await open(server);
    await screen.findByLabelText('Tekst van het document');
    select('2026-1184');
    const bubble = await screen.findByRole('group', { name: 'Gekozen tekst' });
    expect(bubble.textContent).toContain('2026-1184');
    await user.click(within(bubble).getByRole('button', { name: 'Nummer' }));
    const field = await screen.findByLabelText(/^Factuurnummer/);
    await waitFor(() => expect(field).toHaveProperty('value', 'nummer (\\S+)'));
    expect(sentTo(server, `${base}/d1/regex/example`)).toEqual([
      { field: 'factuurnummer', ...at('2026-1184'), isPdf: true },
    ]);
    expect(screen.queryByRole('group', { name: 'Gekozen tekst' })).toBeNull();
    select('1.898,97');
    await user.click(
      within(await screen.findByRole('group', { name: 'Gekozen tekst' })).getByRole('button', {
        name: 'Nummer',
      }),
    );
    await waitFor(() => expect(field).toHaveProperty('value', 'betalen (\\S+)'));
  });

  test('a selection that cannot be a value shows the server’s reason', async () => {
    const server = serverWith();
    server.on('POST', `${base}/d1/regex/example`, () =>
      refusal('validation', { errors: { start: ['Hier staat niets dat een datum kan zijn'] } }),
    );
    const { user } = await open(server);
    await screen.findByLabelText('Tekst van het document');
    select('Van Dijk');
    await user.click(
      within(await screen.findByRole('group', { name: 'Gekozen tekst' })).getByRole('button', {
        name: 'Datum',
      }),
    );
    expect(await screen.findByText('Hier staat niets dat een datum kan zijn')).toBeTruthy();
  });
});

describe('try it, and save', () => {
  const tried = (count: number) => ({
    count,
    first: Array.from({ length: count }, (_, index) => ({
      id: `d${index + 1}`,
      documentId: `2026-10-000${index + 1}`,
      filename: 'a.pdf',
      // oxlint-disable-next-line unicorn/no-thenable -- the wire's own name
      values: [{ field: 'totaalbedrag' as const, now: '41200', then: '49852' }],
      otherTrigger: null,
    })),
  });
  const none = { count: 0, first: [] };

  test('shows what it recognises and changes, and a conflict must be confirmed', async () => {
    const server = serverWith();
    server.on('POST', '/api/fmmanagement/triggers/try', () =>
      result({
        unknownChecked: 14,
        knownChecked: 1000,
        isComplete: true,
        recognises: tried(6),
        partly: none,
        changes: tried(2),
        ties: none,
        agrees: 3,
        hasConflicts: true,
      }),
    );
    server.on('POST', '/api/fmmanagement/triggers', ({ body }) =>
      Reflect.get(Object(body), 'conflictsConfirmed') === true
        ? result(stored({ id: 't9' }))
        : refusal('validation', {
            errors: { conflicts_confirmed: ['Bekijk ze en bevestig'] },
            codes: { conflicts_confirmed: ['required'] },
          }),
    );
    const { user, address } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Proef draaien' }));
    const panel = await screen.findByRole('region', { name: 'Proef' });
    await waitFor(() => expect(panel.textContent).toContain('Op 14 onbekende en 1.000 herkende documenten'));
    expect(panel.textContent).toMatch(/412,00.*498,52/);
    expect(within(panel).getAllByRole('button', { name: /^2026-10/ })).toHaveLength(6);
    await user.click(within(panel).getByRole('button', { name: 'Toon alle 6' }));
    expect(within(panel).getAllByRole('button', { name: /^2026-10/ })).toHaveLength(8);

    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await within(panel).findByText('Bekijk ze en bevestig')).toBeTruthy();
    await user.click(
      within(panel).getByRole('checkbox', {
        name: 'Ja, ik heb gezien dat de trigger deze 2 documenten anders leest',
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(address()).toBe('/fmmanagement/documents/d1/t9'));
  });

  test('a trial that is refused names the field', async () => {
    const server = serverWith();
    server.on('POST', '/api/fmmanagement/triggers/try', () =>
      refusal('validation', {
        errors: { creditmodifier: ['Teken 11: dit haakje wordt niet gesloten.'] },
        codes: { creditmodifier: ['bad-pattern'] },
      }),
    );
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Proef draaien' }));
    const panel = await screen.findByRole('region', { name: 'Proef' });
    expect(
      await within(panel).findByText('Credit als dit voorkomt: Teken 11: dit haakje wordt niet gesloten.'),
    ).toBeTruthy();
  });

  test('a change after the trial is shown', async () => {
    const server = serverWith();
    server.on('POST', '/api/fmmanagement/triggers/try', () =>
      result({
        unknownChecked: 1,
        knownChecked: 0,
        isComplete: true,
        recognises: none,
        partly: none,
        changes: none,
        ties: none,
        agrees: 0,
        hasConflicts: false,
      }),
    );
    const { user } = await open(server);
    await user.click(await screen.findByRole('button', { name: 'Proef draaien' }));
    await screen.findByRole('button', { name: 'Opnieuw' });
    await user.type(await screen.findByLabelText(/^Naam/), ' 2');
    expect(await screen.findByText('De trigger is sinds deze proef gewijzigd.')).toBeTruthy();
  });

  test('staff choose between this customer and everybody; a new one is named after its supplier', async () => {
    const server = serverWith();
    const { user } = await open(server);
    expect(await screen.findByLabelText(/^Naam/)).toHaveProperty('value', 'Van Dijk Installaties B.V.');
    await user.click(screen.getByRole('radio', { name: 'Algemeen' }));
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() =>
      expect(sentTo(server, '/api/fmmanagement/triggers')[0]).toMatchObject({
        companyId: null,
        naam: 'Van Dijk Installaties B.V.',
      }),
    );
  });

  test('who writes for the own company only is not asked, and names no company', async () => {
    const server = serverWith();
    const { user } = await open(server, 'new', ['fmmanagement.triggers.create.company']);
    await screen.findByLabelText(/^Naam/);
    expect(screen.queryByRole('radio', { name: 'Algemeen' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() =>
      expect(sentTo(server, '/api/fmmanagement/triggers')[0]).not.toHaveProperty('companyId'),
    );
  });

  test('a general trigger is only read by who may not write those', async () => {
    const server = serverWith();
    server.one(triggers, {}, stored({ companyId: null }));
    await open(server, 't1', ['fmmanagement.triggers.update.company']);
    expect(await screen.findByLabelText(/^Naam/)).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Opslaan' })).toBeNull();
  });
});

test('triggers are imported from a file, after a preview', async () => {
  const server = fakeServer();
  server.list(triggers, {}, []);
  const answer = {
    triggers: [
      {
        id: null,
        naam: 'ACME',
        tried: { recognises: 3, changes: 27, ties: 0, isComplete: true },
        trigger: { naam: 'ACME', keywords: 'ACME', factuurnummer: '(\\d+)' },
      },
    ],
    remarks: [
      { naam: 'ACME', field: 'lines', message: 'De patronen voor regels zijn weggelaten.', isRefused: false },
    ],
  };
  server.on('POST', '/api/fmmanagement/triggers/import/preview', () => result(answer));
  server.on('POST', '/api/fmmanagement/triggers/import', () => result(answer));
  const { user } = await renderScreen(TriggersList, {
    path: '/fmmanagement/triggers',
    server,
    may: ['fmmanagement.triggers.read', 'fmmanagement.triggers.create.company'],
    screens: documentsScreens,
  });
  await user.click((await screen.findAllByRole('button', { name: 'Importeren' }))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  await user.upload(
    within(dialog).getByTestId('import-file'),
    new File(['issuer: ACME'], 'acme.yml', { type: 'text/yaml' }),
  );
  expect(await within(dialog).findByText('De patronen voor regels zijn weggelaten.')).toBeTruthy();
  expect(within(dialog).getByText(/Herkent 3 onbekende documenten, leest 27 herkende anders/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: '1 trigger importeren' }));
  await waitFor(() =>
    expect(sentTo(server, '/api/fmmanagement/triggers/import')).toEqual([
      { content: 'issuer: ACME', filename: 'acme.yml' },
    ]),
  );
});

test('staff say for whom they import, and never make triggers general by leaving it open', async () => {
  const server = fakeServer();
  server.list(triggers, {}, []);
  server.list(companies, {}, []);
  const answer = {
    triggers: [{ id: null, naam: 'ACME', tried: null, trigger: { naam: 'ACME', keywords: 'ACME' } }],
    remarks: [],
  };
  server.on('POST', '/api/fmmanagement/triggers/import/preview', () => result(answer));
  server.on('POST', '/api/fmmanagement/triggers/import', () => result(answer));
  const { user } = await renderScreen(TriggersList, {
    path: '/fmmanagement/triggers',
    server,
    may: ['fmmanagement.triggers.read', 'fmmanagement.triggers.create.system'],
    screens: documentsScreens,
  });
  await user.click((await screen.findAllByRole('button', { name: 'Importeren' }))[0] ?? document.body);
  const dialog = await screen.findByRole('dialog');
  await user.upload(
    within(dialog).getByTestId('import-file'),
    new File(['issuer: ACME'], 'acme.yml', { type: 'text/yaml' }),
  );
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Importeren' })).toHaveProperty('disabled', false),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Importeren' }));
  expect(await within(dialog).findByText('Kies een bedrijf, of maak ze algemeen')).toBeTruthy();
  expect(sentTo(server, '/api/fmmanagement/triggers/import')).toEqual([]);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Algemeen: voor alle klanten' }));
  await user.click(await within(dialog).findByRole('button', { name: '1 trigger importeren' }));
  await waitFor(() =>
    expect(sentTo(server, '/api/fmmanagement/triggers/import')).toEqual([
      { content: 'issuer: ACME', filename: 'acme.yml', companyId: null },
    ]),
  );
});
