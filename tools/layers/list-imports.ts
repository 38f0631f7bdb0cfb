import { type Node, parseSync, Visitor } from 'oxc-parser'

/** A module that another one names, and where. */
export interface Import {
  readonly specifier: string
  readonly line: number
  /** Where its opening quote is in the text. */
  readonly start: number
}

/**
 * What a module imports, without errors of syntax, which the compiler reports: with `import` and `export … from`, of types or not, with `import()` and with
 * `new URL('…', import.meta.url)`. Variable parts of a name are `*`. The ending of `file` says which language it is.
 */
export function listImports(file: string, text: string): Import[] {
  const { module, program } = parseSync(file, text)
  const found: { readonly name: string; readonly at: number }[] = []
  for (const { moduleRequest } of module.staticImports)
    found.push({ name: moduleRequest.value, at: moduleRequest.start })
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries.slice(0, 1))
      if (moduleRequest !== null) found.push({ name: moduleRequest.value, at: moduleRequest.start })
  // Only these need the syntax tree, which takes longer than everything else.
  if (/\bimport\s*\(|\bimport\.meta\.url\b/.test(text)) {
    const add = (node: Node) => {
      const name = readName(node)
      if (name !== null) found.push({ name, at: node.start })
    }
    new Visitor({
      ImportExpression: ({ source }) => add(source),
      TSImportType: ({ source }) => add(source),
      NewExpression({ callee, arguments: [name, base] }) {
        if (callee.type === 'Identifier' && callee.name === 'URL' && name && isOwnAddress(base)) add(name)
      },
    }).visit(program)
  }
  const named = found.filter(({ name }) => name !== '') // as while someone types it
  return named.map(({ name, at }) => ({
    specifier: name,
    line: text.slice(0, at).split('\n').length,
    start: at,
  }))
}

function readName(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return node.quasis.map(({ value }) => value.cooked ?? '').join('*')
}

/** Whether an expression is `import.meta.url`. */
function isOwnAddress(node: Node | undefined): boolean {
  return (
    node?.type === 'MemberExpression' &&
    node.object.type === 'MetaProperty' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'url'
  )
}
