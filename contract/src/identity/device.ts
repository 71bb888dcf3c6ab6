/** What a browser says of itself, as far as people recognise it. */
export interface Device {
  /** Null where it says nothing that we know. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly isPhone: boolean;
}

// In this order: most browsers also name those that they are like.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const;

/** The browser and system that a `User-Agent` names. */
export function deviceOf(userAgent: string): Device {
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1] ?? null;
  return {
    browser: named(browsers),
    system: named(systems),
    isPhone: /iPhone|Android.*Mobile/.test(userAgent),
  };
}
