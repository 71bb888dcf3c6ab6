import type { administrations } from '#contract/core/administrations.ts';
import type { Rec } from '#contract/resource.ts';

/** A bookkeeping that is coupled, and whose mail is fetched. */
export const sampleAdministration: Rec<typeof administrations> = {
  id: 'a1',
  companyId: 'v1',
  name: 'Veenstra Holding B.V.',
  tag: 'VEE-01',
  coupling: 'exact',
  kvkNumber: '',
  vatId: '',
  iban: '',
  street: 'Markt 1',
  postalCode: '8011 MC',
  city: 'Zwolle',
  country: 'NL',
  mailHostname: 'imap.veenstra.example',
  mailUsername: 'facturen@veenstra.example',
  mailbox: 'INBOX',
  mailIsActive: true,
  hasPassword: true,
  firstMonth: 1,
  isRealEstate: false,
  modules: [],
  createdAt: '2026-11-02T09:14:00Z',
  updatedAt: '2026-11-02T09:14:00Z',
  updatedBy: null,
  rowVersion: 1,
};
