import { type Node, parseSync, Visitor } from 'oxc-parser'

const expected = "new Worker(new URL('./name.worker.ts', import.meta.url))"
const kinds = new Set(['Worker', 'SharedWorker'])

/**
 * Where a module starts a worker in a way that the bundler doesn't see, and what to do: such a file is not in the release.
 * Each as `<line> <message>`.
 */
export function findUnbuiltWorkers(file: string, text: string): string[] {
  if (!/Worker\b|serviceWorker\b/.test(text)) return []
  const { program } = parseSync(file, text)
  const found: string[] = []
  const add = ({ start }: Node, message: string) => {
    found.push(`${text.slice(0, start).split('\n').length} ${message}`)
  }
  const declared = new Set<string>()
  new Visitor({
    ImportDeclaration: ({ specifiers }) => specifiers.forEach(({ local }) => void declared.add(local.name)),
    ClassDeclaration: ({ id }) => void (id && declared.add(id.name)),
  }).visit(program)
  new Visitor({
    NewExpression(node) {
      const kind = readGlobal(node.callee)
      if (kind === null || !kinds.has(kind) || declared.has(kind) || isBuilt(node.arguments[0])) return
      const example = expected.replace('Worker', kind)
      add(
        node,
        `starts a ${kind} whose file the build doesn't know. Write ${example}, with the name as a literal.`,
      )
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || readName(callee.property) !== 'register') return
      if (callee.object.type !== 'MemberExpression' || readName(callee.object.property) !== 'serviceWorker')
        return
      add(
        callee,
        `registers a service worker, which would answer for other remotes, too. Use a Worker or a SharedWorker.`,
      )
    },
  }).visit(program)
  return found
}

const readName = (node: Node) => (node.type === 'Identifier' ? node.name : null)

/** The name of a global: `Worker`, `window.Worker`. */
function readGlobal(node: Node): string | null {
  if (node.type !== 'MemberExpression') return readName(node)
  return ['window', 'self', 'globalThis'].includes(readName(node.object) ?? '')
    ? readName(node.property)
    : null
}

/** Whether a worker's address is `new URL('…', import.meta.url)`. */
function isBuilt(node: Node | undefined): boolean {
  if (node?.type !== 'NewExpression' || readName(node.callee) !== 'URL') return false
  const [name, base] = node.arguments
  const isLiteral =
    (name?.type === 'Literal' && typeof name.value === 'string') ||
    (name?.type === 'TemplateLiteral' && name.expressions.length === 0)
  return (
    isLiteral &&
    base?.type === 'MemberExpression' &&
    base.object.type === 'MetaProperty' &&
    readName(base.property) === 'url'
  )
}
