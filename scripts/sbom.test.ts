import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { billOfMaterials, doubtfulLicences } from './bill-of-materials.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('what ships is listed, with licences that somebody looked at, and no tool of ours', () => {
  const bill = billOfMaterials(root);
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'fastify',
      'pg',
      'sharp',
      'react',
      'react-dom',
      '@mantine/core',
      'dayjs',
      'oidc-client-ts',
    ]),
  );
  for (const tool of ['vitest', 'oxlint', 'typescript', 'lighthouse', 'axe-core', 'vite'])
    expect(names).not.toContain(tool);
  const refs = new Set(bill.components.map((each) => each['bom-ref']));
  expect(refs.size).toBe(bill.components.length);
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  expect(bill.components.filter(({ version, hashes }) => version === '' || hashes.length === 0)).toEqual([]);
  expect(doubtfulLicences(bill)).toEqual([]);
}, 60_000);

test.each([
  ['MIT', true],
  ['(MIT OR EUPL-1.1+)', true],
  ['(MIT AND Apache-2.0)', true],
  ['GPL-3.0-only', false],
  ['(MIT AND GPL-3.0-only)', false],
  ['AGPL-3.0', false],
])('%s is taken: %s', (expression, isTaken) => {
  const about = { type: 'library' as const, 'bom-ref': 'x', name: 'x', version: '1', purl: '', hashes: [] };
  const bill = { components: [{ ...about, licenses: [{ expression }] }] };
  expect(doubtfulLicences(bill)).toEqual(isTaken ? [] : [`x: ${expression}`]);
});
