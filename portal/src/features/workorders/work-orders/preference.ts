type Pairs = Readonly<Record<string, string>>;

const nameOf = (list: string) => `preference_${list}`;
const yearInSeconds = 365 * 24 * 3600;

/** What this browser remembers of a list: ids and numbers only, in a cookie (§J9). */
export function readPreference(list: string): Pairs {
  const start = `${nameOf(list)}=`;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return Object.fromEntries(new URLSearchParams(decodeURIComponent(found?.slice(start.length) ?? '')));
}

export function writePreference(list: string, pairs: Pairs): void {
  const text = encodeURIComponent(new URLSearchParams(pairs).toString());
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const age = text === '' ? 0 : yearInSeconds;
  document.cookie = `${nameOf(list)}=${text}; path=/; max-age=${age}; samesite=lax${secure}`;
}
