/** Initials of a person, of the first and the last word that start with a capital: `Sanne de Wit` gives SW. */
export function personInitials(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '');
  const capitals = words.filter((word) => word.charAt(0) !== word.charAt(0).toLowerCase());
  const from = capitals.length > 0 ? capitals : words;
  const [first = '', last = ''] = [from[0], from.length > 1 ? from.at(-1) : ''];
  return (first.charAt(0) + last.charAt(0)).toUpperCase();
}
