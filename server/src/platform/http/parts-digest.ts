import { createHash } from 'node:crypto';

/** A digest that grows with what comes in. */
export interface PartsDigest {
  add(chunk: Buffer): void;
  /** In hexadecimal; the last call. */
  end(): string;
}

/**
 * What a `multipart/form-data` body says, as one digest: names and content of its parts, without the line between
 * them, which a client makes up again for every try. Null when the type is another one.
 */
export function partsDigest(contentType: string | undefined): PartsDigest | null {
  const [, quoted, plain] =
    /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return null;
  const line = Buffer.from(`--${boundary}`);
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(chunk) {
      rest = Buffer.concat([rest, chunk]);
      for (let index = rest.indexOf(line); index >= 0; index = rest.indexOf(line)) {
        hash.update(rest.subarray(0, index)).update('--');
        rest = rest.subarray(index + line.length);
      }
      // The end may be the beginning of the line.
      const sure = Math.max(0, rest.length - line.length + 1);
      hash.update(rest.subarray(0, sure));
      rest = rest.subarray(sure);
    },
    end: () => hash.update(rest).digest('hex'),
  };
}
