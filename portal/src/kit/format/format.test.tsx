import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { Confidence } from './confidence.tsx';
import { DateText } from './date-text.tsx';
import { Money } from './money.tsx';
import { initialsOf } from './picture.tsx';

const textOf = async (node: React.ReactNode, language: 'nl' | 'en' = 'nl') => {
  const { container, unmount } = await renderScreen(() => <output>{node}</output>, { language });
  const text = container.querySelector('output')?.textContent;
  unmount();
  return text;
};

describe('formats', () => {
  test('an amount has its sign and its own separators in each language', async () => {
    expect(await textOf(<Money cents={-107240} />)).toBe('€\u202f-1.072,40');
    expect(await textOf(<Money cents={128450} />, 'en')).toBe('€1,284.50');
    expect(await textOf(<Money cents={-23750} />, 'en')).toBe('-€237.50');
    expect(await textOf(<Money cents={4000} currency="USD" />)).toBe('USD\u00a040,00');
    expect(await textOf(<Money cents={4000} currency="" />)).toBe('40,00');
    expect(await textOf(<Money cents={null} />)).toBe('–');
  });

  test('a day is a day, and a moment is Amsterdam time', async () => {
    expect(await textOf(<DateText value="2026-11-02" />)).toBe('02-11-2026');
    expect(await textOf(<DateText value="2026-11-21T13:05:00Z" />)).toBe('21-11-2026 14:05');
    expect(await textOf(<DateText value="2026-12-31T23:30:00Z" dayOnly />)).toBe('01-01-2027');
    expect(await textOf(<DateText value={null} />)).toBe('–');
  });

  test.each([
    [0.9, '90%zeker'],
    [0.899, '90%zeker'],
    [0.894, '89%kijk dit na'],
    [0.7, '70%kijk dit na'],
    [0.64, '64%twijfel'],
  ])('a confidence of %d reads %s: the word is there for who sees no colour', async (value, text) => {
    expect(await textOf(<Confidence value={value} />)).toBe(text);
  });

  test('initials come from the first two words', () => {
    expect(initialsOf('Koninklijke Veenstra Groep')).toBe('KV');
    expect(initialsOf('& Zonen 3 élan')).toBe('ZÉ');
    expect(initialsOf('')).toBe('');
  });
});

test('a moment carries its exact value for machines', async () => {
  await renderScreen(() => <DateText value="2026-11-21T13:05:00Z" />);
  expect(screen.getByText('21-11-2026 14:05').getAttribute('datetime')).toBe('2026-11-21T13:05:00Z');
});
