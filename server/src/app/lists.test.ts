import { afterAll, expect, test } from 'vitest';
import { trash } from '#contract/core/trash.ts';
import { permissionCatalogue } from '#contract/permissions.ts';
import { testApp } from '#server/app/testing/app.ts';
import { slices } from './slices.ts';

const balie = await testApp();
afterAll(() => balie.close());

test('every list sorts and filters by each of its fields', async () => {
  const staff = await balie.asUser({ isProvider: true, may: permissionCatalogue });
  const broken: string[] = [];
  for (const { path, fields } of [...slices.map(({ resource }) => resource), trash]) {
    const url = `/api/${path.replaceAll(/:\w+/g, staff.companyId)}`;
    for (const field of Object.keys(fields))
      for (const query of [`$orderby=${field}`, `$filter=${field} ne null`]) {
        const { statusCode } = await staff.get(`${url}?${query}`);
        if (statusCode >= 500) broken.push(`${statusCode} ${url}?${query}`);
      }
  }
  expect(broken).toEqual([]);
});
