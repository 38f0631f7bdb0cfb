const defaultMaximum = 999

/** Parses the value of a flag that counts. Throws unless it is a whole number from 1 to `maximum`. */
export function parseRuns(text: string, maximum = defaultMaximum, flag = '--runs'): number {
  const runs = Number(text)
  if (Number.isInteger(runs) && runs >= 1 && runs <= maximum) return runs
  throw new Error(`${flag}: expected a whole number from 1 to ${maximum}, got "${text}".`)
}
