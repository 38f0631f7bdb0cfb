import { type Argument, parseSync, Visitor } from 'oxc-parser'

/** A regular expression in a module. */
export interface Expression {
  readonly line: number
  /** As in the code. */
  readonly text: string
  /** null: the expression is made at run time. */
  readonly literal: { readonly pattern: string; readonly flags: string } | null
}

// These methods of strings make an expression of any string.
const methods = ['match', 'matchAll', 'search']

/** The regular expressions in the code of a module. */
export function listExpressions(file: string, code: string): Expression[] {
  const found: Expression[] = []
  function add(
    { start, end }: { readonly start: number; readonly end: number },
    literal: Expression['literal'],
  ) {
    found.push({ line: code.slice(0, start).split('\n').length, text: code.slice(start, end), literal })
  }
  const { program, errors } = parseSync(file, code)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex !== undefined) add(node, node.regex)
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') add(node, null)
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type === 'Identifier' && callee.name === 'RegExp') add(node, null)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (methods.includes(callee.property.name) && isText(node.arguments[0])) add(node, null)
    },
  }).visit(program)
  return found
}

function isText(argument: Argument | undefined): boolean {
  if (argument?.type === 'Literal') return typeof argument.value === 'string'
  return argument?.type === 'TemplateLiteral' || argument?.type === 'BinaryExpression'
}
