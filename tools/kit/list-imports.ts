/** The names in imports and exports, whichever way they are written. */
const specifiers =
  /(?:^\s*(?:import|export)\b[^;'"`]*?\bfrom|^\s*import|\bimport\((?:\s*\/\*[^*]*\*\/)?)\s*(["'])([^"'\n]+)\1/gm

/** What a module imports, with the line of each name. */
export function listImports(text: string): { name: string; line: number }[] {
  return [...text.matchAll(specifiers)].map((match) => ({
    name: match[2] ?? '',
    line: text.slice(0, match.index + match[0].length).split('\n').length,
  }))
}
