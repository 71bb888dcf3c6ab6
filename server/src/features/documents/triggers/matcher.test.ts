import { expect, test } from 'vitest';
import { sharedMatcher } from './matcher.ts';

test('the shared matcher is one until it is closed, and then a new one', async () => {
  const matcher = sharedMatcher();
  expect(sharedMatcher()).toBe(matcher);
  await matcher.close();
  expect(sharedMatcher()).not.toBe(matcher);
});
