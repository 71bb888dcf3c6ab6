const labelled = /(?:order|bestel|inkooporder)(?:nummer|nr\.?|no\.?)\s*:?\s*([A-Z0-9][A-Z0-9./-]{2,29})/i;

/** The customer's order that an invoice names, from the text of its first page; empty where it names none. */
export function orderNumberOf(text: string): string {
  return labelled.exec(text)?.[1] ?? '';
}
