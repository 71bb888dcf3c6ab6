import { fileURLToPath } from 'node:url';

/** The folder of this checkout, whatever the current directory is. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
