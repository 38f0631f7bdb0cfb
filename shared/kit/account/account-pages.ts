// Pages of the account remote that the shell and the server link to, too; its manifest declares them.

export const loginPath = '/auth/login'

/** The parameter of the login page's view that emails a link for a new password. */
export const resetView = 'forgot'

/** The address of that view. */
export const passwordResetPath = `${loginPath}?${resetView}`

export const registerPath = '/auth/register'

/** Where providers send the visitor back to. */
export const oauthReturnPath = '/auth/google'

/** The parameter of that page's view which asks for a username: the visitor's `done` is false. */
export const usernameView = 'username'

export const verifyPath = '/profile/verify'

export const profilePath = '/profile'

export const profileUpdatePath = '/profile/update'

export const logoutPath = '/logout'
