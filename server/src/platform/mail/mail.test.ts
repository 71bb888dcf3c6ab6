import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isRefused, mailOverSmtp } from './mail.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Speaks as much SMTP as one message needs. */
async function startSmtpServer(
  answers: { readonly rcpt?: string } = {},
): Promise<{ port: number; lines: string[] }> {
  const lines: string[] = [];
  const server = createServer((socket: Socket) => {
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    closing.push(() => socket.destroy());
    say('220 post.test');
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').slice(0, -1)) {
        lines.push(line);
        if (isData && line !== '.') continue;
        if (line === '.') isData = false;
        if (line === 'DATA') isData = true;
        if (line.startsWith('EHLO')) say('250-post.test\r\n250 AUTH PLAIN');
        else if (line.startsWith('AUTH')) say('235 in');
        else if (line.startsWith('RCPT')) say(answers.rcpt ?? '250 ok');
        else say(line === 'DATA' ? '354 go on' : '250 ok');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, lines };
}

const message = {
  to: 'petra@bedrijf.example',
  subject: 'Welkom bij Café Balie',
  text: 'Dag Petra',
  html: '<p>Dag Petra</p>',
};

test('a message reaches the server with sender, address, subject and both forms of its text', async () => {
  const { port, lines } = await startSmtpServer();
  await mailOverSmtp({
    url: `smtp://gebruiker:g%40heim@127.0.0.1:${port}`,
    from: 'Balie <post@balie.example>',
  }).send(message);
  const all = lines.join('\n');
  expect(all).toContain(`AUTH PLAIN ${Buffer.from('\0gebruiker\0g@heim').toString('base64')}`);
  expect(all).toContain('MAIL FROM:<post@balie.example>');
  expect(all).toContain('RCPT TO:<petra@bedrijf.example>');
  expect(all).toContain('From: Balie <post@balie.example>');
  expect(all).toMatch(/Subject: =\?UTF-8\?/);
  expect(all).toContain('text/plain');
  expect(all).toContain('text/html');
});

test.each(['Balie <post@balie.example>', 'post@balie.example'])(
  'a message of a company comes from its name at the address of %s',
  async (from) => {
    const { port, lines } = await startSmtpServer();
    const fromName = 'Van Dalen, "Montage" & Zn <x@y.example>';
    await mailOverSmtp({ url: `smtp://127.0.0.1:${port}`, from }).send({ ...message, fromName });
    const all = lines.join('\n');
    expect(all).toContain('MAIL FROM:<post@balie.example>');
    expect(all).toContain(String.raw`From: "Van Dalen, \"Montage\" & Zn <x@y.example>" <post@balie.example>`);
  },
);

test('a server that refuses the address is a failure', async () => {
  const { port } = await startSmtpServer({ rcpt: '550 onbekend' });
  await expect(
    mailOverSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.example' }).send(message),
  ).rejects.toThrow('550');
});

test('a server that is not there is a failure', async () => {
  const { port } = await startSmtpServer();
  for (const close of closing.splice(0)) close();
  await expect(
    mailOverSmtp({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.example' }).send(message),
  ).rejects.toThrow(/ECONNREFUSED|connect/);
});

test('a mail that the server refused, or that no server was there for, surely did not go out', async () => {
  const { port } = await startSmtpServer({ rcpt: '550 unknown' });
  const to = (url: string) => mailOverSmtp({ url, from: 'post@balie.example' }).send(message);
  const refused: unknown = await to(`smtp://127.0.0.1:${port}`).catch((error: unknown) => error);
  const absent: unknown = await to('smtp://127.0.0.1:1').catch((error: unknown) => error);
  expect([refused, absent].map(isRefused)).toEqual([true, true]);
  expect(isRefused(new Error('the line broke'))).toBe(false);
});
