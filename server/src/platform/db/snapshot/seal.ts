import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Readable, Transform } from 'node:stream';

/**
 * A sealed archive begins with this mark and 32 random bytes, from which and the operator's key the key of this archive
 * follows (HKDF-SHA-256). Then come pieces of 1 MiB, each under AES-256-GCM with its own number as nonce and a mark on
 * the last one: a piece that is changed, moved, left out or cut off is found out (decision 0171).
 */
const mark = Buffer.from('balie-sealed-1\n');
const saltBytes = 32;
const pieceBytes = 1024 * 1024;
const tagBytes = 16;

/** Why a sealed archive does not open. */
export class SealProblem extends Error {
  override readonly name = 'SealProblem';
}

function keyOf(key: Uint8Array, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, salt, 'balie backup', 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Seals what flows through it with a key of 32 bytes. */
export function sealing(key: Uint8Array): Transform {
  const salt = randomBytes(saltBytes);
  const own = keyOf(key, salt);
  let pending = Buffer.alloc(0);
  let number = 0;
  const piece = (bytes: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', own, nonceOf(number, isLast));
    number += 1;
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  return new Transform({
    construct(done) {
      this.push(Buffer.concat([mark, salt]));
      done();
    },
    transform(bytes: Buffer, _encoding, done) {
      pending = Buffer.concat([pending, bytes]);
      // At least one byte waits: the last piece is known at the end only.
      while (pending.length > pieceBytes) {
        this.push(piece(pending.subarray(0, pieceBytes), false));
        pending = pending.subarray(pieceBytes);
      }
      done();
    },
    flush(done) {
      done(null, piece(pending, true));
    },
  });
}

/**
 * The plain bytes of an archive, sealed or not. Fails with {@link SealProblem} when it is sealed and the key is missing
 * or another one, or when something was changed or cut off.
 */
export function opened(from: Readable, key: Uint8Array | undefined): Readable {
  return Readable.from(openPieces(from, key), { objectMode: false });
}

async function* openPieces(from: Readable, key: Uint8Array | undefined): AsyncGenerator<Buffer> {
  let pending = Buffer.alloc(0);
  let own: Uint8Array | undefined;
  let isPlain = false;
  let number = 0;
  const open = (sealed: Buffer, isLast: boolean): Buffer => {
    if (own === undefined || sealed.length < tagBytes) throw new SealProblem('This backup was cut short.');
    const decipher = createDecipheriv('aes-256-gcm', own, nonceOf(number, isLast), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    number += 1;
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    } catch {
      throw new SealProblem(
        number === 1
          ? 'BALIE_BACKUP_KEY is not the key of this backup, or it is damaged.'
          : 'This backup is damaged or was cut short.',
      );
    }
  };
  for await (const bytes of from) {
    if (!Buffer.isBuffer(bytes)) throw new TypeError('bytes are expected');
    pending = Buffer.concat([pending, bytes]);
    if (own === undefined && !isPlain) {
      if (pending.length < mark.length + saltBytes) continue;
      isPlain = !pending.subarray(0, mark.length).equals(mark);
      if (!isPlain) {
        if (key === undefined)
          throw new SealProblem('This backup is sealed: give its key with BALIE_BACKUP_KEY.');
        own = keyOf(key, pending.subarray(mark.length, mark.length + saltBytes));
        pending = pending.subarray(mark.length + saltBytes);
      }
    }
    if (isPlain) {
      yield pending;
      pending = Buffer.alloc(0);
      continue;
    }
    while (pending.length > pieceBytes + tagBytes) {
      yield open(pending.subarray(0, pieceBytes + tagBytes), false);
      pending = pending.subarray(pieceBytes + tagBytes);
    }
  }
  if (own === undefined) yield pending;
  else yield open(pending, true);
}
