// Pages of the account remote that the shell and the server link to, too; its manifest declares them.

export const loginPath = '/auth/login'

/** The view of the login page that emails a link for a new password. */
export const passwordResetPath = `${loginPath}?forgot`

export const registerPath = '/auth/register'

/** Where providers send the visitor back to. The page reads the session and asks for a username if `done` is false. */
export const oauthReturnPath = '/auth/google'

export const verifyPath = '/profile/verify'

export const profilePath = '/profile'

export const profileUpdatePath = '/profile/update'

export const logoutPath = '/logout'
