// The screens stand in a file without code: the first script reads them before any library is there.
export { identityScreens } from './screens.ts';
export { useMe } from './use-me.ts';
