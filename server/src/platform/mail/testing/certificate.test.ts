import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { certificate, certificateKey } from './certificate.ts';

test('the certificate of the tests is one that Node takes, for localhost, signed by its own key', () => {
  const read = new X509Certificate(certificate);
  expect(read.checkHost('localhost')).toBe('localhost');
  expect(read.checkHost('example.com')).toBeUndefined();
  expect(read.ca).toBe(true);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(certificateKey))).toBe(true);
  expect(read.validFromDate.getTime()).toBeLessThan(Date.now());
  expect(read.validToDate.getTime()).toBeGreaterThan(Date.now());
});
