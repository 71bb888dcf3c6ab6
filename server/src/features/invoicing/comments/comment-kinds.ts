/** What an entry of the comments is, as a number in the database. */
export const CommentKind = { comment: 0, edited: 1, question: 2, answer: 3 } as const;
