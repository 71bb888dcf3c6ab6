import { useText } from '#portal/kit/text.ts';
import { resourceText } from '../rights/right-text.ts';

/** What kind of record an entity is, in words: `core.customerrelations` → 'Klantrelatie'. */
export function KindName({ entity }: { readonly entity: string }) {
  const text = useText();
  const key = `core.kinds.${entity.replaceAll('.', '-')}`;
  const found = text(key);
  // Areas that name no single record here are called as their rights are: 'Orderregels'.
  return found === key ? resourceText(entity, text) : found;
}
