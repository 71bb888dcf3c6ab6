import type { BrandName } from '#contract/brands.ts';
import { permissionPrefix } from '#contract/permissions.ts';

// Under which brand a part of the product is sold.
const brandOfPrefix: Readonly<Record<string, BrandName>> = {
  fm: 'fm',
  fmmodule: 'fm',
  fmmanagement: 'fm',
  carpetline: 'carpetline',
  comceptum: 'generic',
};

/**
 * The brand that somebody knows the product by: that of what they may use, else of what their company uses. Null where
 * that is more than one, or none.
 */
export function brandOf(permissions: readonly string[], companyModules: readonly string[]): BrandName | null {
  return onlyBrand(permissions.map(permissionPrefix)) ?? onlyBrand(companyModules);
}

function onlyBrand(prefixes: readonly string[]): BrandName | null {
  const [brand, ...others] = new Set(prefixes.flatMap((prefix) => brandOfPrefix[prefix] ?? []));
  return others.length === 0 ? (brand ?? null) : null;
}
