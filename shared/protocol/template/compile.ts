import { foldText } from '@portico/kit/fold-text.ts'
import {
  type AttributePart,
  type AttributeValue,
  type PageTemplate,
  rawTextElements,
  type TemplateElement,
  type TemplateNode,
  voidElements,
} from './page-template.ts'
import { join, type Part, type Parts } from './parts.ts'
import { escapeHtml } from './rich-text-html.ts'

interface Context {
  readonly rowLimit: number
  readonly isFilter: boolean
  /** The name of the field that filters, around its options. */
  readonly select: string | null
}

/** Prepares a template for rendering. */
export function compile({ nodes, rowLimit = Number.POSITIVE_INFINITY }: PageTemplate): Parts {
  return compileNodes(nodes, { rowLimit, isFilter: false, select: null })
}

function compileNodes(nodes: readonly TemplateNode[], context: Context): Parts {
  return join(nodes.flatMap((node) => compileNode(node, context)))
}

function compileNode(node: TemplateNode, context: Context): Part | Parts {
  if (typeof node === 'string') return escapeHtml(node)
  if ('comment' in node) return `<!--${node.comment}-->`
  if ('richText' in node) return { kind: 'rich text', path: node.richText }
  if ('if' in node) {
    const [content, otherwise] = [compileNodes(node.nodes, context), compileNodes(node.else ?? [], context)]
    return { kind: 'if', name: node.if, content, otherwise }
  }
  if ('each' in node) return { kind: 'each', path: node.each, content: compileNodes(node.nodes, context) }
  if ('slot' in node) return { kind: 'page' }
  if ('row' in node) {
    const { text, values } = node.row
    const content = compileElement(node.element, context)
    return { kind: 'row', text: foldText(text), values, limit: context.rowLimit, content }
  }
  if ('filtered' in node)
    return { kind: 'filtered', outcome: node.filtered, content: compileElement(node.element, context) }
  if ('filterForm' in node) return compileElement(node.element, { ...context, isFilter: true })
  if ('count' in node) return { kind: 'count', text: node.count }
  if ('errorOf' in node) return { kind: 'error', id: node.errorOf, name: node.name }
  if ('result' in node) {
    const [tag, attributes, nodes] = node.element
    const opening = compileOpening(tag, attributes)
    return [{ kind: 'result', code: node.result, opening }, ...compileNodes(nodes, context), `</${tag}>`]
  }
  return isElement(node) ? compileElement(node, context) : toPart(node)
}

function isElement(node: TemplateNode): node is TemplateElement {
  return Array.isArray(node)
}

function toPart(part: Exclude<AttributePart, string>): Part {
  if ('next' in part) return { kind: 'next' }
  if ('nextName' in part) return { kind: 'next name' }
  if ('profile' in part) return { kind: 'profile', field: part.profile }
  const [path = '', filter = null] = part.value.split('|')
  return { kind: 'value', path, filter, isUrlPart: part.isUrlPart === true }
}

function compileElement([tag, attributes, nodes]: TemplateElement, context: Context): Parts {
  const { isFilter, select } = context
  if (tag === 'input') return [compileField(attributes, isFilter)]
  if (tag === 'noscript' || tag === 'details') {
    const opening = compileOpening(tag, attributes, tag === 'details' ? '' : '>')
    return [{ kind: tag, opening, content: compileNodes(nodes, context) }]
  }
  if (voidElements.has(tag)) return compileOpening(tag, attributes, '/>')
  const inside = tag === 'select' && isFilter ? { ...context, select: readText(attributes.name) } : context
  const content = rawTextElements.has(tag.toLowerCase()) ? [nodes.join('')] : compileNodes(nodes, inside)
  const end = `</${tag}>`
  if (tag === 'option' && select !== null) {
    const { selected, ...others } = attributes
    const option = { name: select, value: readText(others.value), isSelected: selected !== undefined }
    return [...compileOpening(tag, others, ''), { kind: 'option', ...option }, '>', ...content, end]
  }
  const opening = compileOpening(tag, attributes)
  if (tag !== 'form' || attributes.action === undefined) return [...opening, ...content, end]
  return [...opening, { kind: 'form', action: readText(attributes.action) }, ...content, end]
}

function compileField(attributes: TemplateElement[1], isFilter: boolean): Part {
  const read = (name: string) => readText(attributes[name])
  return {
    kind: 'field',
    attributes: Object.entries(attributes).map(([name, value]) => [name, compileAttribute(value)] as const),
    isFilter,
    id: read('id'),
    name: read('name'),
    type: read('type'),
    description: read('aria-describedby'),
  }
}

/** The text of an attribute, up to the first part that depends on something. */
function readText(value: AttributeValue = ''): string {
  const [first = ''] = typeof value === 'string' ? [value] : value
  return typeof first === 'string' ? first : ''
}

function compileOpening(tag: string, attributes: TemplateElement[1], end = '>'): Parts {
  const compiled = Object.entries(attributes).flatMap(([name, value]): Parts => {
    return [` ${name}="`, ...compileAttribute(value), '"']
  })
  return join([`<${tag}`, ...compiled, end])
}

function compileAttribute(value: AttributeValue): Parts {
  if (typeof value === 'string') return [escapeHtml(value)]
  return value.map((part) => (typeof part === 'string' ? escapeHtml(part) : toPart(part)))
}
