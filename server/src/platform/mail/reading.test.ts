import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailboxesOverImap, type MailboxMail, type MailboxPosition } from './mailboxes.ts';
import { certificate } from './testing/certificate.ts';
import { type Dovecot, dovecotIsThere, dovecotMissing, startDovecot } from './testing/dovecot.ts';

const isThere = dovecotIsThere();
if (!isThere) console.warn(dovecotMissing);

const mail = (number: number, body = 'Dag') =>
  `Message-ID: <m${number}@leverancier.example>\r\nFrom: Piet <Piet@Leverancier.example>\r\nSubject: Factuur ${number}\r\n\r\n${body}\r\n`;

describe.skipIf(!isThere)('a real mailbox', () => {
  let dovecot: Dovecot;
  const mailboxes = mailboxesOverImap({
    defaultHost: '',
    allowed: ['127.0.0.0/8', '::1'],
    ca: certificate,
    patienceMs: 5000,
  });

  beforeAll(async () => {
    dovecot = await startDovecot();
  }, 300_000);
  afterAll(() => dovecot.close());

  async function read(
    after: MailboxPosition | null,
    change: { maxMails?: number; maxBytes?: number; mailbox?: string; password?: string } = {},
  ) {
    const { hostname, username, password } = dovecot;
    const mails: MailboxMail[] = [];
    const settings = {
      hostname,
      username,
      password: change.password ?? password,
      mailbox: change.mailbox ?? 'INBOX',
    };
    const done = await mailboxes.read(
      settings,
      { after, maxBytes: change.maxBytes ?? 100_000, maxMails: change.maxMails ?? 100 },
      async (one) => {
        mails.push(one);
      },
    );
    return { ...done, mails };
  }

  test('is read from the oldest on, whole, and goes on where it was', async () => {
    await dovecot.deliver(mail(1), mail(2), mail(3));
    const first = await read(null, { maxMails: 2 });
    expect(first).toMatchObject({ verdict: 'ok', isAtEnd: false });
    expect(first.mails.map(({ subject, sender, messageId }) => [subject, sender, messageId])).toEqual([
      ['Factuur 1', 'piet@leverancier.example', '<m1@leverancier.example>'],
      ['Factuur 2', 'piet@leverancier.example', '<m2@leverancier.example>'],
    ]);
    expect(first.mails[0]?.source?.toString()).toBe(mail(1));
    const last = first.mails.at(-1) ?? null;
    const rest = await read(last);
    expect(rest.mails.map(({ subject }) => subject)).toEqual(['Factuur 3']);
    expect(rest.isAtEnd).toBe(true);
    const none = await read(rest.mails.at(-1) ?? null);
    expect(none).toEqual({ verdict: 'ok', isAtEnd: true, mails: [] });
  });

  test('gives a large mail without its bytes', async () => {
    const before = (await read(null)).mails.at(-1) ?? null;
    await dovecot.deliver(mail(4, 'x'.repeat(200_000)));
    const { mails } = await read(before);
    expect(mails).toMatchObject([{ subject: 'Factuur 4', source: null }]);
    expect(mails[0]?.bytes).toBeGreaterThan(200_000);
  });

  test('is read from the start when the server gave all mails new numbers', async () => {
    const before = (await read(null)).mails.at(-1) ?? null;
    await dovecot.renumber();
    const { mails } = await read(before);
    expect(mails).toHaveLength(4);
    expect(mails[0]?.uidValidity).not.toBe(before?.uidValidity);
  });

  test('that does not open is a verdict, and what fails on our side is thrown', async () => {
    expect(await read(null, { password: 'mis' })).toMatchObject({
      verdict: 'login',
      isAtEnd: false,
      mails: [],
    });
    expect(await read(null, { mailbox: 'Weg' })).toMatchObject({ verdict: 'mailbox-missing' });
    const { hostname, username, password } = dovecot;
    const failing = mailboxes.read(
      { hostname, username, password, mailbox: 'INBOX' },
      { after: null, maxBytes: 1000, maxMails: 10 },
      () => Promise.reject(new Error('the database is gone')),
    );
    await expect(failing).rejects.toThrow('the database is gone');
  });
});
