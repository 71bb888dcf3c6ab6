import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Link } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineResource, id, rowVersion, shortText } from '#contract/resource.ts';
import { resourceHooks } from '../data/resource-hooks.ts';
import { fakeServer, refusal, result } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { useText } from '../text.ts';
import { YesNoField } from './choice-field.tsx';
import { DateField } from './date-field.tsx';
import { wrongFields } from './field-text.ts';
import { FileField } from './file-field.tsx';
import { FormPage } from './form-page.tsx';
import { DecimalField, NumberField } from './number-fields.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { mergeChanges, useResourceForm } from './use-resource-form.ts';

const body = z.object({
  name: z.string(),
  emailAddress: z.object({ address: z.string() }),
  price: z.int().nullable(),
  pieces: z.int().nullable(),
  startsOn: z.string().nullable(),
  active: z.boolean(),
  colour: z.string().nullable(),
  logo: z.string().nullable(),
  rowVersion: rowVersion.optional(),
});
const things = defineResource({
  name: 'thing',
  path: 'test/things',
  permission: 'test.things',
  fields: {},
  defaultSort: 'name asc',
  row: body.extend({ id }),
  record: body.extend({ id }),
  create: body,
});
const changeable = defineResource({ ...things, update: body });
const { useCreate } = resourceHooks(things);
const { useUpdate } = resourceHooks(changeable);

const initial: z.output<typeof body> = {
  name: 'Stoel',
  emailAddress: { address: '' },
  price: 128450,
  pieces: null,
  startsOn: null,
  active: true,
  colour: null,
  logo: null,
};

function ThingForm() {
  const text = useText();
  const create = useCreate({});
  const form = useResourceForm({
    initial,
    check: ({ name }) => wrongFields(text, z.object({ name: shortText() }), { name }),
    save: (values) => create.mutateAsync(values),
    onSaved: () => undefined,
    fromStored: (current) => body.safeParse(current).data,
  });
  return (
    <FormPage form={form} title="Ding" back={{ href: '/things', label: 'Dingen' }}>
      <TextField form={form} name="name" label="Naam" />
      <TextField form={form} name="emailAddress.address" label="E-mailadres" hint="Hier komt de bon" />
      <DecimalField form={form} name="price" label="Prijs" />
      <NumberField form={form} name="pieces" label="Aantal" />
      <DateField form={form} name="startsOn" label="Begindatum" isOptional />
      <YesNoField form={form} name="active" label="Actief" />
      <SelectField
        form={form}
        name="colour"
        label="Kleur"
        isOptional
        options={[{ value: 'r', label: 'Rood' }]}
      />
      <FileField form={form} name="logo" label="Logo" isOptional />
      <Link to="/elsewhere">Weg hier</Link>
    </FormPage>
  );
}

function saving(answer: () => Response = () => result({ ...initial, id: '1' })) {
  const server = fakeServer();
  server.on('POST', '/api/test/things', answer);
  return server;
}

const sent = (server: ReturnType<typeof fakeServer>) => body.parse(server.calls.at(-1)?.body);

describe('a form', () => {
  test('shows every bad field at its place, counts them and goes to the first', async () => {
    const errors = { email_address_address: ['Geef een e-mailadres op'], price: ['Dit getal is te klein'] };
    const { user } = await renderScreen(ThingForm, {
      server: saving(() => refusal('validation', { errors })),
    });
    expect(screen.getByText('Hier komt de bon')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect((await screen.findByRole('alert')).textContent).toBe('2 velden kloppen nog niet.');
    const field = screen.getByRole('textbox', { name: 'E-mailadres' });
    expect(field.id).toBe('email_address_address');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Geef een e-mailadres op',
    );
    expect(screen.queryByText('Hier komt de bon')).toBeNull();
    await user.type(field, 'a');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    expect(screen.getByText('Hier komt de bon')).toBeTruthy();
  });

  test('does not save the amount or the earlier day while an unreadable one is being typed', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    await user.type(screen.getByRole('textbox', { name: 'Begindatum (optioneel)' }), '31-2-26{Enter}');
    expect(await screen.findByText(/^Geef een geldige datum/)).toBeTruthy();
    expect(server.calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.clear(screen.getByRole('textbox', { name: 'Begindatum (optioneel)' }));
    const price = screen.getByRole('textbox', { name: 'Prijs' });
    await user.clear(price);
    await user.type(price, '12,345');
    expect(price.getAttribute('aria-invalid')).toBeNull();
    await user.type(price, '{Enter}');
    expect(price.getAttribute('aria-invalid')).toBe('true');
    expect(server.calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.type(price, '{Backspace}{Enter}');
    await waitFor(() => expect(sent(server).price).toBe(1234));
  });

  test('says what cannot be read together with all else that is wrong, and asks the server for neither', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    await user.clear(screen.getByRole('textbox', { name: 'Naam' }));
    await user.type(screen.getByRole('textbox', { name: 'Begindatum (optioneel)' }), '31-2-26{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('2 velden kloppen nog niet.');
    expect(screen.getByText('Geef een naam')).toBeTruthy();
    expect(screen.getByText(/^Geef een geldige datum/)).toBeTruthy();
    expect(server.calls).toHaveLength(0);
  });

  test('says what is wrong with a field that it does not show', async () => {
    const server = saving(() => refusal('validation', { errors: { company_id: ['Kies een bedrijf'] } }));
    const { user } = await renderScreen(ThingForm, { server });
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('Kies een bedrijf')).toBeTruthy();
    expect(document.activeElement?.contains(alert)).toBe(true);
  });

  test('saves with Ctrl S, and says when the server could not', async () => {
    const server = saving(() => refusal('internal', { detail: 'De motor sloeg af' }));
    const { user } = await renderScreen(ThingForm, { server });
    await user.click(screen.getByRole('textbox', { name: 'Naam' }));
    await user.keyboard('{Control>}s{/Control}');
    expect((await screen.findByRole('alert')).textContent).toContain('De motor sloeg af');
    expect(server.calls).toHaveLength(1);
  });

  test('says that it is not saved, and asks before that is lost', async () => {
    const { user, address } = await renderScreen(ThingForm, { server: saving() });
    expect(screen.queryByText('Niet bewaard')).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'tje');
    expect(screen.getByText('Niet bewaard')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Weg hier' }));
    const question = await screen.findByRole('dialog', { name: 'Pagina verlaten?' });
    await user.click(within(question).getByRole('button', { name: 'Annuleren' }));
    expect(address()).toBe('/');
    await user.click(screen.getByRole('link', { name: 'Weg hier' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verlaten' }));
    await waitFor(() => expect(address()).toBe('/elsewhere'));
  });

  test('lets go without a question after saving, or when everything is as it was', async () => {
    const { user, address } = await renderScreen(ThingForm, { server: saving() });
    const name = screen.getByRole('textbox', { name: 'Naam' });
    await user.type(name, 'x{Backspace}');
    expect(screen.queryByText('Niet bewaard')).toBeNull();
    await user.type(name, 's');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(screen.queryByText('Niet bewaard')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Weg hier' }));
    await waitFor(() => expect(address()).toBe('/elsewhere'));
  });

  const theirs = { rowVersion: 8, updatedBy: 'Joris Kamp', updatedAt: '2026-11-21T13:02:00Z' };

  test('changes of different fields are saved together without a question', async () => {
    let isStale = true;
    const current = { ...initial, price: 500, ...theirs };
    const server = saving(() => {
      const reply = isStale ? refusal('stale', { current }) : result({ ...initial, id: '1' });
      isStale = false;
      return reply;
    });
    const { user } = await renderScreen(ThingForm, { server });
    await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'tje');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(server.calls).toHaveLength(2));
    expect(sent(server)).toMatchObject({ name: 'Stoeltje', price: 500, rowVersion: 8 });
    expect(screen.queryByText(/bewaarde dit/)).toBeNull();
  });

  test('a conflict names nobody where the record does not say who changed it', async () => {
    const server = saving(() => refusal('stale', { current: { ...initial, name: 'Kruk', rowVersion: 8 } }));
    const { user } = await renderScreen(ThingForm, { server });
    await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'tje');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText('Dit is intussen gewijzigd')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: 'Zoals bewaard' })).toBeTruthy();
  });

  test('a conflict asks about what both changed, and saves the choice on what is stored', async () => {
    const logo = 'data:image/png;base64,eA==';
    const current = { ...initial, name: 'Kruk', price: 500, logo, ...theirs };
    let isStale = true;
    const server = saving(() => (isStale ? refusal('stale', { current }) : result({ ...initial, id: '1' })));
    const { user } = await renderScreen(ThingForm, { server });
    await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'tje');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText('Joris Kamp bewaarde dit om 14:02')).toBeTruthy();
    const name = screen.getByRole('row', { name: /Naam/ });
    expect(within(name).getByRole('radio', { name: 'Stoeltje' })).toHaveProperty('checked', true);
    // What only the other changed is taken over.
    expect(screen.queryByRole('row', { name: /Prijs/ })).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Prijs' })).toHaveProperty('value', '5,00');
    isStale = false;
    await user.click(within(name).getByRole('radio', { name: 'Kruk' }));
    await user.click(screen.getByRole('button', { name: 'Bewaren met deze keuze' }));
    await waitFor(() => expect(server.calls).toHaveLength(2));
    expect(sent(server)).toMatchObject({ name: 'Kruk', price: 500, logo, rowVersion: 8 });
  });

  test('what is wrong with the address of a person stands at its field', async () => {
    const server = saving(() =>
      refusal('validation', { errors: { email_address: ['Dit adres is al in gebruik'] } }),
    );
    const { user } = await renderScreen(ThingForm, { server });
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    const field = await screen.findByRole('textbox', { name: 'E-mailadres' });
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  });

  test('the plain save button after a conflict keeps the own value, and is not refused for the same reason', async () => {
    let isStale = true;
    const current = { ...initial, name: 'Kruk', ...theirs };
    const server = saving(() => (isStale ? refusal('stale', { current }) : result({ ...initial, id: '1' })));
    const { user } = await renderScreen(ThingForm, { server });
    await user.type(screen.getByRole('textbox', { name: 'Naam' }), 'tje');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await screen.findByText('Joris Kamp bewaarde dit om 14:02');
    isStale = false;
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(server.calls).toHaveLength(2));
    expect(sent(server)).toMatchObject({ name: 'Stoeltje', rowVersion: 8 });
  });
});

describe('fields', () => {
  test('an amount is grouped at rest, plain under the cursor, and travels as cents', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    const price = screen.getByRole('textbox', { name: 'Prijs' });
    expect(price).toHaveProperty('value', '1.284,50');
    await user.click(price);
    expect(price).toHaveProperty('value', '1284,50');
    await user.clear(price);
    await user.type(price, '1a234.5');
    await user.tab();
    expect(price).toHaveProperty('value', '1.234,50');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(sent(server).price).toBe(123450));
  });

  test('an amount that cannot be read stays, says why and is not sent', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    const price = screen.getByRole('textbox', { name: 'Prijs' });
    await user.clear(price);
    await user.type(price, '12,345');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText('Geef hoogstens twee decimalen')).toBeTruthy();
    expect(price).toHaveProperty('value', '12,345');
    expect(server.calls).toHaveLength(0);
  });

  test('a number takes digits, and what is no whole number is refused instead of becoming another', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    const pieces = screen.getByRole('textbox', { name: 'Aantal' });
    await user.type(pieces, '1a2,5');
    expect(pieces).toHaveProperty('value', '12,5');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(await screen.findByText('Geef een geheel getal')).toBeTruthy();
    expect(server.calls).toEqual([]);
    await user.clear(pieces);
    await user.type(pieces, '125');
    expect(screen.queryByText('Geef een geheel getal')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(sent(server).pieces).toBe(125));
  });

  test.each([
    ['1-5-26', '01-05-2026'],
    ['01052026', '01-05-2026'],
    ['1x-5-2026', '01-05-2026'],
  ])('a day typed as %s is a day', async (typed, shown) => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    const day = screen.getByRole('textbox', { name: /Begindatum/ });
    await user.type(day, typed);
    await user.tab();
    expect(day).toHaveProperty('value', shown);
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(sent(server).startsOn).toBe('2026-05-01'));
  });

  test('a day that does not exist is refused at the field', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    await user.type(screen.getByRole('textbox', { name: /Begindatum/ }), '31-2-2026');
    await user.tab();
    expect(screen.getByText('Geef een geldige datum, bijvoorbeeld 21-11-2026')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(server.calls).toHaveLength(0);
  });

  test('a day is picked from a calendar that has a name', async () => {
    const { user } = await renderScreen(ThingForm, { server: saving() });
    await user.type(screen.getByRole('textbox', { name: /Begindatum/ }), '1-5-2026');
    await user.click(screen.getByRole('button', { name: 'Kalender openen: Begindatum' }));
    const calendar = await screen.findByRole('dialog', { name: 'Kalender: Begindatum' });
    await user.click(await within(calendar).findByRole('button', { name: /^12 mei/ }, { timeout: 5000 }));
    expect(screen.getByRole('textbox', { name: /Begindatum/ })).toHaveProperty('value', '12-05-2026');
  });

  test('yes or no is a choice of two, and travels as true or false', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    await user.click(
      within(screen.getByRole('radiogroup', { name: 'Actief' })).getByRole('radio', { name: 'Nee' }),
    );
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(sent(server).active).toBe(false));
  });

  test('a chosen option is cleared by a button with a name', async () => {
    const { user } = await renderScreen(ThingForm, { server: saving() });
    const select = screen.getByRole('combobox', { name: /Kleur/ });
    await user.click(select);
    await user.click(await screen.findByRole('option', { name: 'Rood' }));
    expect(select).toHaveProperty('value', 'Rood');
    await user.click(screen.getByRole('button', { name: 'Kleur leegmaken' }));
    expect(select).toHaveProperty('value', '');
  });

  test('a picture is taken as a data address, and a text is not a picture', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    const logo = screen.getByLabelText(/^Logo/);
    await user.upload(logo, new File(['x'], 'logo.png', { type: 'image/png' }));
    expect(await screen.findByRole('button', { name: 'Weghalen' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(sent(server).logo).toBe('data:image/png;base64,eA=='));
  });

  test('a file that is called a picture and is none is refused at the field', async () => {
    const { user } = await renderScreen(ThingForm, { server: saving() });
    await user.upload(screen.getByLabelText(/^Logo/), new File(['x'], 'logo.png', { type: 'image/png' }));
    await screen.findByRole('button', { name: 'Weghalen' });
    // What a browser tells of bytes that it cannot draw.
    for (const picture of document.querySelectorAll('img')) fireEvent.error(picture);
    expect(screen.queryByRole('button', { name: 'Weghalen' })).toBeNull();
    expect(screen.getByLabelText(/^Logo/).getAttribute('aria-invalid')).toBe('true');
  });

  test('a picture that is too large is refused at the field', async () => {
    const { user } = await renderScreen(ThingForm, { server: saving() });
    const big = new File([new Uint8Array(1_000_001)], 'logo.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText(/^Logo/), big);
    expect(await screen.findByText('Het logo is te groot, hoogstens 1 MB')).toBeTruthy();
  });

  test('a refused picture can be left: the form is saved without it', async () => {
    const server = saving();
    const { user } = await renderScreen(ThingForm, { server });
    const big = new File([new Uint8Array(1_000_001)], 'logo.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText(/^Logo/), big);
    await screen.findByText('Het logo is te groot, hoogstens 1 MB');
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    expect(server.calls).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Doorgaan zonder dit bestand' }));
    expect(screen.queryByText('Het logo is te groot, hoogstens 1 MB')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Opslaan' }));
    await waitFor(() => expect(sent(server).logo).toBeNull());
  });
});

test('a form that stays open goes on with what the server made of it, and can be saved again', async () => {
  const server = fakeServer();
  const versions: unknown[] = [];
  server.on('PUT', '/api/test/things/t1', ({ body: sent }) => {
    versions.push(Reflect.get(Object(sent), 'rowVersion'));
    return result({ ...initial, ...Object(sent), id: 't1', name: 'Tafel', rowVersion: versions.length + 1 });
  });
  function StayingForm() {
    const update = useUpdate({});
    const form = useResourceForm({
      initial: { ...initial, rowVersion: 1 },
      save: (values) => update.mutateAsync({ id: 't1', body: values }),
      onSaved: () => undefined,
      goOnWith: ({ id: _id, rowVersion: version = 0, ...saved }) => ({ ...saved, rowVersion: version }),
    });
    return (
      <FormPage form={form} title="Ding" back={{ href: '/things', label: 'Dingen' }}>
        <TextField form={form} name="name" label="core.groups.name" />
      </FormPage>
    );
  }
  const { user } = await renderScreen(StayingForm, { server });
  const name = screen.getByRole('textbox', { name: 'Naam' });
  await user.type(name, ' met leuning');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(name).toHaveProperty('value', 'Tafel'));
  expect(screen.queryByText('Niet bewaard')).toBeNull();
  await user.type(name, ' rond');
  await user.click(screen.getByRole('button', { name: 'Opslaan' }));
  await waitFor(() => expect(versions).toEqual([1, 2]));
});

describe('changes of two people', () => {
  const base = { name: 'a', rows: { x: { text: 'x' }, y: { text: 'y' } }, hidden: 1 };
  const paths = ['name', 'rows.x.text', 'rows.y.text'];

  test('a list that one of them changed is taken as a whole', () => {
    const mine = { ...base, rows: { y: { text: 'y' } } };
    const merged = mergeChanges<object>(base, mine, { ...base, name: 'b' }, paths);
    expect(merged).toEqual({ values: { ...mine, name: 'b' }, both: [] });
  });

  test('a list to which rows came or from which they went, or a value that is not on screen, is asked about', () => {
    const removed = { ...base, rows: { y: { text: 'y' } } };
    const stored = { ...base, rows: { x: { text: 'x' }, y: { text: 'z' } } };
    expect(mergeChanges<object>(base, removed, stored, paths)).toEqual({ values: removed, both: ['rows'] });
    const merged = mergeChanges(base, { ...base, hidden: 2 }, { ...base, hidden: 3 }, paths);
    expect(merged).toEqual({ values: { ...base, hidden: 2 }, both: ['hidden'] });
    const lists = ['a', 'b', 'c'].map((text) => ({ list: [{ text }] }));
    const [before = { list: [] }, mine = before, theirs = before] = lists;
    expect(mergeChanges(before, mine, theirs, ['list.0.text'])).toEqual({ values: mine, both: ['list'] });
  });

  test('different fields of one group are both kept, and the same one is asked about by itself', () => {
    const mine = { ...base, rows: { x: { text: 'mine' }, y: { text: 'y' } } };
    const stored = { ...base, rows: { x: { text: 'x' }, y: { text: 'theirs' } } };
    expect(mergeChanges(base, mine, stored, paths)).toEqual({
      values: { ...base, rows: { x: { text: 'mine' }, y: { text: 'theirs' } } },
      both: [],
    });
    const same = { ...base, rows: { x: { text: 'theirs' }, y: { text: 'y' } } };
    expect(mergeChanges(base, mine, same, paths).both).toEqual(['rows.x.text']);
  });
});
