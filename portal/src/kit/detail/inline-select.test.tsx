import { configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ProblemError } from '../data/http.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { InlineSelect } from './inline-select.tsx';

// A busy machine draws slowly.
configure({ asyncUtilTimeout: 8000 });

const options = [
  { value: 'red', label: 'Rood' },
  { value: 'blue', label: 'Blauw' },
];

function choice(onSave: (value: string) => Promise<unknown> = async () => undefined) {
  const saved: string[] = [];
  function Colour() {
    const [value, setValue] = useState('red');
    return (
      <InlineSelect
        label="Kleur"
        value={value}
        options={options}
        onSave={async (next) => {
          saved.push(next);
          await onSave(next);
          setValue(next);
        }}
      >
        {value}
      </InlineSelect>
    );
  }
  return { saved, Colour };
}
const button = (name: string) => screen.findByRole('button', { name: `Bewerk Kleur: ${name}` });

test.each(['{Enter}', '{F2}'])('%s opens it, and choosing saves and gives the focus back', async (key) => {
  const { saved, Colour } = choice();
  const { user } = await renderScreen(Colour);
  (await button('Rood')).focus();
  await user.keyboard(key);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kleur' }), 'Blauw');
  const shown = await button('Blauw');
  expect(saved).toEqual(['blue']);
  await waitFor(() => expect(document.activeElement).toBe(shown));
});

test('Escape, and leaving it as it was, save nothing', async () => {
  const { saved, Colour } = choice();
  const { user } = await renderScreen(Colour);
  await user.dblClick(await button('Rood'));
  await user.keyboard('{Escape}');
  await user.dblClick(await button('Rood'));
  await user.tab();
  await button('Rood');
  expect(saved).toEqual([]);
});

// As browsers do it on a closed list: the choice changes under the key.
function arrowTo(value: string) {
  const list = screen.getByRole('combobox', { name: 'Kleur' });
  fireEvent.keyDown(list, { key: 'ArrowDown' });
  fireEvent.change(list, { target: { value } });
  fireEvent.keyUp(list, { key: 'ArrowDown' });
}

test.each(['{Enter}', '{Tab}'])(
  'arrow keys move through the choices without saving each, and %s saves the last',
  async (key) => {
    const { saved, Colour } = choice();
    const { user } = await renderScreen(Colour);
    await user.dblClick(await button('Rood'));
    arrowTo('blue');
    arrowTo('red');
    arrowTo('blue');
    expect(saved).toEqual([]);
    await user.keyboard(key);
    await button('Blauw');
    expect(saved).toEqual(['blue']);
  },
);

test('Escape restores what keys chose', async () => {
  const { saved, Colour } = choice();
  const { user } = await renderScreen(Colour);
  await user.dblClick(await button('Rood'));
  arrowTo('blue');
  await user.keyboard('{Escape}');
  await button('Rood');
  expect(saved).toEqual([]);
});

test('a refusal says why, and what is stored stays chosen', async () => {
  const body = { type: '', title: 'Ongeldig', status: 400, instance: '', errors: { colour: ['Kan niet'] } };
  const { Colour } = choice(() => Promise.reject(new ProblemError('validation', body)));
  const { user } = await renderScreen(Colour);
  await user.dblClick(await button('Rood'));
  await user.selectOptions(screen.getByRole('combobox'), 'Blauw');
  expect((await screen.findByRole('alert')).textContent).toBe('Kan niet');
  expect(screen.getByRole('combobox')).toHaveProperty('value', 'red');
});
