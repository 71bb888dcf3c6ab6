import { z } from 'zod';

/** `POST /api/identity/password`: the signed-in user chooses another password; their other sessions end. */
export const passwordChangePath = '/api/identity/password';

const typed = z.string().min(1).max(1000);

/** What is sent. Wrong fields come back as `current_password` and `new_password`. */
export const passwordChange = z.object({ currentPassword: typed, newPassword: typed });
