import { afterEach, expect, test } from 'vitest';
import { mailboxesOverImap, type MailboxMail } from './mailboxes.ts';
import { certificate } from './testing/certificate.ts';
import { type ImapServer, type ImapStage, startImapServer } from './testing/imap-server.ts';

const mailboxes = mailboxesOverImap({
  defaultHost: '',
  allowed: ['127.0.0.0/8', '::1'],
  ca: certificate,
  patienceMs: 2000,
});
let server: ImapServer | undefined;
afterEach(() => server?.close());

/** Reads as a job does: on until the end, from where it was. */
async function readAll(mails: NonNullable<ImapStage['mails']>) {
  const opened = (server = await startImapServer({ mails }));
  const settings = {
    hostname: `localhost:${opened.port}`,
    username: 'post',
    password: 'geheim',
    mailbox: 'INBOX',
  };
  const seen: MailboxMail[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const what = { after: seen.at(-1) ?? null, maxBytes: 1000, maxMails: 10 };
    const done = await mailboxes.read(settings, what, async (mail) => void seen.push(mail));
    if (done.isAtEnd)
      return seen.map(({ uid, source, isDamaged }) => [uid, isDamaged ? 'damaged' : source?.toString()]);
    expect(done.verdict).toBe('ok');
  }
  return seen;
}

test('a mail whose envelope cannot be read is taken by its own bytes', async () => {
  expect(await readAll([{ source: 'a' }, { source: 'b', broken: 'envelope' }, { source: 'c' }])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'c'],
  ]);
});

test('a mail that the server cannot give is handed over as damaged, and those after it come', async () => {
  expect(
    await readAll([{ source: 'a', broken: 'whole' }, { source: 'b' }, { source: 'c', broken: 'whole' }]),
  ).toEqual([
    [1, 'damaged'],
    [2, 'b'],
    [3, 'damaged'],
  ]);
});
