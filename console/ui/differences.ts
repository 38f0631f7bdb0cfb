/** A member of a value that changed, by its path, such as `rollout.share`; texts are shown, null: it is missing. */
export interface Difference {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** Lists what differs between two JSON values. */
export function listDifferences(before: unknown, after: unknown): Difference[] {
  const [old, now] = [flatten(before), flatten(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null]
    return was === is ? [] : [{ path, before: was, after: is }]
  })
}

/** A difference in a line: `rollout.share 500 → 2500`. */
export function formatDifference({ path, before, after }: Difference): string {
  if (before === null) return `${path} ${after}`.trim()
  return `${path} ${before} → ${after ?? 'none'}`.trim()
}

/** Lists of plain values stay together. */
function flatten(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object') return new Map([[path, String(value)]])
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return new Map([[path, value.join(', ')]])
  const members = Object.entries(value).map(([name, member]) =>
    flatten(member, path === '' ? name : `${path}.${name}`),
  )
  return new Map(members.flatMap((member) => [...member]))
}
