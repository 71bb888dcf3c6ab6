import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { sitesOf } from './sign-in.ts';

const originsOf = (env: Record<string, string>, port?: number) =>
  sitesOf(readConfig(env), port === undefined ? undefined : () => port)
    .allSites()
    .map(({ variant, origin }) => `${variant} ${origin}`);

describe('the addresses of BALIE_HOSTS', () => {
  test('have the port of PORT by http', () => {
    expect(originsOf({})).toEqual([
      'fm http://fm.localhost:3000',
      'carpetline http://carpetline.localhost:3000',
      'generic http://localhost:3000',
    ]);
    expect(originsOf({ PORT: '80', BALIE_HOSTS: 'generic=balie.local' })).toEqual([
      'generic http://balie.local',
    ]);
  });

  test('have the port that the server listens on with PORT=0', () => {
    expect(originsOf({ PORT: '0', BALIE_HOSTS: 'generic=balie.local' }, 41_234)).toEqual([
      'generic http://balie.local:41234',
    ]);
  });

  test('have the usual port by https, whatever the server listens on', () => {
    expect(originsOf({ PORT: '3000', PUBLIC_SCHEME: 'https', BALIE_HOSTS: 'fm=fm.example.nl' })).toEqual([
      'fm https://fm.example.nl',
    ]);
  });

  test('have the port that is named', () => {
    const BALIE_HOSTS = 'fm=fm.example.nl:8443, generic=balie.example.nl:443,carpetline=tapijt.example.nl';
    expect(originsOf({ PUBLIC_SCHEME: 'https', BALIE_HOSTS })).toEqual([
      'fm https://fm.example.nl:8443',
      'generic https://balie.example.nl',
      'carpetline https://tapijt.example.nl',
    ]);
    expect(originsOf({ BALIE_HOSTS: 'generic=balie.intern:80' })).toEqual(['generic http://balie.intern']);
  });

  test.each([
    'fm=',
    'fm=host:',
    'fm=host:0',
    'fm=host:65536',
    'fm=host:x',
    'fm=host:1:2',
    'fm=https://host',
    'other=host',
    'fm=host@evil',
  ])('are refused when one is %s', (BALIE_HOSTS) => {
    expect(() => readConfig({ BALIE_HOSTS })).toThrow('BALIE_HOSTS');
  });
});

describe('BALIE_FILES', () => {
  test('is the folder, or a bucket', () => {
    expect(readConfig({}).files).toEqual({ to: 'folder' });
    const there = { bucket: 'b', prefix: '', region: 'us-east-1' };
    expect(readConfig({ BALIE_FILES: 's3://b' }).files).toEqual({ to: there });
    expect(readConfig({ BALIE_FILES_FROM: 's3://b' }).files).toEqual({ to: 'folder', from: there });
  });

  test.each([{ BALIE_FILES: '/srv/files' }, { BALIE_FILES: 's3://b', BALIE_FILES_FROM: 's3://b' }])(
    'is refused as %j',
    (env) => expect(() => readConfig(env)).toThrow('BALIE_FILES'),
  );
});

describe('BALIE_BACKUP', () => {
  const BALIE_BACKUP_KEY = Buffer.alloc(32, 7).toString('base64');
  test('comes with its key', () => {
    expect(readConfig({}).backup).toBeUndefined();
    expect(readConfig({ BALIE_BACKUP: '/backup', BALIE_BACKUP_KEY }).backup).toEqual({
      place: '/backup',
      keyHex: '07'.repeat(32),
      at: '02:15',
      keep: 14,
    });
  });

  test.each([
    { BALIE_BACKUP: '/backup' },
    { BALIE_BACKUP: '/backup', BALIE_BACKUP_KEY: 'short' },
    { BALIE_BACKUP: 's3://', BALIE_BACKUP_KEY },
    { BALIE_BACKUP_AT: '25:00' },
    { BALIE_BACKUP_KEEP: '0' },
  ])('is refused as %j', (env) => expect(() => readConfig(env)).toThrow('BALIE_BACKUP'));
});

describe('BALIE_PITR', () => {
  const BALIE_BACKUP_KEY = Buffer.alloc(32, 7).toString('base64');
  test('comes with the key of backups', () => {
    expect(readConfig({}).pointInTime).toBeUndefined();
    expect(readConfig({ BALIE_PITR: '/archive', BALIE_BACKUP_KEY }).pointInTime).toEqual({
      place: '/archive',
      keyHex: '07'.repeat(32),
      at: '02:15',
      keep: 7,
    });
  });

  test.each([
    [{ BALIE_PITR: '/archive' }, 'needed with BALIE_PITR'],
    [{ BALIE_PITR: '/a', BALIE_BACKUP: '/a', BALIE_BACKUP_KEY }, 'another place'],
    [{ BALIE_PITR_KEEP: '0' }, 'BALIE_PITR_KEEP'],
    // A spread database is always one of DATABASE_URL.
    [{ BALIE_PITR: '/a', BALIE_BACKUP_KEY, DATABASE_URL: 'postgres://db/balie' }, 'pgbackrest'],
  ])('is refused as %j', (env, why) => expect(() => readConfig(env)).toThrow(why));
});

test('folders for deliveries have a name and an absolute path', () => {
  expect(readConfig({ BALIE_DELIVERY_FOLDERS: 'afas=/srv/afas, in=/mnt/x/../in' }).deliveryFolders).toEqual({
    afas: '/srv/afas',
    in: '/mnt/in',
  });
  for (const wrong of ['/srv/afas', 'afas=srv', 'A B=/srv', 'afas='])
    expect(() => readConfig({ BALIE_DELIVERY_FOLDERS: wrong })).toThrow(/settings-invalid|BALIE_DELIVERY/);
});

describe('traces', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/';

  test('go nowhere without a collector, and are all recorded with one', () => {
    expect(readConfig({ OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined();
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      sampler: 'parentbased_always_on',
      share: 1,
      delayMs: 5000,
    });
  });

  test.each([
    ['parentbased_traceidratio', '0.05', 0.05],
    ['traceidratio', '0.5', 0.5],
    ['always_off', '0.5', 0],
    ['parentbased_always_on', '0.5', 1],
  ])('are recorded by %s of %s: %d', (OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG, share) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG };
    expect(readConfig(env).tracing?.share).toBe(share);
  });

  test.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
    { OTEL_TRACES_SAMPLER: 'sometimes' },
    { OTEL_TRACES_SAMPLER_ARG: '5' },
  ])('are refused with a sentence: %j', (env) => {
    expect(() => readConfig(env)).toThrow(Object.keys(env)[0]);
  });
});
