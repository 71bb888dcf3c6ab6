import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findEarlierVersion, readFolder } from '../support/earlier-versions.ts';
import { startProduct } from '../support/product.ts';
import { upgradesTwice } from '../support/upgrade.ts';

const versions = ['b39b8d0', 'bccbe84', 'b994ce1', 'd004baa'];

for (const name of versions) {
  test(`a data folder of version ${name} starts twice with everything that it held`, () =>
    upgradesTwice(name));
}

test('a backup of an earlier version is restored with its waiting jobs, which are worked', async () => {
  const version = await findEarlierVersion('d004baa');
  const dataFolder = await mkdtemp(join(tmpdir(), 'balie-restored-'));
  const archive = `${dataFolder}.tar`;
  try {
    await writeFile(archive, gunzipSync(await readFile(version.archive)));
    const restore = fileURLToPath(new URL('../../server/src/commands/restore.ts', import.meta.url));
    await promisify(execFile)(process.execPath, [restore, archive], {
      env: { ...process.env, BALIE_DATA: dataFolder },
    });
    const product = await startProduct({ demo: true, dataFolder });
    try {
      await expect
        .poll(async () => (await readFolder(product.owner)).waiting, { timeout: 300_000, interval: 1000 })
        .toEqual({});
      const { counts } = await readFolder(product.owner);
      for (const table of ['work_orders', 'saved_views', 'notes', 'billing_runs'])
        expect([table, counts[table]]).toEqual([table, version.rows[table]]);
    } finally {
      await product.stop({ keep: true });
    }
  } finally {
    await rm(archive, { force: true });
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
