/** The cookie in which the server gives each page view the right to report once. Without schemas, which the shell doesn't need. */
export const reportTokenCookie = 'portico_report'
