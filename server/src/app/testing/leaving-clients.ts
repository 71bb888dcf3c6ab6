import { connect, type Socket } from 'node:net';

/** What a client sends, and where to. */
export interface RawPost {
  readonly port: number;
  readonly token: string;
  readonly path: string;
  readonly key: string;
  readonly type: string;
  readonly body: Buffer;
}

/** The bytes of a POST with an `Idempotency-Key`, as they travel. */
export function bytesOf({ token, path, key, type, body }: RawPost): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${token}`,
    `idempotency-key: ${key}`,
    `content-type: ${type}`,
    `content-length: ${body.length}`,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(head.join('\r\n')), body]);
}

/** Sends the first bytes of a POST and then nothing; the connection stays until it is destroyed. */
export async function sendPart(post: RawPost, length: number): Promise<Socket> {
  const socket = connect(post.port, '127.0.0.1');
  // Who is thrown out hears it as a reset.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.write(bytesOf(post).subarray(0, length), resolve));
  socket.resume();
  return socket;
}

/** A multipart body with one file. */
export function fileBody(filename: string, content: string): Pick<RawPost, 'type' | 'body'> {
  const line = 'leaving-clients';
  const head = `--${line}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: application/xml\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${line}`,
    body: Buffer.from(`${head}${content}\r\n--${line}--\r\n`),
  };
}
