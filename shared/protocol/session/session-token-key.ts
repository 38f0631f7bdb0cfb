/** Key of the session token in local storage. */
export const sessionTokenKey = 'portico.session'
