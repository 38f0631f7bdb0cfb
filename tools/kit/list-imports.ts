// Up to the first text in quotes, which is the name of a module after these words.
const statement = /^[ \t]*(?:import|export)\b[^;'"`]*/gm
const beforeName = /(?:\bfrom|^[ \t]*import|\n[ \t]*import)$/
const dynamicImport = /\bimport\((?:\s*\/\*[^*]*\*\/)?\s*/g

/** What a module imports, with the line of each name, whichever way it is written. */
export function listImports(text: string): { name: string; line: number }[] {
  const starts = [
    ...[...text.matchAll(statement)].filter(([before]) => beforeName.test(before.trimEnd())),
    ...text.matchAll(dynamicImport),
  ].map((match) => match.index + match[0].length)
  return starts
    .toSorted((one, other) => one - other)
    .flatMap((start) => {
      const name = readQuoted(text, start)
      return name === null ? [] : [{ name, line: text.slice(0, start).split('\n').length }]
    })
}

function readQuoted(text: string, start: number): string | null {
  const quoted = /(["'])([^"'\n]+)\1/y
  quoted.lastIndex = start
  return quoted.exec(text)?.[2] ?? null
}
