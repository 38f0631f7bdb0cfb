const indent = '  '
const terminalWidth = 80

/** Formats labels and texts as two aligned columns. Longer texts are wrapped. */
export function formatFields(fields: readonly (readonly [label: string, text: string])[]): string {
  const labelWidth = Math.max(...fields.map(([label]) => label.length))
  const start = indent.length + labelWidth + indent.length
  return fields
    .flatMap(([label, text]) =>
      wrapText(text, terminalWidth - start).map(
        (line, at) => `${indent}${(at === 0 ? label : '').padEnd(labelWidth)}${indent}${line}`,
      ),
    )
    .join('\n')
}

/** Wraps a text between words, into lines of at most `width` characters; a longer word keeps its line. */
export function wrapText(text: string, width = terminalWidth): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || `${last} ${word}`.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
