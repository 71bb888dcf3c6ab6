import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { mePath } from '#contract/identity/me.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { TouchlessPage } from './touchless-page.tsx';

const screens = [
  {
    name: 'invoices:index' as const,
    path: '/fmmodule/invoices',
    title: 'invoicing.title',
    load: async () => () => null,
  },
];
const me = {
  id: 'sanne',
  companyId: 'c1',
  companyName: 'Vechtstreek',
  name: 'Sanne',
  nickname: 'sanne',
  picture: null,
  emailAddress: 'sanne@balie.example',
  isProvider: false,
  language: null,
  permissions: [],
};
const counts = { invoices: 640, touchless: 475, withoutValidation: 500, wrong: 1 };
const report = {
  months: [{ month: '2026-11', ...counts }],
  stops: [{ reason: 'booking', count: 38 }],
  suppliers: [
    {
      creditorId: 'k1',
      name: 'Post & Co',
      invoices: 12,
      touchless: 9,
      withoutValidation: 9,
      wrong: 0,
      stop: 'amount',
    },
  ],
  samples: [{ invoiceId: 'i1', name: 'Post & Co', totalInCents: 8840, currency: 'EUR', rule: '4.2' }],
  sampleEvery: 20,
  checked: 214,
  checkedWrong: 1,
  rowVersion: 0,
};
const rule = {
  id: 'r4',
  companyId: 'c1',
  number: 4,
  version: 2,
  kind: 'approval',
  name: 'Klein en bekend',
  creditorId: null,
  content: {
    confidence: 0.98,
    confirmed: 3,
    upTo: 50_000,
    bookingShare: 0.9,
    maxCount: 10,
    maxTotal: 250_000,
  },
  isOn: false,
  offReason: '',
  switchedByName: '',
  switchedAt: null,
  isMine: true,
  decidedCount: 0,
  wrongCount: 0,
  rowVersion: 1,
};
const may = ['read', 'create', 'update', 'delete'].map((verb) => `fmmodule.touchlessrules.${verb}.company`);

function serverWith(rules: readonly object[]) {
  const server = fakeServer();
  server.on('GET', mePath, () => result(me));
  server.on('GET', '/api/fmmodule/touchless/c1', () => result(report));
  server.on('GET', '/api/fmmodule/touchless-rules', () => result(rules, { count: rules.length }));
  return server;
}

test('the share found wrong stands beside the share, and each number leads to its invoices', async () => {
  await renderScreen(TouchlessPage, { server: serverWith([]), screens, variant: 'fm', may });
  const share = await screen.findByRole('region', { name: 'Zonder aanraking, november 2026' });
  expect(share.textContent).toContain('74,2%');
  expect(share.textContent).toContain('475 van 640 facturen');
  expect(screen.getByRole('region', { name: 'Achteraf fout gevonden, november 2026' }).textContent).toContain(
    'Steekproef: 1 van 214 nagekeken was fout.',
  );
  const stop = screen.getByRole('link', { name: 'Geen boekingsvoorstel boven de grens' });
  expect(stop.getAttribute('href')).toBe('/fmmodule/invoices?stoppedBy=booking&month=2026-11');
  // Of twelve invoices a share says nothing.
  expect(screen.getByRole('row', { name: /Post & Co/ }).textContent).toContain('9/12');
  expect(screen.getByRole('link', { name: /Nakijken/ }).getAttribute('href')).toContain('open=i1');
});

test('a rule of one’s own waits for another person, and theirs is switched on', async () => {
  const server = serverWith([
    rule,
    { ...rule, id: 'r5', number: 5, version: 1, name: 'Post', isMine: false },
  ]);
  const sent: unknown[] = [];
  server.on('POST', '/api/fmmodule/touchless-rules/r5/switch', ({ body }) => {
    sent.push(body);
    return result({ ...rule, id: 'r5', isOn: true });
  });
  await renderScreen(TouchlessPage, { server, screens, variant: 'fm', may });
  const own = await screen.findByRole('row', { name: /Klein en bekend/ });
  expect(own.textContent).toContain('4.2');
  expect(own.textContent).toContain('Wacht op een tweede');
  expect(within(own).queryByRole('button', { name: /Aanzetten/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /Aanzetten\s*Post/ }));
  expect(sent).toEqual([{ isOn: true }]);
});
