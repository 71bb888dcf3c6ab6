import type { Session } from '#portal/kit/data/session.tsx';

/** What the server names when the rights of who listens changed. Spelt out: its schema would weigh on the first page. */
export const ownRights = 'identity/me';

/** Asks which rights hold now when they changed, or when nobody listened for a while (§A5, decision 0045). */
export function keepRightsFresh(session: Pick<Session, 'refresh'>): (resource: string | undefined) => void {
  return (resource) => {
    if (resource === undefined || resource === ownRights) void session.refresh();
  };
}
