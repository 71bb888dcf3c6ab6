import { useText, type Text } from '#portal/kit/text.ts';
import { resourceText } from '../rights/right-text.ts';

/** What kind of record an entity is, in words: `core.customerrelations` → 'Klantrelatie'. */
export function kindText(entity: string, text: Text): string {
  const key = `core.kinds.${entity.replaceAll('.', '-')}`;
  const found = text(key);
  // Areas that name no single record here are called as their rights are: 'Orderregels'.
  return found === key ? resourceText(entity, text) : found;
}

/** The kind of a record in words. */
export function KindName({ entity }: { readonly entity: string }) {
  return kindText(entity, useText());
}
