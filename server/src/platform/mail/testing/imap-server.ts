import { once } from 'node:events';
import { createServer as createPlainServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { certificate, certificateKey } from './certificate.ts';

/** How the tests' IMAP server behaves. */
export interface ImapStage {
  readonly username?: string;
  readonly password?: string;
  readonly mailboxes?: readonly string[];
  /** `silent`: accepts and says nothing; `plain`: greets without TLS; `garbage`: TLS, but no IMAP. */
  /** What is in every mailbox, from number 1 on. A broken one ends the connection when it is asked for. */
  readonly mails?: readonly { readonly source: string; readonly broken?: 'envelope' | 'whole' }[];
  readonly manner?: 'proper' | 'silent' | 'plain' | 'garbage';
}

/** A mail server of a test, on a free port of this machine. */
export interface ImapServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Speaks as much IMAP as opening a mailbox needs. */
export async function startImapServer(stage: ImapStage = {}): Promise<ImapServer> {
  const { manner = 'proper' } = stage;
  const sockets = new Set<Socket>();
  const listen = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    if (manner === 'garbage') socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    else if (manner !== 'silent') converse(socket, stage);
  };
  const isPlain = manner === 'plain' || manner === 'silent';
  const server: Server = isPlain
    ? createPlainServer(listen)
    : createServer({ cert: certificate, key: certificateKey }, listen);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: addressOf(server).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address;
}

function converse(
  socket: Socket,
  { username = 'post', password = 'geheim', mailboxes = ['INBOX'], mails = [] }: ImapStage,
): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  const right = Buffer.from(`\0${username}\0${password}`).toString('base64');
  say('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready');
  let rest = '';
  let authenticating: string | undefined;
  socket.on('data', (bytes) => {
    const lines = (rest + bytes.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (authenticating !== undefined) {
        say(
          line === right
            ? `${authenticating} OK [CAPABILITY IMAP4rev1] in`
            : `${authenticating} NO [AUTHENTICATIONFAILED] geheime woorden van de server`,
        );
        authenticating = undefined;
        continue;
      }
      const [tag = '', command = ''] = line.split(' ');
      switch (command.toUpperCase()) {
        case 'AUTHENTICATE':
          authenticating = tag;
          say('+ ');
          break;
        case 'LIST':
          for (const name of mailboxes) if (line.includes(name)) say(`* LIST () "/" "${name}"`);
          say(`${tag} OK done`);
          break;
        case 'EXAMINE':
        case 'SELECT': {
          const isThere = mailboxes.some((name) => line.includes(name));
          if (isThere) say(`* ${mails.length || 3} EXISTS`);
          if (isThere) say('* OK [UIDVALIDITY 7] numbered');
          say(isThere ? `${tag} OK [READ-ONLY] open` : `${tag} NO [NONEXISTENT] no such mailbox`);
          break;
        }
        case 'UID':
          if (/ SEARCH /i.test(line)) say(`* SEARCH ${mails.map((_, at) => at + 1).join(' ')}`);
          else give(socket, line, mails);
          if (!socket.destroyed) say(`${tag} OK done`);
          break;
        case 'LOGOUT':
          say('* BYE');
          say(`${tag} OK bye`);
          socket.end();
          break;
        default:
          say(`${tag} OK done`);
      }
    }
  });
}

function give(socket: Socket, line: string, mails: NonNullable<ImapStage['mails']>): void {
  const uid = Number(/FETCH (\d+)/i.exec(line)?.[1]);
  const mail = mails[uid - 1];
  if (!mail) return;
  const wantsEnvelope = /ENVELOPE/i.test(line);
  if (mail.broken === 'whole' || (mail.broken === 'envelope' && wantsEnvelope)) {
    // As some servers do: an answer that no grammar allows.
    socket.write(`* ${uid} FETCH (UID ${uid} ENVELOPE ("x" "y\r\n`);
    socket.destroy();
    return;
  }
  const envelope = wantsEnvelope ? ' ENVELOPE (NIL "Factuur" NIL NIL NIL NIL NIL NIL NIL "<m>")' : '';
  const size = ` RFC822.SIZE ${mail.source.length} INTERNALDATE "21-Nov-2026 10:00:00 +0000"`;
  const body = /BODY/i.test(line) ? ` BODY[] {${mail.source.length}}\r\n${mail.source}` : size;
  socket.write(`* ${uid} FETCH (UID ${uid}${envelope}${body})\r\n`);
}
