import type { users } from '#contract/core/users.ts';
import { formatInstant } from '#contract/dates.ts';
import type { Rec } from '#contract/resource.ts';
import type { Text } from '#portal/kit/text.ts';

/** How it stands with the last invitation of a user, in words. */
export function invitationText(
  invitation: Rec<typeof users>['invitation'],
  text: Text,
  now: number = Date.now(),
): string {
  if (invitation === null) return text('core.users.notInvited');
  const { invitedAt, expiresAt, usedAt } = invitation;
  const at = formatInstant(invitedAt);
  if (usedAt !== null) return text('core.users.invitationUsed', { at, used: formatInstant(usedAt) });
  const key = Date.parse(expiresAt) <= now ? 'invitationExpired' : 'invitationOpen';
  return text(`core.users.${key}`, { at, until: formatInstant(expiresAt) });
}
