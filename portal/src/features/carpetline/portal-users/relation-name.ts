/** A relation as people name it: `10482 - Woonhuis Zutphen`; nothing where there is none. */
export function relationName(relation: { readonly tag: string; readonly name: string } | null): string {
  return relation === null ? '' : [relation.tag, relation.name].filter((part) => part !== '').join(' - ');
}
