/** A size for operators: `34 MB`, `80.7 GB`. */
export function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(0)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
