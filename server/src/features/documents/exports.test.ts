import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { startWork, type Work } from '#server/features/invoicing/testing/work.ts';
import { buildTrigger } from './triggers/testing/factories.ts';
import { ublOf, type UblSeed } from './testing/ubl.ts';
import { upload } from './testing/upload.ts';

let world: TestApp;
let work: Work;
let user: TestClient;

const may = [
  'fmmodule.documents.create',
  ...[
    'fmmodule.invoicerecognitiondata',
    'fmmodule.intakelog',
    'fmmanagement.documents',
    'fmmanagement.triggers',
    'fmmanagement.board',
  ].map((name) => `${name}.read`),
].map((name) => `${name}.company`);

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
  user = await world.asUser({ may });
  await buildAdministration(world.db, user.companyId, 'Holding');
  await buildTrigger(world.db, { companyId: user.companyId, naam: 'Bakker' });
  const seeds: UblSeed[] = [{ without: ['number'] }, {}];
  for (const seed of seeds) {
    await user.post('/api/fmmodule/documents', ...upload({ filename: 'factuur.xml', content: ublOf(seed) }));
    await work.run();
  }
});
afterAll(async () => {
  await work.close();
  await world.close();
});

const sheet = async (url: string) => {
  const reply = await user.get(`/api/${url}`);
  expect(reply.statusCode).toBe(200);
  return reply.body.replace('\uFEFF', '').trim().split('\r\n');
};

test('what waits for a verdict is a sheet with the values that were read', async () => {
  const [head, ...rows] = await sheet('fmmodule/invoicerecognition/unvalidated/export');
  expect(head).toMatch(/^Document;Klantnummer;Administratie;Bestand;.*Factuurnummer;Factuurdatum/);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/^2026-11-0002;.*;factuur\.xml;.*EUR$/);
});

test('unknown documents are a sheet with their reasons, and those set aside one of their own', async () => {
  const [, ...rows] = await sheet('fmmanagement/documenten/onbekend/export');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain('Het factuurnummer is niet gevonden.');
  expect(await sheet('fmmanagement/documenten/onverwerkbaar/export')).toHaveLength(1);
});

test('the filter and search of the list hold for its sheet', async () => {
  expect(await sheet('fmmanagement/documenten/onbekend/export?query=niets-dat-er-is')).toHaveLength(1);
  expect(
    await sheet("fmmanagement/documenten/onbekend/export?$filter=filename eq 'factuur.xml'"),
  ).toHaveLength(2);
});

test('triggers, both boards and the intake log are sheets', async () => {
  expect((await sheet('fmmanagement/triggers/export'))[1]).toMatch(/^Bakker;/);
  expect((await sheet('fmmanagement/board/triggers/export'))[1]).toMatch(/^Bakker;/);
  expect(await sheet('fmmanagement/board/suppliers/export')).toHaveLength(2);
  const log = await sheet('fmmodule/intake-log/export?$orderby=receivedAt asc');
  expect(log[0]).toMatch(/^Ontvangen;Bedrijf;Administratie;Bron/);
  expect(log.slice(1).every((row) => row.includes(';Upload;'))).toBe(true);
});

test('nothing of another company is in a sheet', async () => {
  const stranger = await world.asUser({ may });
  for (const url of [
    'fmmodule/invoicerecognition/unvalidated',
    'fmmanagement/documenten/onbekend',
    'fmmodule/intake-log',
    'fmmanagement/board/suppliers',
  ]) {
    const reply = await stranger.get(`/api/${url}/export`);
    expect(reply.body.trim().split('\r\n')).toHaveLength(1);
  }
});
