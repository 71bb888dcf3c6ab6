import type { Session } from '#portal/kit/data/session.tsx';

/** The resources whose changes may change what somebody may do. Spelt out: their schemas would weigh on the first page. */
export const decisive: ReadonlySet<string> = new Set([
  'core/companies',
  'core/companies/{companyId}/modules',
  'core/companies/{companyId}/users',
  'core/groups',
  'core/modules',
]);

/** Asks which rights hold now when something decisive changed, or when nobody listened for a while (§A5, decision 0045). */
export function keepRightsFresh(session: Pick<Session, 'refresh'>): (resource: string | undefined) => void {
  return (resource) => {
    if (resource === undefined || decisive.has(resource)) void session.refresh();
  };
}
