const sqliteCodes = new Set([1555, 2067]) // SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE
const postgresCode = '23505' // unique_violation

/** Whether a statement failed because another row has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteCodes.has(error.errcode)
  return 'code' in error && error.code === postgresCode
}
