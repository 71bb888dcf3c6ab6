/** What is known of a bank account of a creditor. The order is the number in the database. */
export const accountStates = ['seen', 'imported', 'confirmed', 'blocked'] as const;

/** What an account is for: `g` is blocked for wage taxes (G-account). The order is the number in the database. */
export const accountKinds = ['normal', 'g'] as const;
