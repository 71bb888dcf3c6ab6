import { companyPermissions, permissions } from '#contract/core/permissions.ts';
import { useHttp } from '#portal/kit/data/data-provider.tsx';
import { fetchAllRows } from '#portal/kit/data/fetch-rows.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import { notify } from '#portal/kit/feedback/notify.ts';
import { useText, type Text } from '#portal/kit/text.ts';
import { rightText } from './right-text.ts';
import type { Right } from './right-matrix.ts';

/** All rights that can be given, as they count for the people of a company; null is everybody. */
export function useRights(companyId: string | null, enabled = true) {
  const ofAll = useAllRows(permissions, {}, {}, { enabled: enabled && companyId === null });
  const ofCompany = useAllRows(
    companyPermissions,
    { companyId: companyId ?? '' },
    {},
    { enabled: enabled && companyId !== null },
  );
  return companyId === null ? ofAll : ofCompany;
}

/** Those of the given rights that have no effect. */
export function withoutEffect(rights: readonly Right[], given: readonly string[]): Right[] {
  const chosen = new Set(given);
  return rights.filter(({ id, hindrance }) => hindrance !== null && chosen.has(id));
}

/** Why rights have no effect, a sentence for each reason. */
export function hindranceWords(rights: readonly Right[], text: Text): string {
  const ofModules = new Set(
    rights.flatMap(({ module, hindrance }) => (hindrance === 'module' ? [module] : [])),
  );
  return [
    ...[...ofModules].map((module) =>
      text('core.rights.hindrance.module', { module: text(`core.rights.prefix.${module}`) }),
    ),
    ...(rights.some(({ hindrance }) => hindrance === 'system') ? [text('core.rights.hindrance.system')] : []),
  ].join(' ');
}

/** Says after saving which of somebody's or a group's rights have no effect; null is a group for everybody. */
export function useNotifyWithoutEffect(): (companyId: string | null, given: readonly string[]) => void {
  const text = useText();
  const http = useHttp();
  return (companyId, given) => {
    if (companyId === null || given.length === 0) return;
    const say = async () => {
      const rights = await fetchAllRows(http, companyPermissions, { companyId }, {});
      const idle = withoutEffect(rights, given);
      if (idle.length === 0) return;
      const names = idle.slice(0, 3).map(({ id }) => rightText(id, text));
      notify({
        title: text('core.rights.savedWithoutEffect', { count: idle.length }),
        body: `${names.join('; ')}${idle.length > 3 ? '…' : ''}. ${hindranceWords(idle, text)}`,
        meaning: 'info',
      });
    };
    // The form said it already; who may not read rights is told nothing.
    void say().catch(() => undefined);
  };
}
