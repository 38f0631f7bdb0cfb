// Their keys are names of files and remotes, not of fields.
const dictionaries = new Set(['files', 'remotes', 'shared', 'provides'])

/** Renames the fields of stored JSON, at any depth. `names` maps old to new names. */
export function renameJsonKeys(json: string, names: Readonly<Record<string, string>>): string {
  const rename = (value: unknown, isDictionary = false): unknown => {
    if (Array.isArray(value)) return value.map((item) => rename(item))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [
        isDictionary ? key : (names[key] ?? key),
        rename(field, !isDictionary && dictionaries.has(key)),
      ]),
    )
  }
  return JSON.stringify(rename(JSON.parse(json)))
}
