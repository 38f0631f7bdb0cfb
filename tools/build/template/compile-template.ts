import {
  type FilterRows,
  FilterRowsSchema,
  filterCountAttribute,
  filteredOnlyAttribute,
  filterLimitAttribute,
  filterRowsAttribute,
  rowAttribute,
} from '@portico/kit/contract/row-filter.ts'
import {
  type AttributePart,
  type AttributeValue,
  type PageTemplate,
  type TemplateElement,
  TemplateError,
  type TemplateNode,
  templateFormat,
} from '@portico/protocol/template/page-template.ts'
import { readTemplate } from '@portico/protocol/template/read-template.ts'
import * as v from 'valibot'
import { type HtmlElement, type HtmlNode, listElements, parseHtml } from './parse-html.ts'
import { type MarkedPart, splitMarks } from './split-marks.ts'

const RowsSchema = v.pipe(v.string(), v.parseJson(), FilterRowsSchema)
/** What only the build reads. */
const buildAttributes: ReadonlySet<string> = new Set([
  filterCountAttribute,
  filteredOnlyAttribute,
  filterLimitAttribute,
  filterRowsAttribute,
])

interface PageFacts {
  /** The descriptions of rows that have not been reached yet. */
  readonly rows: FilterRows[number][]
  /** The name of each field, by its id. */
  readonly names: ReadonlyMap<string, string>
}

/** Turns the HTML that React has rendered, with marks, into JSON. Throws a TemplateError for what the server could not render safely. */
export function compileTemplate(html: string): string {
  const nodes = parseHtml(html)
  const elements = listElements(nodes)
  const find = (name: string) => elements.find(({ attributes }) => name in attributes)?.attributes[name]
  const described = find(filterRowsAttribute)
  const rows = described === undefined ? [] : v.parse(RowsSchema, described)
  const rowElements = elements.filter(isRow)
  if (described !== undefined && rows.length !== rowElements.length)
    throw new TemplateError(
      `The page describes ${rows.length} rows in ${filterRowsAttribute}, but has ${rowElements.length}.`,
    )
  const limit = find(filterLimitAttribute)
  const inputs = elements.flatMap(({ tag, attributes: { id, name } }) =>
    tag === 'input' && id !== undefined && name !== undefined ? [[id, name] as const] : [],
  )
  const facts: PageFacts = { rows, names: new Map(inputs) }
  const template: PageTemplate = {
    format: templateFormat,
    ...(limit !== undefined && { rowLimit: Number(limit) }),
    nodes: compileNodes(nodes, facts),
  }
  const text = JSON.stringify(template)
  readTemplate(text)
  return text
}

function isRow({ tag, attributes }: HtmlElement): boolean {
  return rowAttribute in attributes && /^(?:tr|li)$/.test(tag)
}

/** A list of nodes, or a part of one that depends on the owner's values. */
interface Section {
  readonly open: Extract<MarkedPart, { readonly section: 'if' | 'each' }> | null
  readonly nodes: TemplateNode[]
  otherwise: TemplateNode[] | null
}

function compileNodes(nodes: readonly HtmlNode[], facts: PageFacts): TemplateNode[] {
  const root: Section = { open: null, nodes: [], otherwise: null }
  const sections = [root]
  const getInnermost = () => sections.at(-1) ?? root
  const add = (node: TemplateNode) => {
    const { nodes, otherwise } = getInnermost()
    ;(otherwise ?? nodes).push(node)
  }
  const addPart = (part: MarkedPart) => {
    if (typeof part === 'string' || !('section' in part)) return void add(toNode(part))
    if (part.section === 'if' || part.section === 'each')
      return void sections.push({ open: part, nodes: [], otherwise: null })
    const section = getInnermost()
    if (section.open === null)
      throw new TemplateError('A part that depends on the owner’s values has no beginning.')
    if (part.section === 'else') section.otherwise = []
    else {
      sections.pop()
      add(closeSection(section.open, section, facts))
    }
  }
  for (const node of nodes) {
    if (typeof node === 'string') splitMarks(node).forEach(addPart)
    else add('comment' in node ? node : compileElement(node, facts))
  }
  if (sections.length > 1) throw new TemplateError('A part that depends on the owner’s values has no end.')
  return placeErrors(root.nodes, facts)
}

function toNode(part: Exclude<MarkedPart, { readonly section: unknown }>): TemplateNode {
  if (typeof part === 'string' || !('next' in part)) return part
  throw new TemplateError('The page shows ?next=, but can only pass it on in an address.')
}

function closeSection(
  { section, name }: NonNullable<Section['open']>,
  { nodes, otherwise }: Section,
  facts: PageFacts,
): TemplateNode {
  const shown = placeErrors(nodes, facts)
  if (section === 'each') return { each: name, nodes: shown }
  const isEmpty = otherwise === null || otherwise.length === 0
  return { if: name, nodes: shown, ...(!isEmpty && { else: placeErrors(otherwise, facts) }) }
}

function compileElement(element: HtmlElement, facts: PageFacts): TemplateNode {
  const { tag, attributes } = element
  if (tag === 'template' && attributes['data-slot'] === 'page') return { slot: 'page' }
  const row = isRow(element) ? facts.rows.shift() : undefined
  const count = attributes[filterCountAttribute]
  const children = compileNodes(element.children, facts)
  const compiled: TemplateElement = [
    tag,
    compileAttributes(attributes),
    count === undefined ? children : [{ count }],
  ]
  const filtered = attributes[filteredOnlyAttribute]
  if (row !== undefined) return { row, element: compiled }
  if (filtered !== undefined) return { filtered, element: compiled }
  if (tag === 'form' && filterRowsAttribute in attributes) return { filterForm: true, element: compiled }
  if (attributes.id !== undefined && attributes['data-result'] === 'true' && tag === 'div')
    return { result: attributes.id, element: compiled }
  return compiled
}

function compileAttributes(attributes: HtmlElement['attributes']): Record<string, AttributeValue> {
  const kept = Object.entries(attributes).filter(([name]) => !buildAttributes.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, compileAttribute(name, value)]))
}

function compileAttribute(name: string, value: string): AttributeValue {
  const parts = splitMarks(value).map((part): AttributePart => {
    if (typeof part === 'string' || !('section' in part || 'richText' in part)) return part
    const what = 'richText' in part ? `${part.richText}, which becomes HTML,` : 'a part of a page'
    throw new TemplateError(`The page uses ${what} in an attribute (${name}).`)
  })
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts
}

/** A message about a field goes after its label, or the hint behind that. */
function placeErrors(nodes: readonly TemplateNode[], { names }: PageFacts): TemplateNode[] {
  const isHint = (node: TemplateNode | undefined, id: string) =>
    isElement(node) && node[0] === 'p' && node[1].id === `${id}-hint`
  let waiting: TemplateNode | null = null
  return nodes.flatMap((node, index) => {
    const id = isElement(node) && node[0] === 'label' && typeof node[1].for === 'string' ? node[1].for : null
    const name = id === null ? undefined : names.get(id)
    if (id !== null && name !== undefined) {
      const error = { errorOf: id, name }
      if (!isHint(nodes[index + 1], id)) return [node, error]
      waiting = error
      return [node]
    }
    const placed = waiting === null ? [node] : [node, waiting]
    waiting = null
    return placed
  })
}

function isElement(node: TemplateNode | undefined): node is TemplateElement {
  return Array.isArray(node)
}
