import type { groups } from '#contract/core/groups.ts';
import { formatNumber } from '#contract/money.ts';
import type { Row } from '#contract/resource.ts';
import { useLanguage } from '#portal/kit/format/use-language.ts';
import { useText } from '#portal/kit/text.ts';

interface GroupProps {
  readonly of: Row<typeof groups>;
}

/** The company whose people it is for, or that it is for those of all. */
export function OwnerName({ of: { companyId, companyName } }: GroupProps) {
  const text = useText();
  return companyId === null ? text('core.groups.system') : companyName;
}

/** How many rights it gives; 'Alles' when it gives all of them. */
export function RightCount({ of: { accessToEverything, permissionCount } }: GroupProps) {
  const text = useText();
  const language = useLanguage();
  return accessToEverything ? text('core.groups.everything') : formatNumber(permissionCount, language);
}

/** How many people are in it; 'Iedereen' when it is for all. */
export function MemberCount({ of: { availableForEveryOne, userCount } }: GroupProps) {
  const text = useText();
  const language = useLanguage();
  return availableForEveryOne ? text('core.groups.everyone') : formatNumber(userCount, language);
}
