import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import { plainNames } from './lint-names.ts';

RuleTester.describe = describe;
RuleTester.it = it;

const errors = [{ messageId: 'banned' }];

new RuleTester().run('plain-names', plainNames, {
  valid: [
    'const maxRows = 1;',
    'const most = rows.at(-1); const at = 0;',
    "const texts = { 'mostRows': 1 };",
    '// mostRows would be refused in code',
  ],
  invalid: [
    { code: 'const mostRows = 1;', errors },
    { code: 'function check(leastShare) {}', errors },
    { code: 'const limits = { mostRows: 1 };', errors },
    { code: 'refuseStale(row, 3);', errors },
    { code: 'interface Neighbours {}', errors, filename: 'links.ts' },
  ],
});
