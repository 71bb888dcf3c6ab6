import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { MadePasskey, ShownPasskey } from '#contract/identity/security.ts';

/** What a page asks, as far as an authenticator looks at it. */
interface Asked {
  readonly challenge: string;
  readonly rpId: string;
  readonly origin: string;
}

const present = 0x01;
const verified = 0x04;
const attested = 0x40;

/** A passkey as a device and a browser make and show it, with ES256. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  /** What it counts; many stay at 0. */
  counter = 0;
  /** Whether it asked for a PIN, a finger or a face. */
  isVerifying = true;
  #userHandle = '';

  constructor() {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = pair.publicKey;
    this.#privateKey = pair.privateKey;
  }

  make({ userHandle, ...asked }: Asked & { readonly userHandle: string }): MadePasskey {
    this.#userHandle = userHandle;
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    // CBOR of an EC2 key: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const idLength = Buffer.from([0, this.id.length]);
    const authData = Buffer.concat([
      this.#authData(asked.rpId, attested),
      Buffer.alloc(16),
      idLength,
      this.id,
      coseKey,
    ]);
    // CBOR of {fmt: 'none', attStmt: {}, authData}.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  show(asked: Asked): ShownPasskey {
    const data = clientData('webauthn.get', asked);
    const authData = this.#authData(asked.rpId, 0);
    const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }

  #credential() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  }

  #authData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const shown = flags | present | (this.isVerifying ? verified : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([shown]), counter]);
  }
}

function clientData(type: string, { challenge, origin }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
