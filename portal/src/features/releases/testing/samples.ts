import type { z } from 'zod';
import type { audienceAnswer, ReleaseTreeCompany } from '#contract/releases/releases.ts';
import type { Release } from '../releases/release.ts';
import type { UpdateKeyRow } from '../update-keys/use-update-keys.ts';

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
    isKnown: true,
    users: [
      { id: 'a', fullName: 'Anke Hofstede', version: '5.1.0', isKnown: true },
      { id: 'b', fullName: 'Ruben Vos', version: '5.0.9', isKnown: false },
      { id: 'c', fullName: 'Loes Brinkhuis', version: null, isKnown: true },
    ],
  },
  {
    id: '2',
    name: 'Gemeente Vechtdal',
    version: null,
    isKnown: true,
    users: [{ id: 'd', fullName: 'Wim ter Horst', version: null, isKnown: true }],
  },
];

/** What the server answers to 'Wie krijgt dit?' for 30 %. */
export const sampleAudience: z.input<typeof audienceAnswer> = {
  result: [
    {
      companyId: '1',
      companyName: 'Hofstede Tapijten',
      userId: 'a',
      name: 'Anke Hofstede',
      installed: { version: '5.1.0', build: '1', isKnown: false },
      reason: 'gets-it',
      offer: { id: 'r1', version: '5.2.0', build: '20261118.3', forceUpdate: false },
    },
    {
      companyId: '1',
      companyName: 'Hofstede Tapijten',
      userId: 'b',
      name: 'Bram Hofstede',
      installed: null,
      reason: 'outside-wave',
      offer: null,
    },
  ],
  metadata: {
    count: 1,
    reasons: {
      'gets-it': 1,
      'outside-wave': 2,
      'not-targeted': 1,
      'has-it': 0,
      'gets-higher': 0,
      'not-yet': 0,
      inactive: 0,
    },
    assignedUsers: 3,
    assignedCompanies: 1,
  },
};

/** A key that was never used. */
export const sampleKey: UpdateKeyRow = {
  id: 'k1',
  companyId: '1',
  name: 'Werkplekken',
  hint: '77de',
  createdAt: '2026-11-20T09:00:00Z',
  createdBy: 'Sanne de Wit',
  lastUsedAt: null,
};
