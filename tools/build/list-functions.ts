import type { SourceMap } from '@portico/protocol/release/source-map.ts'
import { type Node, parseSync, Visitor } from 'oxc-parser'

/** The named functions and classes of a module with their first and last line; none if it is no JavaScript of a team. */
export function listFunctions(file: string, text: string): SourceMap['x_portico_functions'][number] {
  if (!/\.[cm]?[jt]sx?$/.test(file) || file.includes('/node_modules/')) return []
  const found: [number, number, string][] = []
  const getLine = createLineCounter(text)
  const add = (name: Node | null, { start, end }: Node) => {
    if (name?.type === 'Identifier' || name?.type === 'PrivateIdentifier')
      found.push([getLine(start), getLine(end), name.name])
  }
  new Visitor({
    FunctionDeclaration: (node) => add(node.id, node),
    ClassDeclaration: (node) => add(node.id, node),
    MethodDefinition: (node) => add(node.key, node),
    Property: (node) => isFunction(node.value) && add(node.key, node),
    VariableDeclarator: (node) => isFunction(node.init) && add(node.id, node),
  }).visit(parseSync(file, text).program)
  return found
}

/** Also one in a call, as in `useCallback(() => …)`, but not in a method's, as in `rows.map(() => …)`. */
function isFunction(node: Node | null = null): boolean {
  return node?.type === 'CallExpression'
    ? node.callee.type === 'Identifier' && isFunction(node.arguments[0])
    : node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
}

function createLineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    const line = ends.findIndex((end) => end >= offset)
    return (line === -1 ? ends.length : line) + 1
  }
}
