/**
 * The bytes of a data URL in base64, with or without a type, which proves nothing anyway; undefined when it is none.
 *
 * @example bytesOfDataUrl('data:text/plain;base64,aGFsbG8=')
 */
export function bytesOfDataUrl(text: string): Buffer | undefined {
  const comma = text.indexOf(',');
  const head = text.slice(0, comma < 0 ? 0 : comma);
  if (!/^data:[^,]{0,200};base64$/i.test(head)) return undefined;
  const body = text.slice(comma + 1);
  const bytes = Buffer.from(body, 'base64');
  // Node skips what is no base64 and stops at the first `=`: complete texts only.
  let digits = body.length;
  while (digits > 0 && body[digits - 1] === '=' && body.length - digits < 2) digits -= 1;
  return bytes.length === Math.floor((digits * 3) / 4) ? bytes : undefined;
}

/** A name as it is stored: the last part of any path, without control signs, at most 255 units with its ending. */
export function sentName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Signs that turn the writing around would hide what a file ends in.
  const clean = last.replaceAll(/[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/gu, '').trim();
  if (clean.length <= 255) return clean;
  const ending = /\.[^.]{1,20}$/.exec(clean)?.[0] ?? '';
  return clean.slice(0, 255 - ending.length) + ending;
}
