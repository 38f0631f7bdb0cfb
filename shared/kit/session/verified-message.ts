/** Shown on the page that opens once an email is verified. */
export const verifiedMessage = 'Your email is verified.'
