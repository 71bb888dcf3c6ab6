import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { testApp, type TestApp } from './testing/app.ts';
import { proxyNote, type TrustedProxies } from './trusted-proxies.ts';

describe('the setting TRUST_PROXY', () => {
  test.each<[string | undefined, TrustedProxies]>([
    [undefined, 0],
    ['', 0],
    ['false', 0],
    ['off', 0],
    ['0', 0],
    ['true', 1],
    ['on', 1],
    ['1', 1],
    ['2', 2],
    ['10.0.0.5', ['10.0.0.5']],
    [' 10.0.0.5 , 10.1.0.0/16,fd00::/8', ['10.0.0.5', '10.1.0.0/16', 'fd00::/8']],
  ])('%s is %j', (text, proxies) => {
    expect(readConfig({ TRUST_PROXY: text }).trustedProxies).toEqual(proxies);
  });

  test.each(['yes', '-1', '1.5', '99', 'proxy.local', '10.0.0.5,', '10.0.0.0/33', '0.0.0.0/0', '::/0'])(
    '%s is refused at start',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY/);
    },
  );

  test('only true and on need a word to the operator', () => {
    expect(proxyNote('true')).toContain('TRUST_PROXY=1');
    for (const text of [undefined, '', 'off', '1', '2', '10.0.0.5']) expect(proxyNote(text)).toBeNull();
  });
});

// The limit of opened links (100 from one place) through the whole product: which place is counted?
describe.each<{ name: string; proxies: TrustedProxies; behind: string; from: string }>([
  // `behind` is what stands at the right of the chain, put there by the proxies; `from` is who connects.
  { name: 'one proxy', proxies: 1, behind: '203.0.113.1', from: '10.0.0.5' },
  { name: 'two proxies', proxies: 2, behind: '203.0.113.2, 10.9.0.1', from: '10.0.0.5' },
  {
    name: 'a list of proxies',
    proxies: ['10.0.0.5', '10.9.0.0/16'],
    behind: '203.0.113.3, 10.9.0.1',
    from: '10.0.0.5',
  },
  { name: 'no proxy', proxies: 0, behind: '203.0.113.4', from: '198.51.100.4' },
  {
    name: 'a list of proxies, and a caller that is none of them',
    proxies: ['10.0.0.5'],
    behind: '203.0.113.5',
    from: '198.51.100.5',
  },
])('behind $name', ({ proxies, behind, from }) => {
  let balie: TestApp;
  beforeAll(async () => {
    balie = await testApp({ trustedProxies: proxies });
  });
  afterAll(() => balie.close());

  const open = async (chain: string, remoteAddress = from) =>
    (
      await balie.app.inject({
        url: `/oidc/account/invitation/${'B'.repeat(43)}`,
        headers: { host: 'localhost', 'x-forwarded-for': chain },
        remoteAddress,
      })
    ).statusCode;

  test('an address that the client made up takes nobody out of the count', async () => {
    for (let tries = 0; tries < 100; tries += 1)
      expect(await open(`198.18.0.${tries}, 192.0.2.1, ${behind}`)).toBe(410);
    expect(await open(`198.18.1.1, ${behind}`)).toBe(429);
    expect(await open(behind)).toBe(429);
    // Somebody else is not counted in: behind proxies another client of the same proxy, else another caller.
    const isProxied = proxies !== 0 && from.startsWith('10.');
    expect(
      await (isProxied ? open(`203.0.113.99${behind.replace(/^[^,]+/, '')}`) : open(behind, '198.51.100.99')),
    ).toBe(410);
  });
});
