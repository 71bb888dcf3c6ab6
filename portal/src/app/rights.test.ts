import { expect, test } from 'vitest';
import { companies } from '#contract/core/companies.ts';
import { companyModules } from '#contract/core/company-modules.ts';
import { customerRelations } from '#contract/core/customer-relations.ts';
import { groups } from '#contract/core/groups.ts';
import { modules } from '#contract/core/modules.ts';
import { users } from '#contract/core/users.ts';
import { decisive, keepRightsFresh } from './rights.ts';

test('rights are asked for again when something that gives or takes them changes, and after a gap', () => {
  expect([...decisive].toSorted()).toEqual(
    [companies, companyModules, groups, modules, users].map(({ path }) => path).toSorted(),
  );
  let asked = 0;
  const hear = keepRightsFresh({ refresh: async () => void (asked += 1) });
  hear(companyModules.path);
  expect(asked).toBe(1);
  hear(customerRelations.path);
  expect(asked).toBe(1);
  hear(undefined);
  expect(asked).toBe(2);
});
