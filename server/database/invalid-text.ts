const postgresCode = '22021' // character_not_in_repertoire

/** Whether PostgreSQL refused a text that contains a NUL, which it can't store. */
export function isInvalidText(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === postgresCode
}
