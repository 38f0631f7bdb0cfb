/** Throws an error with `advice` if this script got an argument, which it would otherwise ignore. */
export function requireNoArguments(advice: string): void {
  const args = process.argv.slice(2)
  if (args.length > 0) throw new Error(`Expected no argument, got ${args.join(' ')}. ${advice}`)
}
