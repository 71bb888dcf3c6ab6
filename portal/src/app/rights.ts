import type { Session } from '#portal/kit/data/session.tsx';

/** The resource of events about the receiver's own permissions. Spelt out: importing its schema would slow the first page. */
export const ownRights = 'identity/me';

/** Refreshes the permissions when they changed, or after a gap in the events (§A5, decision 0045). */
export function keepRightsFresh(session: Pick<Session, 'refresh'>): (resource: string | undefined) => void {
  return (resource) => {
    if (resource === undefined || resource === ownRights) void session.refresh();
  };
}
