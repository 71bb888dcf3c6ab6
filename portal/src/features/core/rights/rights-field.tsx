import { useMemo, useState } from 'react';
import { permissions } from '#contract/core/permissions.ts';
import { useMe } from '#portal/features/identity/index.ts';
import { useAllRows } from '#portal/kit/data/use-all-rows.ts';
import type { FieldProps } from '#portal/kit/form/use-field.tsx';
import { valueAt } from '#portal/kit/form/paths.ts';
import { useText } from '#portal/kit/text.ts';
import { TreeField } from '#portal/kit/tree/tree-field.tsx';
import { allRights, rightTree } from './right-tree.ts';

interface RightsFieldProps<T extends object> extends FieldProps<T> {
  /** Whose people get them; null is everybody's. */
  readonly companyId: string | null;
  readonly height?: string;
}

/** A choice of rights; those that the person does not have are shown locked. */
export function RightsField<T extends object>({ companyId, ...props }: RightsFieldProps<T>) {
  const text = useText();
  const me = useMe();
  const { data: rights } = useAllRows(permissions, {});
  const [given] = useState(() => textsIn(valueAt(props.form.values, props.name)));
  const own = me.data?.companyId;
  const nodes = useMemo(
    () => rights && own && rightTree(rights, { given, isForOthers: companyId !== own }, text),
    [rights, given, companyId, own, text],
  );
  return (
    <TreeField
      {...props}
      nodes={nodes || undefined}
      search="core.rights.search"
      openAtFirst={[allRights]}
      locked="core.rights.notYours"
    />
  );
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
