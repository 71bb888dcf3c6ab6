import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** One request as bytes. */
export interface RawRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A client that speaks bytes to a server, as those do that leave half way, are slow, or send what is not HTTP. */
export class HardClient {
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  bytesOf({ path, headers, body }: RawRequest): Buffer {
    const head = Object.entries({
      host: 'localhost',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      ...headers,
    });
    return Buffer.from(
      `POST ${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}`,
      'latin1',
    );
  }

  /** Sends a part of the request and leaves, after a while or at once. */
  async abort(request: RawRequest, fraction: number, afterMs: number): Promise<void> {
    const bytes = this.bytesOf(request);
    const socket = await this.#open();
    socket.write(bytes.subarray(0, Math.ceil(bytes.length * fraction)));
    await wait(afterMs);
    socket.destroy();
  }

  /** Opens a request whose body comes in pieces with a pause between them; answers what came back, or '' when cut off. */
  async slow(request: RawRequest, pieces: number, pauseMs: number): Promise<string> {
    const bytes = this.bytesOf(request);
    const socket = await this.#open();
    const answer = textOf(socket);
    const size = Math.ceil(bytes.length / pieces);
    for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
      socket.write(bytes.subarray(at, at + size));
      await wait(pauseMs);
    }
    socket.end();
    return answer;
  }

  async #open(): Promise<Socket> {
    const socket = connect(this.#port, '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.once('connect', resolve).once('close', resolve));
    return socket;
  }
}

async function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return Buffer.concat(chunks).toString('latin1');
}
