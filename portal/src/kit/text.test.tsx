import { act, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { useText } from './text.ts';
import { createTexts, loadArea, showLanguage } from './texts.ts';

function Words({ of }: { of: readonly string[] }) {
  const text = useText();
  return <p>{of.map((key) => text(key)).join('|')}</p>;
}

async function show(...of: string[]) {
  const texts = await createTexts('nl');
  render(
    <I18nextProvider i18n={texts}>
      <Words of={of} />
    </I18nextProvider>,
  );
  return texts;
}

test('the shell’s texts are there at once, an area’s come by themselves when they are asked for', async () => {
  await show('shell.notFound.title', 'contract.code.required');
  expect(screen.getByText('Niet gevonden|')).toBeDefined();
  expect(await screen.findByText('Niet gevonden|Vul dit veld in')).toBeDefined();
});

test('another language shows everything that was there in the first', async () => {
  const texts = await show('shell.notFound.title', 'contract.code.required');
  await act(() => loadArea(texts, 'contract'));
  await act(() => showLanguage(texts, 'en'));
  expect(screen.getByText('Not found|Fill in this field')).toBeDefined();
  expect(document.documentElement.lang).toBe('en');
  await act(() => showLanguage(texts, 'nl'));
  expect(screen.getByText('Niet gevonden|Vul dit veld in')).toBeDefined();
});

test('a key that is nowhere is shown as it is, so that somebody sees it', async () => {
  await show('shell.nothing.here', 'nowhere.at.all');
  expect(screen.getByText('shell.nothing.here|nowhere.at.all')).toBeDefined();
});
