import { configure, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { statusPlace, type SystemStatus } from '#contract/core/status.ts';
import { fakeServer, refusal, result } from '#portal/kit/testing/fake-server.ts';
import { renderScreen } from '#portal/kit/testing/render-screen.tsx';
import { coreScreens } from '../screens.ts';
import { StatusPage } from './status-page.tsx';
import { concernsOf } from './status.rules.ts';

vi.setConfig({ testTimeout: 20_000 });
configure({ asyncUtilTimeout: 5000 });

const url = `/api/${statusPlace.path}`;
const may = ['core.status.read.system', 'core.status.retry.system'];
const at = '2026-11-26T12:00:00.000Z';
const run = { startedAt: at, endedAt: at, name: 'a', bytes: 12_000_000, rows: 5, files: 1, reason: '' };
const server = {
  kind: 'server' as const,
  version: '0.1.0',
  build: 'abc',
  host: 'web1',
  pid: 12,
  startedAt: at,
  isThis: true,
};

function status(more: Partial<SystemStatus> = {}): SystemStatus {
  return {
    at,
    version: { version: '0.1.0', build: 'abc', schema: '0460_x.sql', databaseSchema: '0460_x.sql' },
    processes: [server, { ...server, kind: 'worker', pid: 13, isThis: false }],
    database: {
      version: '18.4',
      bytes: 5_400_000_000,
      answeredInMs: 1.5,
      connections: 9,
      maxConnections: 100,
    },
    disks: [{ holds: ['data', 'files'], freeBytes: 50e9, totalBytes: 100e9 }],
    bucket: null,
    backups: {
      isScheduled: true,
      lastBackup: { ...run, outcome: 'done' },
      lastRehearsal: { ...run, outcome: 'skipped', reason: 'a rehearsal needs 9 GB' },
      pointInTime: null,
    },
    jobs: [],
    waitingCompanies: [],
    failures: [],
    retries: [],
    exports: [],
    mailboxes: [],
    ...more,
  };
}

const failure = {
  id: 'j1',
  kind: 'documents-recognise',
  companyId: 'c1',
  companyName: 'De Vechtstreek',
  failedAt: at,
  tries: 3,
  reason: 'the pages cannot be drawn',
};

async function open(found: SystemStatus, rights = may) {
  const fake = fakeServer();
  fake.on('GET', url, () => result(found));
  const path = '/management/status';
  return renderScreen(StatusPage, { path, server: fake, may: rights, screens: coreScreens });
}

test('a product that runs says so, with its sizes, its backups and its processes', async () => {
  await open(status());
  expect(await screen.findByText('Alles werkt')).toBeTruthy();
  expect(screen.getByText('5,4 GB')).toBeTruthy();
  expect(screen.getByText('50 GB van 100 GB vrij')).toBeTruthy();
  expect(screen.getByText('Gelukt')).toBeTruthy();
  expect(screen.getByText('a rehearsal needs 9 GB')).toBeTruthy();
  expect(screen.getByRole('table', { name: 'Servers en workers' }).textContent).toContain('web1');
  expect(screen.getByText('Er zijn geen mislukte taken')).toBeTruthy();
});

test('an archive of the database tells until when it reaches', async () => {
  const pointInTime = { until: at, baseAt: null, problem: 'ENOSPC' };
  await open(status({ backups: { ...status().backups, pointInTime } }));
  expect(await screen.findByText('Gearchiveerd tot en met')).toBeTruthy();
  expect(screen.getByText('Laatste basisback-up')).toBeTruthy();
  expect(screen.getByText('Het archief van de database loopt niet bij: ENOSPC')).toBeTruthy();
});

test('what needs attention stands on top, what stops something first', () => {
  const keys = (more: Partial<SystemStatus>) => concernsOf(status(more)).map(({ key }) => key);
  const job = { kind: 'x', waiting: 1, later: 0, running: 0, failed: 0, oldestSeconds: 901 };
  expect(keys({})).toEqual([]);
  expect(keys({ processes: [server] })).toEqual(['noWorker']);
  expect(keys({ jobs: [job] })).toEqual(['stands']);
  expect(keys({ jobs: [{ ...job, oldestSeconds: 900 }] })).toEqual([]);
  expect(keys({ disks: [{ holds: ['data'], freeBytes: 9, totalBytes: 100 }] })).toEqual(['disk']);
  const old = { ...run, startedAt: '2026-11-24T12:00:00.000Z', outcome: 'done' as const };
  const backups = { isScheduled: true, lastBackup: old, lastRehearsal: null, pointInTime: null };
  expect(keys({ backups })).toEqual(['backupOld']);
  expect(keys({ backups: { ...backups, isScheduled: false, lastBackup: null } })).toEqual(['noBackup']);
  const archived = (until: string | null, problem = '') =>
    keys({ backups: { ...backups, lastBackup: null, pointInTime: { until, baseAt: null, problem } } });
  expect(archived(at)).toEqual([]);
  expect(archived(null)).toEqual([]);
  expect(archived('2026-11-26T11:00:00.000Z')).toEqual(['archiveOld']);
  expect(archived(at, 'no space left')).toEqual(['archiveFailed']);
  expect(
    keys({
      jobs: [{ ...job, oldestSeconds: 5, failed: 2 }],
      backups: { ...backups, lastBackup: { ...run, outcome: 'failed' } },
      processes: [server, { ...server, kind: 'worker', build: 'def' }],
    }),
  ).toEqual(['backupFailed', 'failed', 'versions']);
});

test('a failed job is tried again, and the page asks anew', async () => {
  const { user, server: fake } = await open(status({ failures: [failure] }));
  const table = await screen.findByRole('table', { name: 'Mislukte taken' });
  expect(within(table).getByText('the pages cannot be drawn')).toBeTruthy();
  fake.on('POST', `${url}/jobs/documents-recognise/j1/retry`, () => new Response(null, { status: 204 }));
  fake.on('GET', url, () =>
    result(
      status({
        retries: [{ id: 'h1', kind: failure.kind, reason: failure.reason, at, by: 'Sanne de Wit' }],
      }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Document herkennen opnieuw proberen' }));
  expect(await screen.findByText('De taak wordt opnieuw geprobeerd')).toBeTruthy();
  expect(await screen.findByText('Sanne de Wit')).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Mislukte taken' })).toBeNull();
});

test('who may not try again has no button, and a refusal says why', async () => {
  const drawn = await open(status({ failures: [failure] }), ['core.status.read.system']);
  await screen.findByText('the pages cannot be drawn');
  expect(screen.queryByRole('button', { name: /opnieuw proberen/ })).toBeNull();
  drawn.unmount();
  const { user, server: fake } = await open(status({ failures: [failure] }));
  fake.on('POST', `${url}/jobs/documents-recognise/j1/retry`, () =>
    refusal('wrong-state', { detail: 'Deze taak loopt al weer.' }),
  );
  await user.click(await screen.findByRole('button', { name: /opnieuw proberen/ }));
  expect(await screen.findByText('Deze taak loopt al weer.')).toBeTruthy();
});

test('a kind that has no text yet shows by its own name', async () => {
  await open(
    status({ jobs: [{ kind: 'new-kind', waiting: 3, later: 0, running: 0, failed: 0, oldestSeconds: 75 }] }),
  );
  const table = await screen.findByRole('table', { name: 'Taken' });
  expect(within(table).getByText('new-kind')).toBeTruthy();
  expect(within(table).getByText('1 min')).toBeTruthy();
});
