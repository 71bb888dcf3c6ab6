import type { ReleaseTreeCompany } from '#contract/facility/releases.ts';
import type { Release } from '../releases/release.ts';

/** A release of which 3 of 214 customers were chosen. */
export function sampleRelease(changes: Partial<Release> = {}): Release {
  return {
    id: 'r1',
    name: 'Najaarsrelease 2026',
    version: '5.2.0',
    build: '20261118.3',
    notes: 'Sneller openen van grote facturen.',
    active: false,
    availableFrom: null,
    forceUpdate: false,
    availableForEveryOne: false,
    rolloutPercentage: 100,
    assignedCompanies: 1,
    assignedUsers: 3,
    totalCompanyCount: 2,
    totalUserCount: 4,
    assignedCompanyIds: ['1'],
    assignedUserIds: [],
    isReported: false,
    switchedOffAt: null,
    createdAt: '2026-11-18T09:00:00Z',
    updatedAt: '2026-11-20T09:00:00Z',
    updatedBy: 'Sanne de Wit',
    rowVersion: 3,
    ...changes,
  };
}

/** Two customers with their users. */
export const sampleTree: readonly ReleaseTreeCompany[] = [
  {
    id: '1',
    name: 'Hofstede Tapijten',
    version: '5.1.0',
    users: [
      { id: 'a', fullName: 'Anke Hofstede', version: '5.1.0' },
      { id: 'b', fullName: 'Ruben Vos', version: '5.1.0' },
      { id: 'c', fullName: 'Loes Brinkhuis', version: null },
    ],
  },
  { id: '2', name: 'Gemeente Vechtdal', version: null, users: [{ id: 'd', fullName: 'Wim ter Horst', version: null }] },
];
