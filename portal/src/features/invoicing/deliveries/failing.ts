/** The choice of all states that a person has to look at, as it stands in the address of the list. */
export const failing = 'failing';

/** Which deliveries those are. */
export const failingFilter = "state in ('perhaps','failed','stopped')";
