import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: string;
  /** Headers and parts as they travelled. */
  readonly source: string;
  /** All of it with quoted-printable undone, to look for sentences and links in. */
  readonly text: string;
  /** Decoded base64 parts, such as attachments. */
  readonly files: readonly Buffer[];
}

/** A mail server that takes everything and keeps it, for tests of what really goes out. */
export interface SmtpServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  close(): void;
}

/** Starts a mail server on a free port of this machine. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, (mail) => received.push(mail));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function serve(socket: Socket, keep: (mail: ReceivedMail) => void): void {
  let to = '';
  let data: string[] | null = null;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.on('error', () => undefined);
  say('220 post.test');
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (data !== null) {
        if (line === '.') {
          keep(mailOf(to, data.join('\r\n')));
          data = null;
          say('250 kept');
        } else data.push(line.startsWith('.') ? line.slice(1) : line);
        continue;
      }
      to = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? to;
      if (/^DATA$/i.test(line)) {
        data = [];
        say('354 go on');
      } else say('250 ok');
    }
  });
}

function mailOf(to: string, source: string): ReceivedMail {
  const joined = source.replaceAll('=\r\n', '');
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const parts = source.split(/\r\n--[^\r\n]+(?:\r\n|$)/);
  const files = parts
    .filter((part) => /content-transfer-encoding: base64/i.test(part))
    .map((part) => Buffer.from(part.slice(part.indexOf('\r\n\r\n')), 'base64'));
  return { to, source, text: Buffer.from(bytes, 'latin1').toString('utf8'), files };
}
