import { test } from 'vitest';
import { upgradesTwice } from '../support/upgrade.ts';

// The oldest demo and the newest; `npm run torture` has every kept version.
for (const name of ['b39b8d0', 'd004baa']) {
  test(
    `a data folder of version ${name} starts twice with everything that it held`,
    () => upgradesTwice(name),
    600_000,
  );
}
