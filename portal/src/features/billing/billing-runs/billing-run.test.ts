import { expect, test } from 'vitest';
import { isCounting, isPrinting } from './billing-run.ts';

const going = {
  state: 'concept',
  figures: { done: 3, total: 10 },
  papers: { done: 0, total: 0 },
  error: '',
} as const;

test('the figures of a concept are in progress until all customers are there', () => {
  expect(isCounting(going)).toBe(true);
  expect(isCounting({ ...going, figures: { done: 10, total: 10 } })).toBe(false);
});

test('figures whose job has not begun are in progress too', () => {
  expect(isCounting({ ...going, figures: { done: 0, total: 0 } })).toBe(true);
});

test('figures that stopped are not in progress', () => {
  expect(isCounting({ ...going, error: 'x' })).toBe(false);
});

test('only a final run makes PDFs and UBLs', () => {
  const papers = { done: 1, total: 5 };
  expect(isPrinting({ ...going, state: 'final', papers })).toBe(true);
  expect(isPrinting({ ...going, state: 'review', papers })).toBe(false);
  expect(isPrinting({ ...going, state: 'final', papers: { done: 5, total: 5 } })).toBe(false);
});
