import { createContext, use } from 'react';
import { variants, type Variant } from './variants.ts';

/** The brand of the page. */
export const VariantContext = createContext<Variant>(variants.generic);

/** The brand of the page. */
export const useVariant = () => use(VariantContext);
