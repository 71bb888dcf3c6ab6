import { customerRelations } from '#contract/core/customer-relations.ts';
import { useSearchOptions } from '#portal/kit/form/use-search-options.ts';
import { relationName } from '../portal-users/relation-name.ts';

interface Labelled {
  readonly tag: string;
  readonly name: string;
  readonly address: { readonly fullAddress: string };
}

/** The customer relations that match what is typed, and the chosen one; with number, name and address. */
export function useRelationOptions(chosenId: string | null) {
  return useSearchOptions(customerRelations, {}, chosenId, labelOf);
}

const labelOf = (relation: Labelled): string =>
  [relationName(relation), relation.address.fullAddress].filter(Boolean).join(', ');
