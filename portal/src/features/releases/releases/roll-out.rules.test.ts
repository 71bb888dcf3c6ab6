import { describe, expect, test } from 'vitest';
import { toggled } from '#portal/kit/tree/tree.rules.ts';
import { customerTree, reachOf, targetsOf, ticksOf, type Customer, type Targets } from './roll-out.rules.ts';

const customers: readonly Customer[] = [
  { id: '1', name: 'Hofstede Tapijten', users: ['a', 'b', 'c'].map((id) => ({ id, name: id })) },
  { id: '2', name: 'Gemeente Vechtdal', users: [{ id: 'd', name: 'd' }] },
  { id: '3', name: 'Zonder gebruikers', users: [] },
];
const tree = customerTree(customers, 'Alle klanten');
const nobody: Targets = { availableForEveryOne: false, assignedCompanyIds: [], assignedUserIds: [] };

/** What a release is for after clicks on these nodes. */
function clicked(before: Targets, ...ids: string[]): Targets {
  return ids.reduce((now, id) => targetsOf(toggled(tree, ticksOf(now), id, 'branches'), now), before);
}

describe('a click in the tree', () => {
  test('on a customer assigns the customer, not the people who happen to be there', () => {
    expect(clicked(nobody, 'company_1')).toEqual({ ...nobody, assignedCompanyIds: ['1'] });
  });

  test('on every user one by one stays a list of users', () => {
    expect(clicked(nobody, 'user_a', 'user_b', 'user_c')).toEqual({
      ...nobody,
      assignedUserIds: ['a', 'b', 'c'],
    });
  });

  test('on one user of an assigned customer leaves the others, as users', () => {
    expect(clicked(nobody, 'company_1', 'user_b')).toEqual({ ...nobody, assignedUserIds: ['a', 'c'] });
  });

  test('on all customers keeps both lists, and the next click brings them back', () => {
    const some = { ...nobody, assignedCompanyIds: ['2'], assignedUserIds: ['a'] };
    expect(clicked(some, 'all')).toEqual({ ...some, availableForEveryOne: true });
    expect(clicked(some, 'all', 'all')).toEqual(some);
  });

  test('on one customer while it is for everyone leaves all the others', () => {
    const everyone = { ...nobody, availableForEveryOne: true };
    expect(clicked(everyone, 'company_2')).toEqual({ ...nobody, assignedCompanyIds: ['1', '3'] });
  });

  test('keeps whoever is assigned and no longer in the tree', () => {
    const gone = { ...nobody, assignedCompanyIds: ['9'], assignedUserIds: ['z'] };
    expect(clicked(gone, 'user_d')).toEqual({ ...gone, assignedUserIds: ['d', 'z'] });
  });
});

describe('the reach', () => {
  const totals = { totalCompanies: 3, totalUsers: 4 };

  test('counts ticked customers and those with a ticked user, and every user once', () => {
    const targets = { ...nobody, assignedCompanyIds: ['1', '3'], assignedUserIds: ['a', 'd'] };
    expect(reachOf(targets, customers)).toEqual({ ...totals, assignedCompanies: 3, assignedUsers: 4 });
    expect(reachOf({ ...nobody, assignedUserIds: ['b'] }, customers)).toEqual({
      ...totals,
      assignedCompanies: 1,
      assignedUsers: 1,
    });
  });

  test('of everyone is all there are, and of nobody none', () => {
    const everyone = { ...nobody, availableForEveryOne: true };
    expect(reachOf(everyone, customers)).toEqual({ ...totals, assignedCompanies: 3, assignedUsers: 4 });
    expect(reachOf(nobody, customers)).toEqual({ ...totals, assignedCompanies: 0, assignedUsers: 0 });
  });
});
