/** The variables with which `portico test` passes the build and the site to the tests. */
export const testVariables = { folder: 'PORTICO_TEST_FOLDER', site: 'PORTICO_TEST_SITE' } as const
