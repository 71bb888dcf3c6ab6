import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mePath } from '#contract/identity/me.ts';
import { fakeServer, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { ApprovalReportPage } from './report-page.tsx';

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
const load = (userId: string, fullName: string, differs: object) => ({
  userId,
  fullName,
  substitute: null,
  mayApprove: true,
  count: 19,
  lateCount: 4,
  oldestAt: '2026-11-10T09:00:00Z',
  oldestDays: 9,
  ...differs,
});

test('who has how much, how long it took, and what each number leads to', async () => {
  const server = fakeServer();
  const url = '/api/fmmodule/approval-flows/c1';
  server.on('GET', mePath, () => result(me));
  const people = [
    load('u1', 'Petra Huisman', {}),
    load('u2', 'Joris Weg', { mayApprove: false, count: 2, lateCount: 2, oldestDays: 6 }),
  ];
  server.on('GET', `${url}/workload`, () => result({ people, withoutLines: 0 }));
  server.on('GET', `${url}/report`, () =>
    result({
      fromDay: '2026-10-05',
      weeks: [
        { fromDay: '2026-11-16', untilDay: '2026-11-22', decided: 214, medianDays: 1.9, ninetyDays: 4.9 },
      ],
      decided: 214,
      untouched: 176,
      reasons: [{ reason: 'Niet besteld', count: 7 }],
    }),
  );
  await renderScreen(ApprovalReportPage, { server, screens, variant: 'fm' });
  const workload = await screen.findByRole('region', { name: 'Wacht per beoordelaar' });
  const petra = within(workload).getByRole('link', { name: /Petra Huisman/ });
  expect(petra.getAttribute('href')).toBe('/fmmodule/invoices?approver=u1');
  expect(petra.textContent).toContain('oudste 9 werkdagen');
  const stuck = within(workload).getByRole('link', { name: /Zonder beoordelaar/ });
  expect(stuck.getAttribute('href')).toBe('/fmmodule/invoices?approver=none');
  const week = await screen.findByRole('link', { name: '16-11-2026' });
  expect(week.getAttribute('href')).toContain('decidedFrom=2026-11-16');
  expect(screen.getByRole('row', { name: /16-11-2026 214 1,9 4,9/ })).toBeDefined();
  expect(screen.getByText('82%')).toBeDefined();
  const address = (name: RegExp) =>
    new URLSearchParams(screen.getByRole('link', { name }).getAttribute('href')?.split('?')[1]);
  expect(address(/Niet besteld/).get('rejected')).toBe('2026-10-05 Niet besteld');
  const changed = address(/Wel gewijzigd.*38/);
  expect([changed.get('untouched'), changed.get('decidedFrom')]).toEqual(['false', '2026-10-05']);
  expect(address(/Niets gewijzigd.*176/).get('untouched')).toBe('true');
});
