// The screens stand in a file without code: the first script reads them before any library is there. For the same
// reason nothing is written here: only what is re-exported stays apart from its neighbours.
export { identityScreens } from './screens.ts';
export { deviceName } from './security/device-name.ts';
export { useSecurity } from './security/use-security.ts';
export { useMe } from './use-me.ts';
export { loadPasswordRules } from './password/load-rules.ts';
