import { strToU8, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestClient, testApp, testNow } from '#server/app/testing/app.ts';
import { buildAdministration } from '#server/features/core/testing/factories.ts';
import { seal } from '#server/platform/auth/seal.ts';
import { mailboxesOverImap } from '#server/platform/mail/mailboxes.ts';
import { certificate } from '#server/platform/mail/testing/certificate.ts';
import {
  type Dovecot,
  dovecotIsThere,
  dovecotMissing,
  startDovecot,
} from '#server/platform/mail/testing/dovecot.ts';
import { createOutbox, type Outbox } from '#server/platform/mail/testing/outbox.ts';
import { recogniseJob } from '../jobs.ts';
import { drainQueue } from '../testing/queue.ts';
import { ublOf } from '../testing/ubl.ts';
import { readMailbox, readMailboxes } from './read-mailboxes.job.ts';
import { receiptJob, sendReceipt, type ReceiptJob } from './receipt.job.ts';

const isThere = dovecotIsThere();
if (!isThere) console.warn(dovecotMissing);

let now = testNow;
let world: TestApp;
let outbox: Outbox;
let dovecot: Dovecot;
let user: TestClient;
let administrationId: string;

interface Part {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly isInline?: boolean;
}
let sent = 0;

function mail(parts: readonly Part[], headers: Record<string, string> = {}): string {
  sent += 1;
  const all = {
    From: 'Piet <piet@leverancier.example>',
    Subject: `Factuur ${sent}`,
    'Message-ID': `<${sent}@leverancier.example>`,
    ...headers,
  };
  const files = parts.map(({ name, content, isInline }) => {
    const head = `Content-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: ${isInline ? 'inline' : 'attachment'}; filename="${name}"`;
    return `--grens\r\n${head}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`;
  });
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=grens\r\n\r\n--grens\r\nContent-Type: text/plain\r\n\r\nDag\r\n${files.join('')}--grens--\r\n`;
}
const ubl = (number: string): Part => ({ name: `${number}.xml`, content: ublOf({ number }) });

beforeAll(async () => {
  outbox = createOutbox();
  world = await testApp({
    now: () => now,
    mail: outbox,
    mailboxes: mailboxesOverImap({
      defaultHost: '',
      allowed: ['127.0.0.0/8', '::1'],
      ca: certificate,
      patienceMs: 5000,
    }),
  });
});
afterAll(() => world.close());

describe.skipIf(!isThere)('a mailbox of an administration', () => {
  beforeEach(async () => {
    now = testNow;
    outbox.sent.length = 0;
    dovecot = await startDovecot();
    user = await world.asUser({
      may: [
        'fmmodule.intakelog.read.company',
        'core.administrations.read.company',
        'core.administrations.update.company',
      ],
    });
    administrationId = (await buildAdministration(world.db, user.companyId, 'Holding')).id;
    await world.db
      .updateTable('administrations')
      .set({
        mail_hostname: dovecot.hostname,
        mail_username: dovecot.username,
        mail_password_encrypted: seal(world.services.secretKey, 'mailbox', dovecot.password),
        mail_is_active: true,
      })
      .where('id', '=', administrationId)
      .execute();
  }, 300_000);
  afterEach(async () => {
    await world.db.updateTable('administrations').set({ mail_is_active: false }).execute();
    await dovecot.close();
  });

  const key = () => ({ companyId: user.companyId, administrationId });
  const read = () => readMailbox(world.services, key());
  const log = async () => (await user.get('/api/fmmodule/intake-log?$orderby=filename')).json().result;
  const outcomes = async () =>
    (await log()).map(({ filename, archive, reasonCode, document }: Record<string, unknown>) => [
      archive,
      filename,
      document === null ? reasonCode : 'document',
    ]);
  const documents = () =>
    world.db
      .selectFrom('documents')
      .where('company_id', '=', user.companyId)
      .orderBy('number')
      .selectAll()
      .execute();

  test('becomes documents of that administration, and every file is a document or a reason', async () => {
    const zip = zipSync({
      'map/c.xml': strToU8(ublOf({ number: 'C' })),
      'd.docx.zip': zipSync({ x: strToU8('x') }),
      'e.exe': strToU8('MZ\u0090\u0000'),
    });
    await dovecot.deliver(
      mail([
        ubl('A'),
        ubl('B'),
        { name: 'logo.gif', content: 'GIF89a', isInline: true },
        { name: 'brief.txt', content: 'Dag' },
      ]),
      mail([{ name: 'pak.zip', content: zip }]),
      mail([]),
    );
    await read();
    expect(await outcomes()).toEqual([
      ['', '', 'no-attachment'],
      ['', 'A.xml', 'document'],
      ['', 'B.xml', 'document'],
      ['', 'brief.txt', 'unsupported-type'],
      ['pak.zip', 'c.xml', 'document'],
      ['pak.zip', 'd.docx.zip', 'zip-nested'],
      ['pak.zip', 'e.exe', 'unsupported-type'],
      ['', 'logo.gif', 'inline-picture'],
    ]);
    expect(await documents()).toMatchObject([
      { number: '2026-11-0001', source: 'mail', administration_id: administrationId, state: 0 },
      { source: 'mail' },
      { source: 'zip', filename: 'c.xml' },
    ]);
    const jobs: unknown[] = [];
    await drainQueue(world.db, { [recogniseJob.name]: async (job: object) => void jobs.push(job) });
    expect(jobs).toHaveLength(3);
    const history = await world.db
      .selectFrom('history')
      .where('company_id', '=', user.companyId)
      .where('verb', '=', 'create')
      .where('entity', '=', 'fmmodule.documents')
      .select('user_name')
      .execute();
    expect(history[0]).toEqual({ user_name: 'post (Holding)' });
  });

  test('keeps the originals, byte for byte', async () => {
    const source = mail([ubl('A')]);
    await dovecot.deliver(source);
    await read();
    const [line] = await log();
    expect(line).toMatchObject({
      sender: 'piet@leverancier.example',
      source: 'mail',
      administrationName: 'Holding',
      reason: '',
    });
    const reply = await user.get(`/api/fmmodule/intake-log/${line.id}/mail`);
    expect(reply.body).toBe(source);
    expect(reply.headers).toMatchObject({
      'content-type': 'message/rfc822',
      'content-security-policy': 'sandbox',
    });
  });

  test('is read once, also by two at a time, and after the server gave all mails new numbers', async () => {
    await dovecot.deliver(mail([ubl('A')]), mail([ubl('B')]));
    await Promise.all([read(), read(), read()]);
    await read();
    expect(await documents()).toHaveLength(2);
    await dovecot.renumber();
    await dovecot.deliver(mail([ubl('C')]));
    await read();
    expect(await documents()).toHaveLength(3);
    expect(
      (await log()).filter(({ reasonCode }: { reasonCode: string }) => reasonCode === 'mail-seen-before'),
    ).toHaveLength(2);
  });

  test('with one Message-ID for two mails takes both when their files differ', async () => {
    const same = { 'Message-ID': '<vast@leverancier.example>' };
    await dovecot.deliver(mail([ubl('A')], same), mail([ubl('B')], same), mail([ubl('B')], same));
    await read();
    expect(await documents()).toHaveLength(2);
  });

  test('that is cut off in the middle of a mail loses nothing and doubles nothing', async () => {
    await dovecot.deliver(mail([ubl('A')]), mail([ubl('B'), ubl('C')]), mail([ubl('D')]));
    let puts = 0;
    const files = {
      ...world.services.files,
      put: async (bytes: Uint8Array) => {
        puts += 1;
        if (puts === 5) throw new Error('killed');
        return world.services.files.put(Buffer.from(bytes));
      },
    };
    await expect(readMailbox({ ...world.services, files }, key())).rejects.toThrow('killed');
    expect(await documents()).toHaveLength(1);
    await read();
    expect((await documents()).map(({ filename }) => filename)).toEqual(['A.xml', 'B.xml', 'C.xml', 'D.xml']);
  });

  test('that does not open says so, and keeps no other from being read', async () => {
    await world.db
      .updateTable('administrations')
      .set({ mail_mailbox: 'Weg' })
      .where('id', '=', administrationId)
      .execute();
    await readMailboxes(world.services);
    const url = `/api/core/companies/${user.companyId}/administrations/${administrationId}/intake`;
    expect((await user.get(url)).json().result).toEqual({
      sendsReceipts: false,
      senders: [],
      lastReadAt: null,
      lastVerdict: 'mailbox-missing',
      lastMessage: 'Inloggen lukt, maar de mailbox Weg bestaat niet.',
    });
    await world.db
      .updateTable('administrations')
      .set({ mail_mailbox: 'INBOX' })
      .where('id', '=', administrationId)
      .execute();
    await readMailboxes(world.services);
    expect((await user.get(url)).json().result).toMatchObject({
      lastVerdict: 'ok',
      lastReadAt: now.toISOString(),
    });
  });

  test('of an inactive company, or switched off, is not read', async () => {
    await dovecot.deliver(mail([ubl('A')]));
    await world.db
      .updateTable('companies')
      .set({ is_active: false })
      .where('id', '=', user.companyId)
      .execute();
    await readMailboxes(world.services);
    await read();
    await world.db
      .updateTable('companies')
      .set({ is_active: true })
      .where('id', '=', user.companyId)
      .execute();
    await world.db
      .updateTable('administrations')
      .set({ mail_is_active: false })
      .where('id', '=', administrationId)
      .execute();
    await readMailboxes(world.services);
    expect(await documents()).toEqual([]);
  });

  describe('with receipts', () => {
    const work = () =>
      drainQueue(world.db, { [receiptJob.name]: (job: ReceiptJob) => sendReceipt(world.services, job) });
    const settings = (senders: string[], sendsReceipts = true) =>
      user.put(`/api/core/companies/${user.companyId}/administrations/${administrationId}/intake`, {
        sendsReceipts,
        senders,
      });

    test('answers a sender on the list, file by file, and at most once an hour', async () => {
      expect((await settings(['Piet@Leverancier.example', '@elders.nl'])).json().result.senders).toEqual([
        'piet@leverancier.example',
        '@elders.nl',
      ]);
      await dovecot.deliver(
        mail([ubl('A'), { name: 'x.exe', content: 'MZ\u0090\u0000' }], { Subject: 'Facturen <week 47>' }),
        mail([ubl('B')]),
      );
      await read();
      await work();
      expect(outbox.sent).toMatchObject([
        { to: 'piet@leverancier.example', subject: 'Ontvangen: Facturen <week 47>', isAutomatic: true },
      ]);
      expect(outbox.sent[0]?.text).toContain('A.xml: in behandeling genomen (2026-11-0001)');
      expect(outbox.sent[0]?.text).toContain('x.exe: Dit soort bestand wordt niet gelezen');
      expect(outbox.sent[0]?.html).toContain('&#60;week 47&#62;');
      now = new Date(testNow.getTime() + 3_600_000);
      await dovecot.deliver(mail([ubl('C')]));
      await read();
      await work();
      expect(outbox.sent).toHaveLength(2);
    });

    test('answers nobody else, and no automatic mail', async () => {
      await settings(['piet@leverancier.example']);
      await dovecot.deliver(
        mail([ubl('A')], { From: 'jan@elders.example' }),
        mail([ubl('B')], { 'Auto-Submitted': 'auto-generated' }),
        mail([ubl('C')], { 'List-Id': '<x.example>' }),
        mail([ubl('D')], { 'Return-Path': '<>' }),
      );
      await read();
      await work();
      await settings(['piet@leverancier.example'], false);
      await dovecot.deliver(mail([ubl('E')]));
      await read();
      await work();
      expect(outbox.sent).toEqual([]);
    });

    test('takes only addresses and domains on the list', async () => {
      expect(await settings(['geen adres'])).toBeProblem(400, 'validation', { senders_0: ['invalid'] });
    });
  });
});
