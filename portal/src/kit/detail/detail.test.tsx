import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { ProblemError } from '../data/http.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Card, Cards } from './card.tsx';
import { DetailPage } from './detail-page.tsx';
import { Facts } from './facts.tsx';
import { InlineEdit } from './inline-edit.tsx';

test('facts without a value say so', async () => {
  await renderScreen(() => <Facts facts={[{ label: 'Uitgever', value: '' }]} />);
  expect(screen.getByRole('definition').textContent).toBe('Niet opgegeven');
});

test('a card is a part with a name', async () => {
  await renderScreen(() => (
    <Cards>
      <Card title="Notities" count={2}>
        <p>Klant wil softtouch</p>
      </Card>
    </Cards>
  ));
  expect(screen.getByRole('region', { name: 'Notities 2' }).textContent).toContain('softtouch');
});

test('actions stand with the primary last, a letter does the same, and what one may not do is absent', async () => {
  const done: string[] = [];
  const { user, address } = await renderScreen(() => (
    <DetailPage
      back={{ href: '/things', label: 'Dingen' }}
      title="Stoel"
      actions={[
        { label: 'Bewerken', icon: IconPencil, kind: 'primary', letter: 'E', href: '/things/1/update' },
        { label: 'Verwijderen', icon: IconTrash, kind: 'danger', onClick: () => done.push('weg') },
        false,
      ]}
    >
      <p>inhoud</p>
    </DetailPage>
  ));
  const words = [...document.querySelectorAll('h1 ~ div a, h1 ~ div button')].map((one) => one.textContent);
  expect(words).toEqual(['Verwijderen', 'BewerkenE']);
  await user.click(screen.getByRole('button', { name: 'Verwijderen' }));
  expect(done).toEqual(['weg']);
  await user.keyboard('e');
  await waitFor(() => expect(address()).toBe('/things/1/update'));
});

test('while one action is under way the others wait, their letters too', async () => {
  const done: string[] = [];
  function Steps() {
    const [isGoing, setGoing] = useState(false);
    return (
      <DetailPage
        back={{ href: '/things', label: 'Dingen' }}
        title="Stoel"
        actions={[
          {
            label: 'Rekenen',
            icon: IconPencil,
            kind: 'default',
            isLoading: isGoing,
            onClick: () => setGoing(true),
          },
          {
            label: 'Nakijken',
            icon: IconPencil,
            kind: 'primary',
            letter: 'K',
            onClick: () => done.push('nagekeken'),
          },
        ]}
      >
        <button type="button" onClick={() => setGoing(false)}>
          klaar
        </button>
      </DetailPage>
    );
  }
  const { user } = await renderScreen(Steps);
  const second = () => screen.getByRole('button', { name: /^Nakijken/ });
  await user.click(screen.getByRole('button', { name: 'Rekenen' }));
  expect(second()).toHaveProperty('disabled', true);
  await user.click(second());
  await user.keyboard('k');
  expect(done).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'klaar' }));
  await user.click(second());
  expect(done).toEqual(['nagekeken']);
});

describe('editing in place', () => {
  function edit(onSave: (value: string) => Promise<unknown> = async () => undefined) {
    const saved: string[] = [];
    function Reference() {
      const [value, setValue] = useState('F26-0977');
      return (
        <InlineEdit
          label="Referentie"
          value={value}
          onSave={async (next) => {
            saved.push(next);
            await onSave(next);
            setValue(next);
          }}
        />
      );
    }
    return { saved, Reference };
  }
  const button = () => screen.getByRole('button', { name: /^Bewerk Referentie/ });
  const field = () => screen.getByRole('textbox', { name: 'Referentie' });

  test('double-click opens it, Enter saves, and the focus returns', async () => {
    const { saved, Reference } = edit();
    const { user } = await renderScreen(Reference);
    await user.dblClick(button());
    await user.clear(field());
    await user.keyboard('F26-1{Enter}');
    await waitFor(() => expect(button().textContent).toBe('F26-1'));
    expect(saved).toEqual(['F26-1']);
    await waitFor(() => expect(document.activeElement).toBe(button()));
  });

  test.each(['{Enter}', '{F2}'])('%s opens it, Escape restores, and nothing is saved', async (key) => {
    const { saved, Reference } = edit();
    const { user } = await renderScreen(Reference);
    button().focus();
    await user.keyboard(key);
    await user.keyboard('xyz{Escape}');
    expect(button().textContent).toBe('F26-0977');
    expect(saved).toEqual([]);
  });

  test('leaving saves, and an unchanged value is not saved', async () => {
    const { saved, Reference } = edit();
    const { user } = await renderScreen(Reference);
    await user.dblClick(button());
    await user.tab();
    expect(saved).toEqual([]);
    await user.dblClick(button());
    await user.type(field(), 'b');
    await user.tab();
    await waitFor(() => expect(saved).toEqual(['F26-0977b']));
  });

  test('a refusal keeps the field open with its reason', async () => {
    const body = {
      type: '',
      title: '',
      status: 400,
      instance: '',
      errors: { reference: ['Geef een referentie'] },
    };
    const { Reference } = edit(() => Promise.reject(new ProblemError('validation', body)));
    const { user } = await renderScreen(Reference);
    await user.dblClick(button());
    await user.clear(field());
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Geef een referentie')).toBeTruthy();
    expect(field()).toHaveProperty('value', '');
  });
});
