/** The parts of a benchmark that `--part` chooses: all of them if the flag is missing. Throws if there is no part of that name. */
export function chooseParts<Part>(parts: Readonly<Record<string, Part>>, flag: string | undefined): Part[] {
  const chosen = Object.entries(parts).filter(([name]) => flag === undefined || name === flag)
  if (chosen.length > 0) return chosen.map(([, part]) => part)
  throw new Error(`--part: expected one of ${Object.keys(parts).join(', ')}, got "${flag}".`)
}
