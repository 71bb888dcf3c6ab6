import { expect, test } from 'vitest';
import { variantAt } from './variants.ts';

test.each([
  ['the host decides', '/fmmodule/invoices', 'fm', 'fm', '/'],
  ['an unknown name on the host is the generic brand', '/', 'other', 'generic', '/'],
  ['a path tries another brand', '/v/carpetline', 'fm', 'carpetline', '/v/carpetline'],
  ['and keeps it on the pages below', '/v/fm/management/companies', 'generic', 'fm', '/v/fm'],
  ['a path with no brand changes nothing', '/v/nothing/x', 'fm', 'fm', '/'],
  ['names of other things are no brands', '/v/constructor', 'generic', 'generic', '/'],
])('%s', (_, path, ofHost, name, basePath) => {
  const found = variantAt(path, ofHost);
  expect([found.variant.name, found.basePath]).toEqual([name, basePath]);
});
