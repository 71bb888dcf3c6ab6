import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { buildAdministration, buildUser } from '#server/features/core/testing/factories.ts';
import { buildContactPerson, buildRelation } from '#server/features/core/testing/relations.ts';
import { buildLine, buildOrder } from '../testing/factories.ts';

let balie: TestApp;
let person: TestClient;
let administrationId: string;
let now = new Date('2026-11-21T13:05:00.000Z');
const url = '/api/comceptum/workorders';
const all = ['read', 'create', 'update', 'delete', 'copy'].map(
  (verb) => `comceptum.workorders.${verb}.company`,
);
const lineRights = ['read', 'create', 'update', 'delete', 'readpurchase'].map(
  (verb) => `comceptum.orderlines.${verb}.company`,
);

beforeAll(async () => {
  balie = await testApp({ now: () => now });
});
beforeEach(async () => {
  now = new Date('2026-11-21T13:05:00.000Z');
  person = await balie.asUser({ may: [...all, ...lineRights] });
  administrationId = (await buildAdministration(balie.db, person.companyId, 'Zwolle BV')).id;
});
afterAll(() => balie.close());

const list = async (query: Record<string, string>, client = person) => {
  const reply = await client.get(`${url}?${new URLSearchParams(query).toString()}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
};
const create = (body: object, client = person) =>
  client.post(url, { administrationId, reference: 'Folders', ...body });

describe('create', () => {
  test('stores every field, gives the number 1 of the year and names its people', async () => {
    const relation = await buildRelation(balie.db, person.companyId, { name: 'Bakkerij Smit', tag: 'R-7' });
    const contact = await buildContactPerson(balie.db, person.companyId, relation.id);
    const reply = await create({
      contactPersonIds: [contact.id],
      assignedUserIds: [person.userId],
      printingCompany: 'Drukkerij Vecht',
      diffuser: 'Verspreid NV',
      publisher: 'Uitgeverij Y',
      status: 2,
      firstTestDate: '2026-11-25',
      printingCompanyDate: '2026-11-26',
      diffuserDate: '2026-11-26T23:30:00.000Z',
      deliveryDate: null,
      estimatedMinutes: 240,
    });
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json().result).toMatchObject({
      companyId: person.companyId,
      yearNumber: '2026-1',
      number: 1,
      reference: 'Folders',
      status: 2,
      administration: { id: administrationId, name: 'Zwolle BV' },
      customerRelation: { id: relation.id, tag: 'R-7', name: 'Bakkerij Smit' },
      contactPersons: [
        { id: contact.id, fullName: 'Petra Huisman', customerRelation: { name: 'Bakkerij Smit' } },
      ],
      assignedUsers: [{ id: person.userId }],
      printingCompany: 'Drukkerij Vecht',
      firstTestDate: '2026-11-25',
      // A moment late in the evening of UTC is the next day in Amsterdam.
      diffuserDate: '2026-11-27',
      deliveryDate: null,
      numberOfOffersSent: 0,
      estimatedMinutes: 240,
      warnings: [],
      createdAt: '2026-11-21T13:05:00.000Z',
      lastAudit: { createdAt: '2026-11-21T13:05:00.000Z' },
    });
  });

  test('is for a relation with or without contact persons, who belong to it', async () => {
    const smit = await buildRelation(balie.db, person.companyId, { name: 'Bakkerij Smit' });
    const vos = await buildRelation(balie.db, person.companyId, { name: 'Drukkerij De Vos' });
    const contact = await buildContactPerson(balie.db, person.companyId, vos.id);
    const made = await create({ customerRelationId: smit.id });
    expect(made.statusCode, made.body).toBe(201);
    const { id } = made.json().result;
    expect(made.json().result).toMatchObject({
      customerRelationId: smit.id,
      customerRelation: { name: 'Bakkerij Smit' },
      contactPersons: [],
    });
    const put = (body: object) =>
      person.put(`${url}/${id}`, { administrationId, reference: 'Folders', ...body });
    const after = async (body: object) => (await put(body)).json().result.customerRelationId;
    // Callers of before the field: nobody is named, so nothing changes; who is named brings their relation.
    expect(await after({})).toBe(smit.id);
    expect(await after({ contactPersonIds: [] })).toBe(smit.id);
    const refused = await put({ customerRelationId: smit.id, contactPersonIds: [contact.id] });
    expect(refused).toBeProblem(400, 'validation', { contactPersonIds: ['invalid'] });
    expect(await after({ contactPersonIds: [contact.id] })).toBe(vos.id);
    for (const customerRelationId of [smit.id, null])
      expect(await put({ customerRelationId })).toBeProblem(400, 'validation', {
        contactPersonIds: ['invalid'],
      });
    expect(await after({ contactPersonIds: [] })).toBe(null);
    const other = await balie.asUser({ may: all });
    const foreign = await buildRelation(balie.db, other.companyId);
    for (const customerRelationId of [foreign.id, 'x'])
      expect(await put({ customerRelationId })).toBeProblem(400, 'validation', {
        customer_relation_id: ['unknown'],
      });
    expect(await after({ customerRelationId: smit.id })).toBe(smit.id);

    // Search, filter, copy and the check before a delete follow.
    const found = async (query: Record<string, string>) =>
      (await list({ ...query, $select: 'id' })).result.map((order: { id: string }) => order.id);
    expect(await found({ query: 'smit' })).toEqual([id]);
    expect(await found({ $filter: `customerRelationId eq '${smit.id}'` })).toEqual([id]);
    const words = (field: string) => `contains(${field},'kerij Sm')`;
    const old = ['reference', 'yearNumber', 'administration/name'].map(words);
    const people = `assignedUsers/any(u: ${words('u/firstName')} or ${words('u/lastName')})`;
    const contacts = `contactPersons/any(c: ${words('c/firstName')} or ${words('c/lastName')} or ${words('c/customerRelation/name')})`;
    expect(await found({ $filter: [...old, contacts, people].join(' or ') })).toEqual([id]);
    const copy = await person.get(`${url}/${id}/copy`);
    expect(copy.json().result).toMatchObject({ customerRelationId: smit.id, contactPersonIds: [] });
    const staff = await balie.asUser({
      companyId: person.companyId,
      may: [...all, 'core.customerrelations.delete.company', 'core.customerrelations.read.company'],
    });
    expect((await staff.delete(`/api/core/customer-relations/${smit.id}`)).json()).toMatchObject({
      usedBy: { count: 1 },
    });
  });

  test('counts per company and Amsterdam year, and gives no number twice, also after a delete', async () => {
    const first = (await create({})).json().result;
    await person.delete(`${url}/${first.id}`);
    expect((await create({})).json().result.yearNumber).toBe('2026-2');
    now = new Date('2026-12-31T23:30:00.000Z');
    expect((await create({})).json().result.yearNumber).toBe('2027-1');
    const other = await balie.asUser({ may: all });
    const theirs = await buildAdministration(balie.db, other.companyId);
    expect((await create({ administrationId: theirs.id }, other)).json().result.number).toBe(1);
  });

  test('gives simultaneous orders different numbers', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create({})));
    const numbers: number[] = replies.map((reply) => reply.json().result.number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('takes the lines along, and names the order after them', async () => {
    const lines = [
      { description: 'Folder A5', edition: 1000, purchaseAmount: 10_000, salesAmount: 25_050 },
      { description: 'Poster A2', salesAmount: 9_900 },
    ];
    const reply = await create({ reference: undefined, lines });
    expect(reply.json().result).toMatchObject({ reference: 'Folder A5, Poster A2' });
    const stored = await person.get(`${url}/${reply.json().result.id}/lines`);
    expect(stored.json().result).toMatchObject([
      { description: 'Folder A5', edition: '1000', purchaseAmount: 10_000, salesAmount: 25_050 },
      { description: 'Poster A2', purchaseAmount: 0, salesAmount: 9_900 },
    ]);
  });

  test('keeps nothing, not even the number, when a line is wrong or the right to lines is missing', async () => {
    expect(await create({ lines: [{ description: '' }] })).toBeProblem(400, 'validation', {
      lines_0_description: ['required'],
    });
    const noLines = await balie.asUser({ companyId: person.companyId, may: all });
    expect(await create({ lines: [{ description: 'X' }] }, noLines)).toBeProblem(403, 'forbidden');
    expect((await list({ $count: 'true' })).metadata.count).toBe(0);
    expect((await create({})).json().result.number).toBe(1);
  });

  test('an order whose lines are none is refused, and nothing is saved', async () => {
    expect(await create({ lines: [] })).toBeProblem(400, 'validation', { lines: ['required'] });
    expect((await list({})).result).toEqual([]);
  });

  test('names all bad fields at once', async () => {
    const eleven = Array.from({ length: 11 }, (_, at) => String(at));
    const reply = await person.post(url, {
      reference: ' ',
      contactPersonIds: eleven,
      assignedUserIds: eleven,
      status: 7,
      firstTestDate: '2026-02-30',
      printingCompanyDate: 'morgen',
      diffuserDate: '21-11-2026',
      deliveryDate: '0000-01-01',
    });
    expect(reply).toBeProblem(400, 'validation', {
      administration_id: ['required'],
      reference: ['required'],
      contactPersonIds: ['too-many'],
      assigned_user_ids: ['too-many'],
      status: ['not-a-choice'],
      first_test_date: ['not-a-date'],
      printing_company_date: ['not-a-date'],
      diffuser_date: ['not-a-date'],
      delivery_date: ['not-a-date'],
    });
    expect(reply.json().errors.delivery_date).toEqual(['Geef een geldige leverdatum']);
  });

  test('names what is a number or a list where a date should stand', async () => {
    const reply = await create({
      firstTestDate: 20_261_201,
      printingCompanyDate: true,
      diffuserDate: ['2026-12-01'],
      deliveryDate: {},
    });
    expect(reply.json().errors).toEqual({
      first_test_date: ['Geef een geldige datum van de eerste proef'],
      printing_company_date: ['Geef een geldige datum van de drukker'],
      diffuser_date: ['Geef een geldige datum van de verspreider'],
      delivery_date: ['Geef een geldige leverdatum'],
    });
  });

  test('says that a text is asked where a number, a list or a record stands', async () => {
    const reply = await create({
      administrationId: 12,
      reference: 2026,
      invoiceNumber: ['F1'],
      contactPersonIds: [7],
      publisher: {},
    });
    expect(reply).toBeProblem(400, 'validation');
    expect(reply.json().errors).toEqual(
      Object.fromEntries(
        ['administration_id', 'reference', 'invoice_number', 'contact_person_ids_0', 'publisher'].map(
          (field) => [field, ['Geef een tekst']],
        ),
      ),
    );
  });

  test('refuses people and administrations of others, and contact persons of two relations', async () => {
    const other = await balie.asUser();
    const theirs = await buildAdministration(balie.db, other.companyId);
    expect(await create({ administrationId: theirs.id })).toBeProblem(400, 'validation', {
      administration_id: ['unknown'],
    });
    const foreign = await buildContactPerson(
      balie.db,
      other.companyId,
      (await buildRelation(balie.db, other.companyId)).id,
    );
    expect(await create({ contactPersonIds: [foreign.id], assignedUserIds: [other.userId] })).toBeProblem(
      400,
      'validation',
      {
        contactPersonIds: ['unknown'],
        assigned_user_ids: ['unknown'],
      },
    );
    const [one, two] = [
      await buildRelation(balie.db, person.companyId),
      await buildRelation(balie.db, person.companyId),
    ];
    const contacts = [
      await buildContactPerson(balie.db, person.companyId, one.id),
      await buildContactPerson(balie.db, person.companyId, two.id),
    ];
    const mixed = await create({ contactPersonIds: contacts.map(({ id }) => id) });
    expect(mixed).toBeProblem(400, 'validation', { contactPersonIds: ['invalid'] });
  });
});

describe('list', () => {
  test('answers the query of product 2.7, and nothing beside what it chose', async () => {
    const relation = await buildRelation(balie.db, person.companyId, { name: 'Bakkerij Smit' });
    const contact = await buildContactPerson(balie.db, person.companyId, relation.id);
    await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      reference: 'Posters',
      status: 6,
    });
    const order = await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      reference: 'Folders voorjaar',
      status: 1,
      relationId: relation.id,
      contactPersonIds: [contact.id],
      userIds: [person.userId],
    });
    const text = (field: string) => `contains(tolower(${field}),'smit')`;
    const page = await list({
      $top: '50',
      $skip: '0',
      $count: 'true',
      $select: 'id,number,status,reference,createdAt',
      $expand:
        'assignedUsers($select=id,firstName,lastName),administration($select=name),contactPersons($select=id;$expand=customerRelation($select=name))',
      $filter: `1 eq 1 and (${text('reference')} or ${text('yearNumber')} or ${text('administration/name')} or contactPersons/any(c: ${text('c/customerRelation/name')} or ${text('c/firstName')}) or assignedUsers/any(u: ${text('u/lastName')})) and assignedUsers/any(u: u/id eq '${person.userId}') and status ne 6 and administrationId eq '${administrationId}'`,
      $orderby: 'createdAt desc,number desc',
    });
    expect(page.metadata).toEqual({ count: 1 });
    expect(page.result).toEqual([
      {
        id: order.id,
        number: expect.any(Number),
        status: 1,
        reference: 'Folders voorjaar',
        createdAt: '2026-11-21T13:00:00.000Z',
        administration: { name: 'Zwolle BV' },
        assignedUsers: [{ id: person.userId, firstName: 'Sanne', lastName: expect.any(String) }],
        contactPersons: [{ id: contact.id, customerRelation: { name: 'Bakkerij Smit' } }],
      },
    ]);
  });

  test('pages from the newest on with a true count; status 6 is hidden by the filter of the client only', async () => {
    for (const [number, status] of [
      [1, 0],
      [2, 6],
      [3, 1],
    ] as const) {
      const createdAt = number === 1 ? '2026-11-20T10:00:00Z' : '2026-11-21T10:00:00Z';
      await buildOrder(balie.db, {
        companyId: person.companyId,
        administrationId,
        number,
        status,
        createdAt,
      });
    }
    const numbers = (page: { result: { yearNumber: string }[] }) => page.result.map((row) => row.yearNumber);
    expect(numbers(await list({}))).toEqual(['2026-3', '2026-2', '2026-1']);
    expect(numbers(await list({ $filter: 'status ne 6' }))).toEqual(['2026-3', '2026-1']);
    const second = await list({ $top: '1', $skip: '1', $count: 'true' });
    expect([numbers(second), second.metadata.count]).toEqual([['2026-2'], 3]);
    expect(numbers(await list({ $orderby: 'administration/name,number' }))).toEqual([
      '2026-1',
      '2026-2',
      '2026-3',
    ]);
  });

  test.each([
    ['reference', 'voorjaar'],
    ['number', '2026-4711'],
    ['administration', 'zwolle'],
    ['relation', 'smit'],
    ['contact person', 'huisman'],
    ['responsible user', 'Janssen'],
    ['words in any order and place', 'smit 4711'],
  ])('finds an order by %s', async (_, query) => {
    const relation = await buildRelation(balie.db, person.companyId, { name: 'Bakkerij Smit' });
    const contact = await buildContactPerson(balie.db, person.companyId, relation.id);
    const user = await buildUser(balie.db, {
      companyId: person.companyId,
      firstName: 'Ans',
      lastName: 'Janssen',
    });
    const seed = {
      companyId: person.companyId,
      administrationId,
      number: 4711,
      reference: 'Folders voorjaar',
    };
    const { id } = await buildOrder(balie.db, {
      ...seed,
      relationId: relation.id,
      contactPersonIds: [contact.id],
      userIds: [user.id],
    });
    const { id: administration } = await buildAdministration(balie.db, person.companyId, 'Kampen');
    await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId: administration,
      number: 99,
      reference: 'Iets anders',
    });
    expect((await list({ query })).result.map((row: { id: string }) => row.id)).toEqual([id]);
  });

  test('refuses fields that it does not have', async () => {
    expect(await person.get(`${url}?$filter=created_by eq 'x'`)).toBeProblem(400, 'bad-query');
    expect(await person.get(`${url}?$orderby=lines/purchaseAmount`)).toBeProblem(400, 'bad-query');
  });

  test('flags an order without lines after ten minutes, and an invoiced one without a number', async () => {
    const made = { companyId: person.companyId, administrationId };
    await buildOrder(balie.db, { ...made, number: 1, createdAt: '2026-11-21T12:54:00Z' });
    await buildOrder(balie.db, { ...made, number: 2, createdAt: '2026-11-21T12:56:00Z' });
    await buildLine(
      balie.db,
      await buildOrder(balie.db, { ...made, number: 3, createdAt: '2026-11-20T12:00:00Z', status: 6 }),
    );
    const { result } = await list({ $orderby: 'number' });
    expect(result.map((row: { warnings: string[] }) => row.warnings)).toEqual([
      ['incomplete'],
      [],
      ['no-invoice-number'],
    ]);
  });
});

describe('one’s own', () => {
  test('are the orders assigned to the caller and those that they made; others are not found', async () => {
    const mine = await balie.asUser({
      companyId: person.companyId,
      may: ['read', 'create', 'update'].map((verb) => `comceptum.workorders.${verb}.user`),
    });
    const assigned = await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      userIds: [mine.userId],
    });
    const other = await buildOrder(balie.db, { companyId: person.companyId, administrationId });
    const made = (await create({}, mine)).json().result;
    const found = (await list({}, mine)).result.map((row: { id: string }) => row.id);
    expect(new Set(found)).toEqual(new Set([assigned.id, made.id]));
    expect(await mine.get(`${url}/${other.id}`)).toBeProblem(404, 'not-found');
    expect(await mine.put(`${url}/${other.id}`, { administrationId, reference: 'X' })).toBeProblem(
      404,
      'not-found',
    );
  });

  test('what the caller may read but not change is 403', async () => {
    const mine = await balie.asUser({
      companyId: person.companyId,
      may: ['comceptum.workorders.read.company', 'comceptum.workorders.update.user'],
    });
    const other = await buildOrder(balie.db, { companyId: person.companyId, administrationId });
    expect(await mine.put(`${url}/${other.id}`, { administrationId, reference: 'X' })).toBeProblem(
      403,
      'forbidden',
    );
  });

  test('callers who take themselves off an order still get the result', async () => {
    const mine = await balie.asUser({
      companyId: person.companyId,
      may: ['comceptum.workorders.update.user'],
    });
    const { id } = await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      userIds: [mine.userId],
    });
    const reply = await mine.put(`${url}/${id}`, { administrationId, reference: 'X', assignedUserIds: [] });
    expect(reply.json().result).toMatchObject({ reference: 'X', assignedUsers: [] });
    expect(await mine.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
  });
});

describe('update', () => {
  test('keeps what is absent, empties what is null, and writes each change to the history', async () => {
    const made = (
      await create({ publisher: 'Y', deliveryDate: '2026-12-01', assignedUserIds: [person.userId] })
    ).json().result;
    const reply = await person.put(`${url}/${made.id}`, {
      id: made.id,
      administrationId,
      reference: 'Anders',
      status: 4,
      deliveryDate: null,
      rowVersion: made.rowVersion,
    });
    expect(reply.json().result).toMatchObject({
      reference: 'Anders',
      status: 4,
      deliveryDate: null,
      publisher: 'Y',
      assignedUsers: [{ id: person.userId }],
      rowVersion: 2,
    });
    const history = await person.get(`/api/core/history?entity=comceptum.workorders&entityId=${made.id}`);
    expect(history.json().result[0]).toMatchObject({
      verb: 'update',
      changes: [
        { field: 'status', old: 0, new: 4 },
        { field: 'reference', old: 'Folders', new: 'Anders' },
        { field: 'deliveryDate', old: '2026-12-01', new: null },
      ],
    });
  });

  test('no simultaneous change is lost, and each has its history', async () => {
    const { id } = (await create({})).json().result;
    const bodies = [
      { status: 1 },
      { publisher: 'Uitgever' },
      { diffuser: 'Verspreider' },
      { printingCompany: 'Drukker' },
    ];
    const replies = await Promise.all(
      bodies.map((body) => person.put(`${url}/${id}`, { administrationId, reference: 'Folders', ...body })),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect((await person.get(`${url}/${id}`)).json().result).toMatchObject({
      ...Object.assign({}, ...bodies),
      rowVersion: 5,
    });
    const lines = await balie.db
      .selectFrom('history')
      .select('changes')
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .execute();
    expect(lines.map(({ changes }) => Object.keys(Object(changes)).join()).toSorted()).toEqual([
      'diffuser',
      'printingCompany',
      'publisher',
      'status',
    ]);
  });

  test('a change of every field shows each old and new value, in its answer, its history and when it is read', async () => {
    const { id } = (
      await create({
        firstTestDate: '2026-11-25',
        deliveryDate: '2026-12-01',
        estimatedMinutes: 60,
        publisher: 'Y',
      })
    ).json().result;
    const change = {
      reference: 'Café “Anders” \ud83d\ude00',
      invoiceNumber: 'F-1',
      printingCompany: 'Drukker',
      diffuser: 'Verspreider',
      publisher: null,
      status: 5,
      firstTestDate: '',
      printingCompanyDate: '2026-11-26',
      diffuserDate: '2026-11-26T23:30:00.000Z',
      deliveryDate: null,
      numberOfOffersSent: 3,
      estimatedMinutes: null,
    };
    now = new Date('2026-11-21T14:00:00.123Z');
    const reply = await person.put(`${url}/${id}`, { administrationId, ...change });
    const stored = { ...change, publisher: '', firstTestDate: null, diffuserDate: '2026-11-27' };
    expect(reply.json().result).toMatchObject({
      ...stored,
      rowVersion: 2,
      lastAudit: { createdAt: '2026-11-21T14:00:00.123Z' },
    });
    expect((await person.get(`${url}/${id}`)).json()).toEqual(reply.json());
    const [line] = await balie.db
      .selectFrom('history')
      .selectAll()
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .execute();
    expect(line).toMatchObject({
      company_id: person.companyId,
      user_id: person.userId,
      at: '2026-11-21T14:00:00.123Z',
      entity: 'comceptum.workorders',
    });
    expect(line?.changes).toEqual({
      reference: { old: 'Folders', new: change.reference },
      invoiceNumber: { old: '', new: 'F-1' },
      printingCompany: { old: '', new: 'Drukker' },
      diffuser: { old: '', new: 'Verspreider' },
      publisher: { old: 'Y', new: '' },
      status: { old: 0, new: 5 },
      firstTestDate: { old: '2026-11-25', new: null },
      printingCompanyDate: { old: null, new: '2026-11-26' },
      diffuserDate: { old: null, new: '2026-11-27' },
      deliveryDate: { old: '2026-12-01', new: null },
      numberOfOffersSent: { old: 0, new: 3 },
      estimatedMinutes: { old: 60, new: null },
    });
  });

  test.each([
    ['status', 4, 4, 0],
    ['invoiceNumber', ' F-9 ', 'F-9', ''],
    ['printingCompany', 'Drukker', 'Drukker', ''],
    ['diffuser', 'Verspreider', 'Verspreider', ''],
    ['publisher', null, '', 'Y'],
    ['numberOfOffersSent', 2, 2, 0],
    ['firstTestDate', '2026-11-25', '2026-11-25', null],
    ['printingCompanyDate', '2026-11-26T23:30:00.000Z', '2026-11-27', null],
    ['diffuserDate', '2026-11-27', '2026-11-27', null],
    ['deliveryDate', '', null, '2026-12-01'],
    ['estimatedMinutes', null, null, 60],
  ])(
    'a change of %s alone, or with another reference, leaves the rest as it is',
    async (field, said, stored, old) => {
      for (const reference of ['Folders', 'Posters']) {
        const made = (
          await create({
            publisher: 'Y',
            deliveryDate: '2026-12-01',
            estimatedMinutes: 60,
            assignedUserIds: [person.userId],
          })
        ).json().result;
        const reply = await person.put(`${url}/${made.id}`, {
          administrationId,
          reference,
          [field]: said,
          rowVersion: 1,
        });
        expect(reply.json().result).toEqual({ ...made, reference, [field]: stored, rowVersion: 2 });
        expect((await person.get(`${url}/${made.id}`)).json()).toEqual(reply.json());
        const [line] = await balie.db
          .selectFrom('history')
          .select('changes')
          .where('entity_id', '=', made.id)
          .where('verb', '=', 'update')
          .execute();
        const ofReference = reference === 'Folders' ? {} : { reference: { old: 'Folders', new: reference } };
        expect(line?.changes).toEqual({ [field]: { old, new: stored }, ...ofReference });
      }
    },
  );

  test.each([
    ['at once', {}],
    ['with its people', { assignedUserIds: [] }],
  ])(
    'the count of offers never goes down, %s: a client may have read the order before the last one',
    async (_, more) => {
      const { id } = (await create({ numberOfOffersSent: 2 })).json().result;
      const put = (body: object) =>
        person.put(`${url}/${id}`, { administrationId, reference: 'Folders', ...more, ...body });
      expect((await put({ numberOfOffersSent: 1, publisher: 'Y' })).json().result).toMatchObject({
        numberOfOffersSent: 2,
        publisher: 'Y',
      });
      expect((await put({ numberOfOffersSent: 0 })).json().result.numberOfOffersSent).toBe(2);
      expect((await put({ numberOfOffersSent: 3 })).json().result.numberOfOffersSent).toBe(3);
    },
  );

  test('what changes nothing raises the version, and leaves no history', async () => {
    const { id } = (await create({})).json().result;
    const reply = await person.put(`${url}/${id}`, { administrationId, reference: 'Folders', status: 0 });
    expect(reply.json().result).toMatchObject({ rowVersion: 2, reference: 'Folders' });
    expect(
      await balie.db
        .selectFrom('history')
        .select('id')
        .where('entity_id', '=', id)
        .where('verb', '=', 'update')
        .execute(),
    ).toEqual([]);
  });

  test('of two that saw the same version one is stored, and the other is refused', async () => {
    const { id } = (await create({})).json().result;
    const replies = await Promise.all(
      [1, 2, 3].map((status) =>
        person.put(`${url}/${id}`, { administrationId, reference: 'Folders', status, rowVersion: 1 }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409,
    ]);
    const lines = await balie.db
      .selectFrom('history')
      .select('changes')
      .where('entity_id', '=', id)
      .where('verb', '=', 'update')
      .execute();
    expect(lines).toHaveLength(1);
  });

  test('a change that waits for one of somebody else goes on with what that one left', async () => {
    const { id } = (await create({})).json().result;
    const held = await balie.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('work_orders')
        .set({ publisher: 'Y', row_version: 2 })
        .where('id', '=', id)
        .execute();
      const waiting = person.put(`${url}/${id}`, { administrationId, reference: 'Folders', status: 3 });
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { waiting };
    });
    expect((await held.waiting).json().result).toMatchObject({ publisher: 'Y', status: 3, rowVersion: 3 });
  });

  test('refuses what somebody else changed meanwhile, and shows what is stored', async () => {
    const { id } = await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      reference: 'Van nu',
    });
    const reply = await person.put(`${url}/${id}`, { administrationId, reference: 'X', rowVersion: 0 });
    expect(reply).toBeProblem(409, 'stale');
    expect(reply.json().current).toMatchObject({ reference: 'Van nu', rowVersion: 1 });
    await person.put(`${url}/${id}`, { administrationId, reference: 'Van mij', rowVersion: 1 });
    const told = await person.put(`${url}/${id}`, { administrationId, reference: 'X', rowVersion: 1 });
    expect(told.json().current).toMatchObject({
      updatedBy: expect.stringMatching(/\S/),
      updatedAt: expect.stringContaining('T'),
    });
  });

  test('any status may become any other, invoiced too; without an invoice number that is a warning', async () => {
    const { id } = await buildOrder(balie.db, { companyId: person.companyId, administrationId, status: 5 });
    const invoiced = await person.put(`${url}/${id}`, { administrationId, reference: 'X', status: 6 });
    expect(invoiced.json().result).toMatchObject({ status: 6, warnings: ['no-invoice-number'] });
    const back = await person.put(`${url}/${id}`, {
      administrationId,
      reference: 'X',
      status: 0,
      invoiceNumber: 'F-1',
    });
    expect(back.json().result).toMatchObject({ status: 0, warnings: [], invoiceNumber: 'F-1' });
  });

  test('a deleted contact person stays on the order until they are removed from it', async () => {
    const relation = await buildRelation(balie.db, person.companyId);
    const contact = await buildContactPerson(balie.db, person.companyId, relation.id);
    const { id } = await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      relationId: relation.id,
      contactPersonIds: [contact.id],
    });
    await balie.db
      .updateTable('contact_persons')
      .set({ deleted_at: now.toISOString() })
      .where('id', '=', contact.id)
      .execute();
    const body = { administrationId, reference: 'X', contactPersonIds: [contact.id] };
    expect((await person.put(`${url}/${id}`, body)).json().result.contactPersons).toHaveLength(1);
    expect(await create({ contactPersonIds: [contact.id] })).toBeProblem(400, 'validation', {
      contactPersonIds: ['unknown'],
    });
    expect((await person.put(`${url}/${id}`, { ...body, contactPersonIds: [] })).json().result).toMatchObject(
      { contactPersons: [], customerRelation: null },
    );
  });
});

describe('delete', () => {
  test('puts an order in the trash with its lines, and restores it; an invoiced one is not deleted', async () => {
    const keeper = await balie.asUser({
      companyId: person.companyId,
      may: [...all, ...lineRights, 'core.trash.read.company', 'core.trash.restore.company'],
    });
    const order = await buildOrder(balie.db, { companyId: person.companyId, administrationId });
    await buildLine(balie.db, order);
    expect((await keeper.delete(`${url}/${order.id}`)).statusCode).toBe(204);
    expect(await keeper.get(`${url}/${order.id}`)).toBeProblem(404, 'not-found');
    expect(await keeper.get(`${url}/${order.id}/lines`)).toBeProblem(404, 'not-found');
    expect((await keeper.get('/api/comceptum/orderlines')).json().result).toEqual([]);
    const back = await keeper.post(`/api/core/trash/comceptum.workorders/${order.id}/restore`);
    expect(back.statusCode, back.body).toBeLessThan(300);
    expect((await keeper.get(`${url}/${order.id}/lines`)).json().result).toHaveLength(1);
    const invoiced = await buildOrder(balie.db, { companyId: person.companyId, administrationId, status: 6 });
    expect(await keeper.delete(`${url}/${invoiced.id}`)).toBeProblem(409, 'wrong-state');
  });

  test('a relation and a company with orders cannot be deleted', async () => {
    const relation = await buildRelation(balie.db, person.companyId);
    const order = await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      relationId: relation.id,
    });
    const manager = await balie.asUser({
      companyId: person.companyId,
      may: [...all, 'core.customerrelations.delete.company'],
    });
    const reply = await manager.delete(`/api/core/customer-relations/${relation.id}`);
    expect(reply).toBeProblem(409, 'in-use');
    expect(reply.json().usedBy).toEqual({
      count: 1,
      first: [{ kind: 'Order', resource: 'comceptum/workorders', id: order.id, name: order.yearNumber }],
    });
    const staff = await balie.asUser({ isProvider: true, may: ['core.companies.delete.system'] });
    expect(await staff.delete(`/api/core/companies/${person.companyId}`)).toBeProblem(409, 'in-use');
  });

  test('nor can a contact person or an administration that an order names', async () => {
    const relation = await buildRelation(balie.db, person.companyId);
    const contact = await buildContactPerson(balie.db, person.companyId, relation.id);
    const order = await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      contactPersonIds: [contact.id],
    });
    const may = [...all, 'core.contactpersons.delete.company', 'core.administrations.delete.company'];
    const manager = await balie.asUser({ companyId: person.companyId, may });
    const first = [{ kind: 'Order', resource: 'comceptum/workorders', id: order.id, name: order.yearNumber }];
    const people = `/api/core/customer-relations/${relation.id}/contact-persons`;
    const reply = await manager.delete(`${people}/${contact.id}`);
    expect(reply).toBeProblem(409, 'in-use');
    expect(reply.json().usedBy).toEqual({ count: 1, first });
    expect(
      await manager.delete(`/api/core/companies/${person.companyId}/administrations/${administrationId}`),
    ).toBeProblem(409, 'in-use');
    const other = await buildContactPerson(balie.db, person.companyId, relation.id);
    expect((await manager.delete(`${people}/${other.id}`)).statusCode).toBe(204);
  });
});

describe('copy', () => {
  test('starts from people, administration, companies and lines, and stores nothing', async () => {
    const relation = await buildRelation(balie.db, person.companyId);
    const contact = await buildContactPerson(balie.db, person.companyId, relation.id);
    const people = { relationId: relation.id, contactPersonIds: [contact.id], userIds: [person.userId] };
    const order = await buildOrder(balie.db, {
      companyId: person.companyId,
      administrationId,
      status: 6,
      invoiceNumber: 'F-1',
      deliveryDate: '2026-12-01',
      ...people,
    });
    await buildLine(balie.db, order, { description: 'Folder A5' });
    const reply = await person.get(`${url}/${order.id}/copy`);
    const copy = reply.json().result;
    expect(copy).toMatchObject({
      administrationId,
      contactPersonIds: [contact.id],
      assignedUserIds: [person.userId],
      status: 0,
      numberOfOffersSent: 0,
      lines: [{ description: 'Folder A5', purchaseAmount: 20_000, salesAmount: 30_000 }],
    });
    expect(copy).not.toHaveProperty('invoiceNumber');
    expect(copy).not.toHaveProperty('deliveryDate');
    expect((await list({ $count: 'true' })).metadata.count).toBe(1);
    const saved = await create(copy);
    expect(saved.json().result).toMatchObject({
      yearNumber: '2026-1',
      status: 0,
      invoiceNumber: '',
      deliveryDate: null,
    });
    expect((await person.get(`${url}/${saved.json().result.id}/lines`)).json().result).toHaveLength(1);
  });
});

test('the history of an order tells of its lines and hours, to those who may read them', async () => {
  const rights = (extra: readonly string[]) => ['comceptum.workorders.read.company', ...extra];
  const clerk = await balie.asUser({
    may: rights([
      ...['create', 'update', 'read'].map((verb) => `comceptum.orderlines.${verb}.company`),
      ...['create', 'read'].map((verb) => `comceptum.workordertimes.${verb}.company`),
    ]),
  });
  const { companyId } = clerk;
  const order = await buildOrder(balie.db, { companyId });
  const base = `/api/comceptum/workorders/${order.id}`;
  const line = (await clerk.post(`${base}/lines`, { description: 'Omslag', salesAmount: 100 })).json().result;
  await clerk.put(`${base}/lines/${line.id}`, {
    description: 'Omslag',
    salesAmount: 200,
    purchaseAmount: 150,
  });
  const times = { userId: clerk.userId, startTime: '2026-11-20T08:00:00Z', endTime: '2026-11-20T09:00:00Z' };
  expect((await clerk.post(`${base}/times`, times)).statusCode).toBe(201);
  const read = async (reader: TestClient) =>
    (
      await reader.get(`/api/core/history?entity=comceptum.workorders&entityId=${order.id}&$orderby=at asc`)
    ).json().result;
  const told = await read(clerk);
  const part = { entity: 'comceptum.orderlines', id: line.id, name: 'Omslag' };
  expect(told).toMatchObject([
    { verb: 'create', part },
    { verb: 'update', part, changes: [{ field: 'salesAmount', old: 100, new: 200 }] },
    { verb: 'create', part: { entity: 'comceptum.workordertimes', name: '20-11-2026 09:00' } },
  ]);
  expect(JSON.stringify(told)).not.toContain('purchaseAmount');
  expect(await read(await balie.asUser({ companyId, may: rights([]) }))).toEqual([]);
  // Hours of others are for those who may read everybody's.
  const own = await balie.asUser({ companyId, may: rights(['comceptum.workordertimes.read.user']) });
  expect(await read(own)).toEqual([]);
});

test('staff are told whose an order is, in the list and in the search', async () => {
  const staff = await balie.asUser({ isProvider: true, may: ['comceptum.workorders.read.system'] });
  const [mine, theirs] = await Promise.all(
    [await balie.asUser({ may: [] }), await balie.asUser({ may: [] })].map(({ companyId }) =>
      buildOrder(balie.db, { companyId, reference: 'Zelfde nummer' }),
    ),
  );
  const named = await balie.db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [mine?.companyId ?? '', theirs?.companyId ?? ''])
    .execute();
  const answer = await staff.get("/api/comceptum/workorders?$filter=contains(reference,'Zelfde nummer')");
  expect(answer.statusCode, answer.body).toBe(200);
  const list = answer.json();
  for (const { id, name } of named) {
    const row = list.result.find(({ companyId }: { companyId: string }) => companyId === id);
    expect(row.company).toEqual({ name });
  }
  const found = (await staff.get('/api/core/search?query=Zelfde nummer')).json().result;
  for (const { name } of named)
    expect(found.some(({ subtitle }: { subtitle: string }) => subtitle.includes(name))).toBe(true);
});
