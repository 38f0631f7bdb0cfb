const systemCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const postgresCode = '53100'
const sqliteFull = 13

/** Whether something failed because a disk, a quota or a volume of PostgreSQL is full. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  const isFull =
    systemCodes.has(code) || code === postgresCode || ('errcode' in error && error.errcode === sqliteFull)
  return isFull || isDiskFull(error.cause)
}
