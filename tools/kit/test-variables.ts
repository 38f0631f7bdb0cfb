/** By these variables `portico test` tells the tests which build they open, and in the shell of which site. */
export const testVariables = { folder: 'PORTICO_TEST_FOLDER', site: 'PORTICO_TEST_SITE' } as const
