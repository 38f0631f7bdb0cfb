/** The site's icon as a data URL: without an icon browsers request `/favicon.ico` for every page. */
export const siteIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath fill='%234f46e5' d='M4 28V12a12 12 0 0 1 24 0v16h-6V12a6 6 0 0 0-12 0v16z'/%3E%3C/svg%3E"
