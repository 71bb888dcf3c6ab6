import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp, type TestClient } from '#server/app/testing/app.ts';
import { mailboxesOverImap } from '#server/platform/mail/mailboxes.ts';
import { certificate } from '#server/platform/mail/testing/certificate.ts';
import { type ImapServer, startImapServer } from '#server/platform/mail/testing/imap-server.ts';
import { buildCompany } from '../testing/factories.ts';

let balie: TestApp;
let staff: TestClient;
let imap: ImapServer;
let url: string;
const write = (change: Record<string, unknown> = {}) => ({
  name: 'Holding',
  tag: `T${Math.random().toString(36).slice(2)}`,
  coupling: 'exact',
  ...change,
});

beforeAll(async () => {
  imap = await startImapServer({ username: 'facturen@bedrijf.example', password: 'geheim' });
  balie = await testApp({
    mailboxes: mailboxesOverImap({
      defaultHost: 'mail.balie.example',
      allowed: ['127.0.0.0/8', '::1'],
      ca: certificate,
      patienceMs: 2000,
    }),
  });
  staff = await balie.asUser({
    isProvider: true,
    may: ['read', 'create', 'update', 'delete'].map((verb) => `core.administrations.${verb}.system`),
  });
  url = `/api/core/companies/${(await buildCompany(balie.db)).id}/administrations`;
});
afterAll(async () => {
  await balie.close();
  await imap.close();
});

async function made(change: Record<string, unknown> = {}) {
  const reply = await staff.post(url, write(change));
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().result;
}
const mail = () => ({
  mailHostname: `localhost:${imap.port}`,
  mailUsername: 'facturen@bedrijf.example',
  mailPassword: 'geheim',
});

describe('administrations', () => {
  test('keep what was sent, never say the password, and take the default mail host', async () => {
    const { id } = await made({ mailUsername: 'post', mailPassword: 'geheim' });
    const reply = await staff.get(`${url}/${id}`);
    expect(reply.json().result).toMatchObject({
      coupling: 'exact',
      mailHostname: 'mail.balie.example',
      mailbox: '',
      mailIsActive: false,
      hasPassword: true,
      rowVersion: 1,
    });
    expect(reply.body).not.toContain('geheim');
    const lines = await balie.db
      .selectFrom('history')
      .select('changes')
      .where('entity_id', '=', id)
      .execute();
    expect(JSON.stringify(lines)).not.toContain('geheim');
  });

  test('name every bad field at once', async () => {
    const reply = await staff.post(url, {
      name: '',
      tag: 'x'.repeat(33),
      coupling: 'papier',
      mailIsActive: true,
      mailHostname: 'mail.example',
    });
    expect(reply).toBeProblem(400, 'validation', {
      name: ['required'],
      tag: ['too-long'],
      coupling: ['not-a-choice'],
    });
    const inactive = await staff.post(url, write({ mailIsActive: true, mailHostname: 'mail.example' }));
    expect(inactive).toBeProblem(400, 'validation', {
      'mail-username': ['required'],
      'mail-password': ['required'],
    });
  });

  test.each([
    'http://mail.example',
    'mail example',
    'mail.example:0',
    'mail.example:70000',
    'mail.example:x',
    '-',
  ])('%s is no mail server, also while it is not read', async (mailHostname) => {
    const reply = await staff.post(url, write({ mailHostname }));
    expect(reply).toBeProblem(400, 'validation', { 'mail-hostname': ['invalid'] });
    expect(reply.json().errors['mail-hostname']).toEqual([
      'Geef de mailserver als mail.bedrijf.nl of mail.bedrijf.nl:993',
    ]);
  });

  test('forget the password when host or user changes', async () => {
    const { id, tag } = await made({ ...mail() });
    const same = await staff.put(`${url}/${id}`, { ...write({ ...mail(), tag }), mailPassword: undefined });
    expect(same.json().result.hasPassword).toBe(true);
    const moved = await staff.put(`${url}/${id}`, {
      ...write({ ...mail(), tag, mailHostname: 'elders.example' }),
      mailPassword: undefined,
    });
    expect(moved.json().result.hasPassword).toBe(false);
  });

  test('are narrowed by their coupling and by whether mail is fetched', async () => {
    const { id } = await made({ coupling: 'afas' });
    const read = await made({ coupling: 'afas', ...mail(), mailIsActive: true });
    const found = async (filter: string) =>
      (await staff.get(`${url}?$filter=${filter}`)).json().result.map((row: { id: string }) => row.id);
    expect(await found("coupling eq 'afas' and mailIsActive eq false")).toEqual([id]);
    expect(await found('mailIsActive eq true')).toEqual([read.id]);
  });

  test('are known by codes that are checked, stored without spaces, and in the history', async () => {
    const codes = { kvkNumber: '0123 4567', vatId: 'nl 1234.56.782 b01', iban: 'NL91 ABNA 0417 1643 00' };
    const refused = await staff.post(
      url,
      write({ kvkNumber: '1234567', vatId: 'NL123456789B01', iban: 'NL91ABNA0417164301' }),
    );
    expect(refused).toBeProblem(400, 'validation', {
      kvk_number: ['invalid'],
      vat_id: ['invalid'],
      iban: ['invalid'],
    });
    const { id, tag } = await made(codes);
    const stored = { kvkNumber: '01234567', vatId: 'NL123456782B01', iban: 'NL91ABNA0417164300' };
    expect((await staff.get(`${url}/${id}`)).json().result).toMatchObject(stored);
    const silent = await staff.put(`${url}/${id}`, { name: 'Anders', tag, coupling: 'exact' });
    expect(silent.json().result).toMatchObject({ ...stored, name: 'Anders' });
    const emptied = await staff.put(`${url}/${id}`, { name: 'Anders', tag, coupling: 'exact', iban: '' });
    expect(emptied.json().result).toMatchObject({ ...stored, iban: '' });
    const last = await balie.db
      .selectFrom('history')
      .select('changes')
      .where('entity_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(last.changes).toMatchObject({ iban: { old: 'NL91ABNA0417164300', new: '' } });
    expect((await staff.get(`${url}?$filter=kvkNumber eq '01234567'`)).json().result).toMatchObject([{ id }]);
  });

  test('keep their mail settings when a save does not speak of them', async () => {
    const { id, tag } = await made({ ...mail(), mailbox: 'Facturen', mailIsActive: true });
    const reply = await staff.put(`${url}/${id}`, { name: 'Anders', tag, coupling: 'exact' });
    const { mailPassword: _secret, ...stored } = mail();
    expect(reply.json().result).toMatchObject({
      ...stored,
      name: 'Anders',
      mailbox: 'Facturen',
      mailIsActive: true,
      hasPassword: true,
    });
    const emptied = await staff.put(`${url}/${id}`, {
      name: 'Anders',
      tag,
      coupling: 'exact',
      mailHostname: '',
      mailIsActive: false,
    });
    expect(emptied.json().result).toMatchObject({
      mailHostname: '',
      mailIsActive: false,
      hasPassword: false,
    });
  });

  test('are listed by company, sorted and counted; a tag is taken once', async () => {
    const { id: companyId } = await buildCompany(balie.db, { name: 'Zalland' });
    const at = `/api/core/companies/${companyId}/administrations`;
    for (const tag of ['Z-10', 'Z-2']) await staff.post(at, write({ tag }));
    expect((await staff.get(`${at}?$count=true&$top=1`)).json()).toMatchObject({
      result: [{ tag: 'Z-2' }],
      metadata: { count: 2 },
    });
    expect(await staff.post(at, write({ tag: 'z-2' }))).toBeProblem(400, 'validation', { tag: ['taken'] });
    const all = await staff.get(`/api/core/administrations?query=zalland&$orderby=tag desc`);
    expect(all.json().result).toMatchObject([
      { tag: 'Z-10', companyId, companyName: 'Zalland' },
      { tag: 'Z-2' },
    ]);
    const own = await balie.asUser({ may: ['core.administrations.read.company'] });
    expect((await own.get('/api/core/administrations')).json().result).toEqual([]);
  });

  test('a stale version is refused, and a deleted one is not found', async () => {
    const { id, tag } = await made();
    expect((await staff.put(`${url}/${id}`, write({ tag, rowVersion: 1 }))).json().result).toMatchObject({
      rowVersion: 2,
      updatedBy: expect.stringContaining('Sanne'),
    });
    expect(await staff.put(`${url}/${id}`, write({ tag, rowVersion: 1 }))).toBeProblem(409, 'stale');
    expect((await staff.delete(`${url}/${id}`)).statusCode).toBe(204);
    expect(await staff.get(`${url}/${id}`)).toBeProblem(404, 'not-found');
  });
});

describe('the test of a mailbox', () => {
  const ask = async (id: string, body: object, headers = {}) =>
    staff.post(`${url}/${id}/test-mailbox`, body, headers);

  test('opens it with what is stored', async () => {
    const { id } = await made(mail());
    expect((await ask(id, {})).json()).toEqual({
      result: {
        isRight: true,
        verdict: 'ok',
        message: 'De mailbox INBOX is geopend; de instellingen kloppen.',
      },
    });
  });

  test('says what is wrong in our own words, in the language of the request', async () => {
    const { id } = await made(mail());
    const reply = await ask(id, { mailPassword: 'mis' }, { 'accept-language': 'en' });
    expect(reply.json().result).toEqual({
      isRight: false,
      verdict: 'login',
      message: 'The mail server does not take this user name with this password.',
    });
    expect(reply.body).not.toContain('geheime woorden');
    const missing = await ask(id, { mailbox: 'Facturen' });
    expect(missing.json().result).toMatchObject({
      verdict: 'mailbox-missing',
      message: 'Inloggen lukt, maar de mailbox Facturen bestaat niet.',
    });
  });

  test('tries the values of the form before they are saved, and changes nothing', async () => {
    const { id } = await made({ mailHostname: 'elders.invalid', mailUsername: 'x', mailPassword: 'x' });
    expect((await ask(id, { ...mail(), mailbox: 'INBOX' })).json().result.verdict).toBe('ok');
    expect((await ask(id, {})).json().result.verdict).toBe('host-unknown');
    expect((await staff.get(`${url}/${id}`)).json().result).toMatchObject({
      mailHostname: 'elders.invalid',
      rowVersion: 1,
    });
  });

  test('never takes the stored password to another host or user', async () => {
    const { id } = await made(mail());
    expect(await ask(id, { mailUsername: 'ander@bedrijf.example' })).toBeProblem(400, 'validation', {
      'mail-password': ['required'],
    });
    expect(await ask(id, { mailHostname: 'elders.invalid' })).toBeProblem(400, 'validation', {
      'mail-password': ['required'],
    });
  });

  test('asks for what is missing', async () => {
    const { id } = await made({ mailHostname: 'mail.example' });
    expect(await ask(id, { mailHostname: '' })).toBeProblem(400, 'validation', {
      'mail-hostname': ['required'],
      'mail-username': ['required'],
      'mail-password': ['required'],
    });
  });

  test('is no way to guess passwords', async () => {
    const guesser = await balie.asUser({ isProvider: true, may: ['core.administrations.update.system'] });
    const { id } = await made(mail());
    const replies = [];
    for (let tries = 0; tries < 21; tries += 1)
      replies.push(await guesser.post(`${url}/${id}/test-mailbox`, { mailPassword: `mis-${tries}` }));
    expect(replies.at(-1)).toBeProblem(429, 'too-many-requests');
    expect(replies.at(-1)?.headers['retry-after']).toBe('60');
  });
});
