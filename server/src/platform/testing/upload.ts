import { randomBytes } from 'node:crypto';

/** A part of an upload, as a browser sends it. */
export interface UploadPart {
  readonly name?: string;
  readonly filename?: string;
  readonly content: string | Buffer;
}

/** The body and header of a multipart upload, for `client.post(url, payload, headers)`. */
export function upload(...parts: readonly UploadPart[]): readonly [Buffer, Record<string, string>] {
  const boundary = `balie-${randomBytes(8).toString('hex')}`;
  const chunks = parts.flatMap(({ name = 'file', filename, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
      (filename === undefined ? '\r\n' : 'content-type: application/octet-stream\r\n\r\n'),
    content,
    '\r\n',
  ]);
  const body = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
  return [body, { 'content-type': `multipart/form-data; boundary=${boundary}` }];
}
