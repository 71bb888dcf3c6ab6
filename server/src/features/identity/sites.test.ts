import { describe, expect, test } from 'vitest';
import { brandUrl, createSite, isOwnIssuer, siteOf, type SiteOptions } from './sites.ts';

const sites: SiteOptions = {
  allSites: () => [
    createSite('https', 'fm', 'fm.example.nl', 443),
    createSite('https', 'fm', 'fm.example.be', 443),
    createSite('https', 'generic', 'balie.example.nl', 8443),
  ],
};
const originOf = (host: string) => siteOf(sites, host)?.origin;

describe('the site of a host', () => {
  test('is found by name and port, the usual port and no port being the same', () => {
    expect(originOf('fm.example.nl')).toBe('https://fm.example.nl');
    expect(originOf('FM.Example.NL:443')).toBe('https://fm.example.nl');
    expect(originOf('balie.example.nl:8443')).toBe('https://balie.example.nl:8443');
  });

  test('keeps the port of the settings where a proxy drops it', () => {
    expect(originOf('balie.example.nl')).toBe('https://balie.example.nl:8443');
  });

  test.each([
    '',
    'example.nl',
    'fm.example.nl.evil.example',
    'xfm.example.nl',
    'fm.example.nl:80',
    'fm.example.nl:8443',
    'balie.example.nl:443',
    'fm.example.nl:443@evil.example',
    'fm.example.nl:99999',
    'fm.example.nl:',
    'fm.example.nl.',
    'fm.example.nl/x',
    ' fm.example.nl',
    'evil@fm.example.nl',
  ])('is none for %j', (host) => {
    expect(siteOf(sites, host)).toBeNull();
  });
});

describe('the address of a path in a brand', () => {
  test('is on the first host of that brand', () => {
    expect(brandUrl(sites, 'fm', '/fm/releases/1')).toBe('https://fm.example.nl/fm/releases/1');
    expect(brandUrl(sites, 'generic', '/x')).toBe('https://balie.example.nl:8443/x');
  });

  test('is below the first host for a brand without one', () => {
    expect(brandUrl(sites, 'carpetline', '/carpetline/orders/1')).toBe(
      'https://fm.example.nl/v/carpetline/carpetline/orders/1',
    );
  });
});

test('an issuer is ours as the settings make it, on no other port', () => {
  expect(isOwnIssuer(sites, 'https://fm.example.be/oidc')).toBe(true);
  expect(isOwnIssuer(sites, 'https://fm.example.be:8443/oidc')).toBe(false);
  expect(isOwnIssuer(sites, 'http://fm.example.be/oidc')).toBe(false);
  expect(isOwnIssuer(sites, 'https://fm.example.be/oidc/')).toBe(false);
});
