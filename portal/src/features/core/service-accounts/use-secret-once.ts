import { useState } from 'react';
import { confirm } from '#portal/kit/feedback/dialog-store.ts';
import { useLeaveGuard } from '#portal/kit/form/use-leave-guard.ts';
import { useText, type Text } from '#portal/kit/text.ts';

/**
 * Which row of a list is open, and the secret that was made in it. A secret is shown once: whoever opens another row or
 * leaves the page is asked first whether they kept it, in the words `keptTitle`, `keptBody` and `keptVerb` of that screen.
 */
export function useSecretOnce<Secret>(screen: 'serviceAccounts' | 'webhooks') {
  const text = useText();
  const [openId, setOpenId] = useState<string>();
  const [shown, setShown] = useState<Secret>();
  const ask = (words: Text) =>
    confirm({
      title: words(`core.${screen}.keptTitle`),
      body: words(`core.${screen}.keptBody`),
      verb: words(`core.${screen}.keptVerb`),
    });
  useLeaveGuard({ mayLeave: () => shown === undefined }, ask);

  async function open(row: { readonly id: string } | undefined) {
    if (shown !== undefined && !(await ask(text))) return;
    setShown(undefined);
    setOpenId(row?.id);
  }

  return { openId, setOpenId, shown, setShown, open };
}
