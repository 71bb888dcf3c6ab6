import type { Administration, Customer } from '../customers/customer.ts';

/** A customer with a client on 5.2.0. */
export function sampleCustomer(changes: Partial<Customer> = {}): Customer {
  return {
    id: '1',
    name: 'Hofstede Tapijten',
    fmCustomerId: 10042,
    active: true,
    subscriptionType: 2,
    billingState: 'running',
    domainName: 'hofstede.example',
    license: 'FM-7Q2K-93XD',
    primaRelatienummer: '4711',
    currentRelease: '5.2.0',
    unknownReleases: [],
    previousRelease: '5.1.0',
    createdAt: '2026-01-05T09:00:00Z',
    rowVersion: 1,
    ...changes,
  };
}

/** Its one administration. */
export const sampleAdministration: Administration = {
  id: 'a1',
  companyId: '1',
  name: 'Hofstede Holding',
  tag: 'HOF-01',
  coupling: 'exact',
  mailHostname: 'imap.hofstede.example',
  mailUsername: 'facturen@hofstede.example',
  mailbox: 'INBOX',
  mailIsActive: true,
  hasPassword: true,
  modules: [],
};
