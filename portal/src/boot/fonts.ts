const storageKey = 'balie.hasLetters';

/** Whether this browser fetched the portal's font before and most likely still has it. */
export function hasFonts(): boolean {
  return localStorage.getItem(storageKey) === 'true';
}

/**
 * Fetches Inter. Until it is there a font of the device with the same metrics is used, so that a first visit does not
 * wait for 48 kB of fonts, and nothing moves when they arrive.
 */
export async function fetchFonts(): Promise<void> {
  try {
    await import('#portal/kit/styles/fonts.css');
    localStorage.setItem(storageKey, 'true');
  } catch {
    // Without a connection the device's font is used.
  }
}
