const knownKey = 'balie.hasLetters';

/** This browser fetched the portal's own letters before and most likely still has them. */
export function hasLetters(): boolean {
  return localStorage.getItem(knownKey) === 'true';
}

/**
 * Fetches Inter. Until it is there text stands in letters of the device that take the same room, so that a first
 * visit need not share its line with 48 kB of looks, and nothing moves when they come.
 */
export async function fetchLetters(): Promise<void> {
  try {
    await import('#portal/kit/styles/fonts.css');
    localStorage.setItem(knownKey, 'true');
  } catch {
    // Without a connection the device's letters do.
  }
}
