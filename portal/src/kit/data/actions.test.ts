import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchActions } from './actions.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

function clickOn(html: string): void {
  document.body.innerHTML = html;
  document.body.querySelector<HTMLElement>('.here')?.click();
}

test('a click names itself with its first request, and the ones that follow belong to it', () => {
  history.replaceState(null, '', '/fmmodule/invoices/0199c1f2-7e0a-7000-8000-000000000001');
  const headers = watchActions(document, 1);
  expect(headers()).toEqual({});
  clickOn('<button><span class="here">Factuur van Jansen</span></button>');
  vi.advanceTimersByTime(40);
  const first = headers();
  expect(first).toEqual({
    traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
    'x-action': '40 click button /fmmodule/invoices/:id',
  });
  expect(headers()).toEqual({ traceparent: first['traceparent'] });
  clickOn('<div class="here"></div>');
  const second = headers();
  expect(second['traceparent']).not.toBe(first['traceparent']);
  expect(second['x-action']).toBe('0 click page /fmmodule/invoices/:id');
});

test('what is asked long after a click has another cause', () => {
  const headers = watchActions(document, 1);
  clickOn('<a class="here" role="menuitem">x</a>');
  vi.advanceTimersByTime(5000);
  expect(headers()).toEqual({});
});

test('an action beyond the share says that it is not recorded', () => {
  const headers = watchActions(document, 0);
  clickOn('<button class="here">x</button>');
  expect(headers()['traceparent']).toMatch(/-00$/);
});
