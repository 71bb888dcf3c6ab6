import { useText, type Text } from '#portal/kit/text.ts';
import { resourceText } from '../rights/right-text.ts';

/** What kind of record an entity is, in words: `core.customerrelations` → 'Klantrelatie'. */
export function kindText(entity: string, text: Text): string {
  const key = `contract.kind.${entity.replaceAll('.', '-')}`;
  const found = text(key);
  // One that has no name of its own is called as its right is: 'Offertes'.
  return found === key ? resourceText(entity, text) : found;
}

/** The kind of a record in words. */
export function KindName({ entity }: { readonly entity: string }) {
  return kindText(entity, useText());
}
