import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import config from '../oxlint.config.ts';

// An area without a zone in oxlint.config.ts may import anything, and nothing tells.
test.each(['server', 'portal'])(
  'every area of the %s has import rules, and every rule has an area',
  (side) => {
    const features = `${side}/src/features`;
    const folders = readdirSync(new URL(`../${features}`, import.meta.url), { withFileTypes: true }).filter(
      (entry) => entry.isDirectory(),
    );
    const zones = (config.overrides ?? [])
      .flatMap(({ files }) => files)
      .filter((path) => path.startsWith(`${features}/`));
    expect(zones.toSorted()).toEqual(folders.map(({ name }) => `${features}/${name}/**`).toSorted());
  },
);
