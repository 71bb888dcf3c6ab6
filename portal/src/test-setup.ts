import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll, afterEach, vi } from 'vitest';

// A busy machine draws slowly, above all beside the journeys of `npm test`, which go first: the time guards against
// waiting for ever, nothing else. Some files look at hidden elements too; the next one starts without.
configure({ asyncUtilTimeout: 30_000, defaultHidden: false });

// What jsdom lacks of a browser. Everything else in the tests is the real thing.
const never = () => undefined;

window.matchMedia ??= (query: string): MediaQueryList => ({
  // A wide screen without a wish: every `min-width` fits, nothing else does.
  matches: query.includes('min-width'),
  media: query,
  onchange: null,
  addListener: never,
  removeListener: never,
  addEventListener: never,
  removeEventListener: never,
  dispatchEvent: () => false,
});

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizeObserver;

Element.prototype.scrollIntoView ??= never;
Element.prototype.scrollTo ??= never;
Element.prototype.setPointerCapture ??= never;
Element.prototype.hasPointerCapture ??= () => false;
window.scrollTo = never;
// Nothing is measured here, so nobody waits for fonts.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
URL.createObjectURL ??= () => 'blob:test';
URL.revokeObjectURL ??= never;

// React in development records where each element was made, for its own warnings: a tenth of the time of these tests. Here
// its count of such records is always at its limit.
Object.defineProperty(
  Object(Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')),
  'recentlyCreatedOwnerStacks',
  { get: () => Infinity, set: never, configurable: true },
);

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// Files share a page and its modules (vitest.config.ts); each leaves them as it found them.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Elements of libraries outlive what was drawn.
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
