import { useText } from '#portal/kit/text.ts';

/** What kind of record an entity is, in words: `core.customerrelations` → 'Klantrelatie'. */
export function KindName({ entity }: { readonly entity: string }) {
  const text = useText();
  const key = `core.kinds.${entity.replaceAll('.', '-')}`;
  const found = text(key);
  return found === key ? entity : found;
}
