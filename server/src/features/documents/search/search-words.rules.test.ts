import { expect, test } from 'vitest';
import { candidateWords, searchTerms, searchText, snippetOf } from './search-words.rules.ts';

test('signs separate words, and accents do not count', () => {
  expect(searchText('Café “De Ster” — F2026-0042, € 1.234,56')).toBe('Cafe De Ster F2026 0042 1 234 56');
});

test('what OCR read adds the words that the text does not have', () => {
  expect(searchText('Bakker Techniek', 'bakker logo techniek')).toBe('Bakker Techniek logo');
  expect(searchText('', 'alleen OCR')).toBe('alleen OCR');
  expect(searchText(null, null)).toBe('');
});

test.each([
  ['onderhoud lift', ['onderhoud', 'lift']],
  ['"onderhoud lift" 2026', ['onderhoud lift', '2026']],
  ['F2026-0042', ['F2026 0042']],
  ['1.234,56', ['1 234 56']],
  ['"onderhoud', ['onderhoud']],
  ['  — ! ', []],
  [Array.from({ length: 20 }, (_, n) => `w${n}`).join(' '), Array.from({ length: 12 }, (_, n) => `w${n}`)],
])('%s is sought as %j', (typed, terms) => {
  expect(searchTerms(typed)).toEqual(terms);
});

test('only words that begin like a stem are looked at', () => {
  expect(candidateWords('Lift, lampen en Éénmalig onderhoud', ['lift', 'eenmal'])).toEqual([
    'lift',
    'lampen',
    'en',
    'eenmalig',
  ]);
});

const shown = (text: string, ...hits: string[]) =>
  snippetOf(text, new Set(hits))
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('');

test('a snippet marks every word that was sought', () => {
  expect(shown('Onderhoud van de liften\nen café', 'liften', 'onderhoud', 'cafe')).toBe(
    '[Onderhoud] van de [liften] en [café]',
  );
});

test('it is where most different words stand together, cut between words', () => {
  const filler = 'tekst die nergens over gaat maar wel lang is '.repeat(8);
  const text = `lift ${filler}onderhoud lift ${filler}lift lift`;
  const snippet = shown(text, 'lift', 'onderhoud');
  expect(snippet).toMatch(/^… .*\[onderhoud\] \[lift\].* …$/);
  expect(snippet.length).toBeLessThan(220);
  expect(snippet).not.toMatch(/… \S*[^ ]tekst/);
});

test('nothing is shown where no word stands', () => {
  expect(snippetOf('iets anders', new Set(['lift']))).toEqual([]);
});
