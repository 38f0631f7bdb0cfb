/** The title of the login page. */
export const loginTitle = 'Login'

/** The title of the password reset, which is a view of the login page. */
export const resetTitle = 'Reset Password'
