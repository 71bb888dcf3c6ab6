import type { Screen } from '#portal/kit/screens.tsx';
import type { Variant } from './variants.ts';

/** The screen that stands at `/`, if the variant has one and it exists. */
export function homeScreen(screens: readonly Screen[], variant: Variant): Screen | undefined {
  return screens.find(({ name }) => name === variant.home);
}

/** The screen that an address leads to, rights aside. */
export function screenAt(
  path: string,
  screens: readonly Screen[],
  variant: Variant,
  basePath = '/',
): Screen | undefined {
  const below = path.slice(basePath === '/' ? 0 : basePath.length) || '/';
  if (below === '/') return homeScreen(screens, variant);
  return screens.find(({ path, also = [], tabs }) =>
    [path, ...also].some((pattern) => {
      const places = pattern.replace(/\{\w+\}/g, '[^/]+');
      return new RegExp(`^${places}${tabs ? '(/[^/]+)?' : ''}/?$`).test(below);
    }),
  );
}
