import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { audit } from '#contract/core/audit.ts';
import { users } from '#contract/core/users.ts';
import type { Row } from '#contract/resource.ts';
import { fakeServer } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { AuditList } from './audit-list.tsx';

const companyId = '00000000-0000-7000-8000-000000000001';
const line: Row<typeof audit> = {
  id: '00000000-0000-7000-8000-0000000000a1',
  at: '2026-11-26T10:00:00.000Z',
  kind: 'factor',
  action: 'factor-set',
  userId: '00000000-0000-7000-8000-0000000000b1',
  userName: 'Fatma Yilmaz',
  entity: null,
  entityId: null,
  about: null,
  fields: [],
  detail: 'passkey',
  ip: '203.0.113.9',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const lines: readonly Row<typeof audit>[] = [
  line,
  {
    ...line,
    id: '00000000-0000-7000-8000-0000000000a2',
    kind: 'rights',
    action: 'create',
    entity: 'core.groups',
    about: 'Boekhouding',
    detail: null,
    ip: null,
    userAgent: null,
  },
  {
    ...line,
    id: '00000000-0000-7000-8000-0000000000a3',
    kind: 'export',
    action: 'export',
    entity: audit.permission,
    about: 'Klantrelaties',
    detail: null,
    ip: null,
    userAgent: null,
  },
];

test('each line says in words what happened, to what and from where, and a kind is chosen', async () => {
  const server = fakeServer();
  server.list(audit, { companyId }, lines);
  const { user } = await renderScreen(AuditList, {
    server,
    may: ['core.audit.read.company'],
    path: '/management/companies/$companyId/audit',
    at: `/management/companies/${companyId}/audit`,
  });
  expect(await screen.findByText('Beveiliging toegevoegd: passkey')).toBeTruthy();
  expect(screen.getByText('Firefox op Linux')).toBeTruthy();
  expect(screen.getByText('Groep: Boekhouding')).toBeTruthy();
  expect(screen.getByText('Klantrelaties')).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Soort' }), 'failure');
  await waitFor(() => expect(server.calls.at(-1)?.url).toContain(`kind eq 'failure'`));
});

test('a person is chosen by name', async () => {
  const server = fakeServer();
  server.list(audit, { companyId }, lines);
  const { userId: id } = line;
  const fatma = { firstName: 'Fatma', lastName: 'Yilmaz', fullName: 'Fatma Yilmaz', active: true };
  const emailAddress = { address: 'fatma@vecht.example' };
  server.list(users, { companyId }, [{ id: id ?? '', companyId, emailAddress, ...fatma }]);
  const { user } = await renderScreen(AuditList, {
    server,
    may: ['core.audit.read.company', 'core.users.read.company'],
    path: '/management/companies/$companyId/audit',
    at: `/management/companies/${companyId}/audit`,
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Wie' }), 'Fatma Yilmaz');
  await waitFor(() => expect(server.calls.some(({ url }) => url.includes(`userId eq '${id}'`))).toBe(true));
});
