import { describe, expect, test } from 'vitest';
import { nextStep, type Found } from './next-step.ts';

const nobody: Found = {
  path: '/',
  hasToken: false,
  isFlagged: false,
  isExpected: false,
  hasFailure: false,
  isOnline: true,
};
const step = (found: Partial<Found>) => nextStep({ ...nobody, ...found });

describe('before the app loads', () => {
  test('a token and the flag together let a person in, neither does alone', () => {
    expect(step({ hasToken: true, isFlagged: true })).toBe('enter');
    expect(step({ hasToken: true })).toBe('login');
    expect(step({ isFlagged: true, isExpected: true })).toBe('renew');
  });

  test('of whom nobody knows whether he is still signed in, nothing is fetched before the silent answer', () => {
    expect(step({ isFlagged: true })).toBe('ask');
    expect(step({ isFlagged: true, hasFailure: true, path: '/fmmodule/invoices' })).toBe('ask');
  });

  test('whom our own provider knows is tried in silence, also where nothing is stored', () => {
    expect(step({ isExpected: true })).toBe('renew');
    expect(step({ isExpected: true, hasFailure: true })).toBe('explain');
  });

  test('the callback is finished whatever else is known', () => {
    expect(step({ path: '/callback', hasToken: true, isFlagged: true })).toBe('finish');
    expect(step({ path: '/callback', hasFailure: true })).toBe('finish');
  });

  test('after a failed login home explains, in every brand, and never starts the next one', () => {
    for (const path of ['/', '/v/fm', '/v/fm/']) {
      expect(step({ path, hasFailure: true })).toBe('explain');
      expect(step({ path, hasFailure: true, isFlagged: true })).toBe('explain');
    }
  });

  test('whoever opens another page after a failed login asks for a new one', () => {
    expect(step({ path: '/fmmodule/invoices', hasFailure: true })).toBe('login');
  });

  test('without a connection the shell opens, with a token as always', () => {
    expect(step({ isOnline: false, isFlagged: true })).toBe('offline');
    expect(step({ isOnline: false, isFlagged: true, hasToken: true })).toBe('enter');
  });
});
