import { afterEach, describe, expect, test } from 'vitest';
import { addressGuard, isNetwork } from './addresses.ts';
import { mailboxesOverImap } from './mailboxes.ts';
import { certificate } from './testing/certificate.ts';
import { type ImapServer, startImapServer } from './testing/imap-server.ts';

const open: ImapServer[] = [];
const start = async (...given: Parameters<typeof startImapServer>) => {
  const server = await startImapServer(...given);
  open.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const mailboxes = mailboxesOverImap({
  defaultHost: '',
  allowed: ['127.0.0.0/8', '::1'],
  ca: certificate,
  patienceMs: 1500,
});
const ask = (
  port: number,
  change: { hostname?: string; username?: string; password?: string; mailbox?: string } = {},
) =>
  mailboxes.test({
    hostname: `localhost:${port}`,
    username: 'post',
    password: 'geheim',
    mailbox: 'INBOX',
    ...change,
  });

describe('a mailbox', () => {
  test('that opens is right', async () => {
    const { port } = await start({ mailboxes: ['INBOX', 'Facturen'] });
    expect(await ask(port)).toBe('ok');
    expect(await ask(port, { mailbox: 'Facturen' })).toBe('ok');
  });

  test.each([
    ['a wrong password', { password: 'mis' }, 'login'],
    ['another user', { username: 'ander' }, 'login'],
    ['a mailbox that is not there', { mailbox: 'Facturen' }, 'mailbox-missing'],
  ] as const)('with %s is wrong, and says where', async (_, change, verdict) => {
    const { port } = await start();
    expect(await ask(port, change)).toBe(verdict);
  });

  test.each([
    ['without TLS', 'plain', 'tls'],
    ['that speaks something else', 'garbage', 'failed'],
    ['that says nothing', 'silent', 'timeout'],
  ] as const)('behind a server %s is wrong, within its time', async (_, manner, verdict) => {
    const { port } = await start({ manner });
    const began = performance.now();
    expect(await ask(port)).toBe(verdict);
    expect(performance.now() - began).toBeLessThan(4000);
  });

  test('behind a port where nobody listens is refused', async () => {
    const { port, close } = await startImapServer();
    await close();
    expect(await ask(port)).toBe('refused');
  });

  test.each([
    'niemand.invalid',
    'geen host',
    'mail.example:0',
    'mail.example:99999',
    'https://mail.example',
    '',
  ])('on %j is on no host', async (hostname) => {
    expect(await ask(1, { hostname })).toBe('host-unknown');
  });

  test('with a certificate of nobody, or of another host, is not opened', async () => {
    const { port } = await start();
    const strict = mailboxesOverImap({ defaultHost: '', allowed: ['127.0.0.1'], patienceMs: 1500 });
    const settings = { username: 'post', password: 'geheim', mailbox: 'INBOX' };
    expect(await strict.test({ ...settings, hostname: `localhost:${port}` })).toBe('tls');
    expect(await ask(port, { hostname: `127.0.0.1:${port}` })).toBe('tls');
  });

  test('inside our own networks is not looked at, unless the operator lists them', async () => {
    const { port } = await start();
    const closed = mailboxesOverImap({ defaultHost: '', allowed: ['10.0.0.0/8'], ca: certificate });
    for (const host of ['localhost', '127.0.0.1', '[::1]', '10.1.2.3.invalid']) {
      const verdict = await closed.test({
        hostname: `${host}:${port}`,
        username: 'post',
        password: 'geheim',
        mailbox: 'INBOX',
      });
      expect(verdict).toBe(/[a-z]/.test(host) ? 'host-unknown' : 'address-refused');
    }
  });

  test('on a private name is answered as one on an unknown name, and after the same time', async () => {
    const closed = mailboxesOverImap({ defaultHost: '', allowed: [], patienceMs: 1500 });
    for (const hostname of ['localhost', 'niemand.invalid']) {
      const began = performance.now();
      expect(await closed.test({ hostname, username: 'post', password: 'geheim', mailbox: 'INBOX' })).toBe(
        'host-unknown',
      );
      // However fast the answer was known. Timers may be a millisecond early.
      expect(performance.now() - began).toBeGreaterThanOrEqual(449);
    }
  });
});

test.each([
  ['8.8.8.8', true],
  ['2a00:1450:400e::1', true],
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['geen adres', false],
])('%s is outside: %s', (address, isOutside) => {
  expect(addressGuard([])(address)).toBe(isOutside);
});

test('the operator opens networks one by one', () => {
  const guard = addressGuard(['10.1.0.0/16', 'fd00::5', 'onzin']);
  expect(['10.1.9.9', '10.2.0.1', 'fd00::5', 'fd00::6'].map(guard)).toEqual([true, false, true, false]);
  expect(['10.1.0.0/16', '10.1.2.3', 'fd00::/8', '10.1.0.0/33', 'mail.example', ''].map(isNetwork)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
