import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { indexAllPages } from '#server/features/documents/search/index-pages.job.ts';
import { buildInvoice } from '../testing/factories.ts';
import { startWork, uploadUbl, type Work } from '../testing/work.ts';
import { searchAll, searchFurther, searchNewest } from './archive.repository.ts';
import { buildPages } from '../testing/pages.ts';

let world: TestApp;
let work: Work;
let reader: TestClient;
let administrationId: string;
let lift: Awaited<ReturnType<typeof buildInvoice>>;
let roof: Awaited<ReturnType<typeof buildInvoice>>;

const url = '/api/fmmodule/archive';
const may = ['fmmodule.archive.read.company'];
const asked = async (by: TestClient, query: string) => (await by.get(`${url}?${query}`)).json().result;
const numbers = async (by: TestClient, query: string) =>
  (await asked(by, query)).map(({ documentId }: { documentId: string }) => documentId);

beforeAll(async () => {
  world = await testApp();
  work = startWork(world.services);
  reader = await world.asUser({ may });
  const { companyId } = reader;
  administrationId = (await buildAdministration(world.db, companyId, 'Wonen')).id;
  lift = await buildInvoice(world.db, {
    companyId,
    administrationId,
    documentId: 'D-lift',
    invoiceDate: '2025-03-01',
    status: 'Processed',
  });
  roof = await buildInvoice(world.db, { companyId, documentId: 'D-roof', invoiceDate: '2026-05-01' });
  await buildPages(world.db, companyId, lift.documentKey, [
    'Voorblad',
    'Wij voerden onderhoud uit aan drie liften.\nNummer F2026-0042, totaal € 1.234,56',
  ]);
  await buildPages(world.db, companyId, roof.documentKey, [
    'Onderhoud van het dak, F2026-0043',
    'De liftkoker',
  ]);
  await indexAllPages(world.services);
});
afterAll(async () => {
  await work.close();
  await world.close();
});

test.each([
  ['', ['D-roof', 'D-lift']],
  ['q=lift', ['D-lift']],
  ['q=LIFTEN', ['D-lift']],
  ['q=onderhoud', ['D-roof', 'D-lift']],
  ['q=onderhoud+lift', ['D-lift']],
  ['q=F2026-0042', ['D-lift']],
  ['q=1.234,56', ['D-lift']],
  ['q=%22drie+liften%22', ['D-lift']],
  ['q=%22liften+drie%22', []],
  ['q=de+het', []],
  ['q=!!!', []],
  ['q=onderhoud&status=Processed', ['D-lift']],
  ['status=Concept', ['D-roof']],
  ['q=onderhoud&from=2026-01-01', ['D-roof']],
  ['to=2025-12-31', ['D-lift']],
])('%s finds %j', async (query, found) => {
  expect(await numbers(reader, query)).toEqual(found);
});

test('what was found says on which page, with the words marked', async () => {
  const [row] = await asked(reader, 'q=lift+onderhoud');
  expect(row).toMatchObject({ documentId: 'D-lift', matchCount: 1, matches: [{ page: 2 }] });
  const marked = row.matches[0].pieces.filter(({ isHit }: { isHit: boolean }) => isHit);
  expect(marked.map(({ text }: { text: string }) => text)).toEqual(['onderhoud', 'liften']);
});

test('an invoice says where the words stand on its pages', async () => {
  const found = (await reader.get(`${url}/${lift.id}?q=lift`)).json().result;
  expect(found.pages).toMatchObject([
    { number: 1, hits: [] },
    { number: 2, hits: [{ text: 'liften.' }] },
  ]);
  expect(found.files).toEqual([
    { role: 'received', filename: 'factuur.pdf', mime: 'application/pdf', sha256: expect.any(String) },
  ]);
});

test('a page that was stored just now is found at once', async () => {
  const sender = await world.asUser({
    companyId: reader.companyId,
    may: ['fmmodule.documents.create.company', 'fmmodule.invoices.read.company'],
  });
  await uploadUbl(world, work, sender, { number: 'UBL-7781' });
  const [row] = await asked(reader, 'q=UBL-7781');
  expect(row).toMatchObject({ invoiceNumber: 'UBL-7781', matchCount: 1 });
});

test('all of a long archive is given, part by part, whatever is sought', async () => {
  const { companyId } = await world.asUser();
  const many = await world.asUser({ companyId, may });
  for (let n = 0; n < 60; n += 1) {
    const { documentKey } = await buildInvoice(world.db, { companyId, documentId: `M-${n}` });
    await buildPages(world.db, companyId, documentKey, [n % 2 === 0 ? 'even schoonmaak' : 'schoonmaak']);
  }
  await indexAllPages(world.services);
  for (const [query, count] of [
    ['', 60],
    ['q=schoonmaak', 60],
    ['q=even', 30],
  ] as const) {
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const answer: { result: { documentId: string }[]; metadata: { next: string | null } } = (
        await many.get(`${url}?${query}${before ? `&before=${before}` : ''}`)
      ).json();
      seen.push(...answer.result.map(({ documentId }) => documentId));
      before = answer.metadata.next;
    } while (before !== null);
    expect(new Set(seen).size, query).toBe(count);
    expect(seen.length, query).toBe(count);
  }
});

test('through the index the same is found as among the newest', async () => {
  const { companyId, userId } = reader;
  const scope = { reach: 'company', userId, companyId } as const;
  for (const [terms, which] of [
    [['onderhoud'], {}],
    [['lift'], {}],
    [['F2026 0042'], {}],
    [['onderhoud', 'liften'], { administrationId }],
    [['onderhoud'], { status: 'Concept' }],
    [['onderhoud'], { before: `2026-05-01_${roof.id}` }],
    [['onderhoud'], { from: '2026-01-01', to: '2026-12-31' }],
    [['nergens'], {}],
  ] as const) {
    const chosen = { companyId, ...which };
    const { found } = await searchNewest(world.db, scope, chosen, terms, { among: 1000, max: 10 });
    for (const limits of [{ max: 10 }, { max: 10, unless: 100 }])
      expect(await searchAll(world.db, scope, chosen, terms, limits)).toEqual(found);
    const further = { among: 1000, max: 10 };
    expect(await searchFurther(world.db, scope, chosen, terms, further)).toEqual(found);
  }
});

test('terms on more pages than allowed are left to the other way', async () => {
  const { companyId, userId } = reader;
  const scope = { reach: 'company', userId, companyId } as const;
  const search = (unless: number) =>
    searchAll(world.db, scope, { companyId }, ['onderhoud'], { max: 10, unless });
  expect(await search(1)).toBeNull();
  expect((await search(10))?.length).toBeGreaterThan(1);
});

test('a period that ends before it starts is refused at its field', async () => {
  expect(await reader.get(`${url}?from=2026-02-01&to=2026-01-01`)).toBeProblem(400, 'validation', {
    to: ['ends-before-start'],
  });
});

test('nothing of another company is found, and staff name the company', async () => {
  const stranger = await world.asUser({ may });
  expect(await numbers(stranger, 'q=onderhoud')).toEqual([]);
  expect(await numbers(stranger, `q=onderhoud&companyId=${reader.companyId}`)).toEqual([]);
  const staff = await world.asUser({ isProvider: true, may: ['fmmodule.archive.read.system'] });
  expect(await numbers(staff, 'q=liften')).toEqual([]);
  expect(await numbers(staff, `q=liften&companyId=${reader.companyId}`)).toEqual(['D-lift']);
});

test('who is narrowed to administrations finds only theirs', async () => {
  const narrow = await world.asUser({ companyId: reader.companyId, may });
  await world.db
    .insertInto('user_administrations')
    .values({ company_id: reader.companyId, user_id: narrow.userId, administration_id: administrationId })
    .execute();
  expect(await numbers(reader, 'q=dak')).toEqual(['D-roof']);
  expect(await numbers(narrow, 'q=dak')).toEqual([]);
  await buildAdministration(world.db, reader.companyId, 'Vastgoed');
  const names = async (by: TestClient) =>
    (await by.get(`${url}/administrations`)).json().result.map(({ name }: { name: string }) => name);
  expect(await names(reader)).toEqual(['Vastgoed', 'Wonen']);
  expect(await names(narrow)).toEqual(['Wonen']);
  expect(await numbers(narrow, 'q=liften')).toEqual(['D-lift']);
  expect(await numbers(narrow, '')).not.toContain('D-roof');
  expect(await narrow.get(`${url}/${roof.id}`)).toBeProblem(404, 'not-found');
});
