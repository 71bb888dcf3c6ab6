import { afterAll, expect, test } from 'vitest';
import { movedTo } from './moved-addresses.ts';
import { testApp } from './testing/app.ts';

const balie = await testApp();
afterAll(() => balie.close());
const start = '/api/fmmodule/invoicerecognition';

test.each([
  [`${start}/d1/lines`, `${start}/unvalidated/d1/lines`],
  [`${start}/d1/lock?x=1`, `${start}/unvalidated/d1/lock?x=1`],
  [`${start}/unvalidated/lines`, `${start}/unvalidated/lines`],
  [`${start}/unvalidated/d1/undo`, `${start}/unvalidated/d1/undo`],
  [`${start}/d1/properties/undo`, `${start}/d1/properties/undo`],
  [`${start}/d1`, `${start}/d1`],
])('%s is %s', (old, now) => {
  expect(movedTo(old)).toBe(now);
});

test('an old address answers as the new one, and says that it goes', async () => {
  const user = await balie.asUser({ may: ['fmmodule.invoicerecognitiondata.update.company'] });
  const [id, empty] = ['00000000-0000-7000-8000-00000000dead', {}];
  const old = await user.post(`${start}/${id}/undo`, empty);
  expect(old).toBeProblem(404, 'not-found');
  expect(old.headers).toMatchObject({
    deprecation: '@1795737600',
    sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
    link: `<${start}/unvalidated/${id}/undo>; rel="successor-version"`,
  });
  const now = await user.post(`${start}/unvalidated/${id}/undo`, empty);
  expect(now).toBeProblem(404, 'not-found');
  expect(now.headers).not.toHaveProperty('deprecation');
});
