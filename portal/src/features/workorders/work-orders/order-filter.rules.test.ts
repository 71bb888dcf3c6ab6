import { expect, test } from 'vitest';
import { filterOf, orderByOf } from './order-filter.rules.ts';

test('invoiced orders stay hidden until a status or a text is asked for', () => {
  expect(filterOf({ search: '' })).toBe('true and status ne 6');
  expect(filterOf({ search: '', status: '6' })).toBe('true and status eq 6');
  expect(filterOf({ search: 'affiche' })).not.toContain('status');
  expect(filterOf({ search: 'affiche', status: '2' })).toContain('and status eq 2');
});

test('a text is sought in every field that product 2.7 names, quotes and all', () => {
  expect(filterOf({ search: "d'Or" })).toBe(
    "true and (contains(reference,'d''Or') or contains(yearNumber,'d''Or') or contains(administration/name,'d''Or') " +
      "or contains(customerRelation/name,'d''Or') or contactPersons/any(c: contains(c/firstName,'d''Or') or contains(c/lastName,'d''Or') or contains(c/customerRelation/name,'d''Or')) " +
      "or assignedUsers/any(u: contains(u/firstName,'d''Or') or contains(u/lastName,'d''Or')))",
  );
});

test('of several words each must occur somewhere', () => {
  const filter = filterOf({ search: 'jaarverslag  zorgpalet' });
  expect(filter.match(/contains\(reference,'\w+'\)/g)).toEqual([
    "contains(reference,'jaarverslag')",
    "contains(reference,'zorgpalet')",
  ]);
  expect(filter).not.toContain('status');
});

test('filters join, and what is no status counts as none', () => {
  expect(filterOf({ search: '', assignedUser: 'u1', administration: 'a1', status: '9' })).toBe(
    "true and assignedUsers/any(u: u/id eq 'u1') and status ne 6 and administrationId eq 'a1'",
  );
});

test('by number is by the moment of making and then by number', () => {
  expect(orderByOf(undefined)).toBe('createdAt desc,number desc');
  expect(orderByOf({ field: 'createdAt', direction: 'asc' })).toBe('createdAt asc,number asc');
  expect(orderByOf({ field: 'administration/name', direction: 'asc' })).toBe('administration/name asc');
});
