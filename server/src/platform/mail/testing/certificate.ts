import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/**
 * A certificate of its own making for the name localhost, and its key, both PEM: made anew by each process that asks.
 * Node signs bytes but makes no certificates, so the few fields are written here (RFC 5280, in DER).
 */
function selfSigned(): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from('imap.test')))));
  const now = Date.now();
  const isAuthority = sequence(
    oid('551d13'),
    der(0x01, Buffer.from([0xff])),
    der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
  );
  const alsoNamed = sequence(oid('551d11'), der(0x04, sequence(der(0x82, Buffer.from('localhost')))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // A first byte of 1: positive, and of twenty bytes at most.
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(now - dayMs), time(now + dayMs)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, alsoNamed)),
  );
  const signature = sign('sha256', content, privateKey);
  const whole = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const dayMs = 24 * 3600 * 1000;

/** One value of DER: its tag, how long it is, and its bytes. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([...parts]);
  const { length } = bytes;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), bytes]);
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const set = (...parts: readonly Buffer[]) => der(0x31, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
/** `261121100809Z` */
const time = (ms: number) =>
  der(
    0x17,
    Buffer.from(
      new Date(ms)
        .toISOString()
        .replace(/\.\d+|[-:T]/g, '')
        .slice(2),
    ),
  );

const made = selfSigned();

/** The certificate of the tests' mail server, PEM. */
export const { certificate } = made;

/** Its key, PEM. It guards nothing, and ends with the process. */
export const certificateKey = made.key;
