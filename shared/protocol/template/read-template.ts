import { FormattedProfileSchema } from '@portico/kit/account/formatted-profile.ts'
import { FilterRowsSchema } from '@portico/kit/contract/row-filter.ts'
import * as v from 'valibot'
import { checkRichText, checkSection, checkValue, type Section } from './check-owner-value.ts'
import { isOwnerAddress } from './owner-fields.ts'
import {
  type AttributePart,
  type AttributeValue,
  type PageTemplate,
  rawTextElements,
  type TemplateElement,
  TemplateError,
  type TemplateNode,
  templateFormat,
  voidElements,
} from './page-template.ts'

/*
 * The border between a build and the server, which runs no code of a release: what passes is rendered. The work grows with the
 * length of the file, and no further.
 */

const maxLength = 4_000_000 // the largest of ours have a tenth, in both
const maxNodes = 50_000
const maxDepth = 100

const Name = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Nodes = v.array(v.unknown())
const True = v.literal(true)
const withElement = { element: v.unknown() }

const FileSchema = v.strictObject({
  format: v.literal(templateFormat),
  rowLimit: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  nodes: Nodes,
})
const partSchemas = {
  value: v.strictObject({ value: Name, isUrlPart: v.exactOptional(True) }),
  nextName: v.strictObject({ nextName: True }),
  profile: v.strictObject({ profile: v.keyof(FormattedProfileSchema) }),
}
const attributePartSchemas = { ...partSchemas, next: v.strictObject({ next: True }) }
const nodeSchemas = {
  ...partSchemas,
  // React's comments.
  comment: v.strictObject({
    comment: v.pipe(v.string(), v.regex(/^[\w $/?!&~]{0,16}$/, 'expected a comment of React’s')),
  }),
  richText: v.strictObject({ richText: Name }),
  if: v.strictObject({ if: Name, nodes: Nodes, else: v.exactOptional(Nodes) }),
  each: v.strictObject({ each: Name, nodes: Nodes }),
  slot: v.strictObject({ slot: v.literal('page') }),
  row: v.strictObject({ row: FilterRowsSchema.item, ...withElement }),
  filtered: v.strictObject({ filtered: Name, ...withElement }),
  filterForm: v.strictObject({ filterForm: True, ...withElement }),
  count: v.strictObject({ count: v.string() }),
  errorOf: v.strictObject({ errorOf: Name, name: Name }),
  result: v.strictObject({ result: Name, ...withElement }),
}

interface Place {
  readonly parent: Place | null
  readonly tag: string
  readonly depth: number
  readonly sections: readonly Section[]
  readonly read: { nodes: number }
}

/** Reads a template. Throws a TemplateError that says what is wrong, and where. */
export function readTemplate(text: string): PageTemplate {
  if (text.length > maxLength)
    throw new TemplateError(
      `expected at most ${maxLength} characters, got ${text.length}. Show less on the page.`,
    )
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FileSchema), text)
  if (!parsed.success) throw new TemplateError(describeIssue(parsed.issues[0]))
  const { nodes, ...file } = parsed.output
  const root = { parent: null, tag: 'page', depth: 0, sections: [], read: { nodes: 0 } }
  return { ...file, nodes: readNodes(nodes, root) }
}

function readNodes(nodes: readonly unknown[], place: Place): TemplateNode[] {
  return nodes.map((node) => readNode(node, place))
}

function readNode(node: unknown, place: Place): TemplateNode {
  if (++place.read.nodes > maxNodes) fail(`expected at most ${maxNodes} nodes`, place)
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return readElement(node, place)
  const read = parseKind(nodeSchemas, node, place)
  if ('element' in read) return { ...read, element: readElement(read.element, place) }
  if ('richText' in read) checkAt(place, () => checkRichText(read.richText, place.sections))
  if ('value' in read) checkAt(place, () => checkValue(read.value, place.sections))
  if ('if' in read) {
    const { else: otherwise, ...rest } = read
    return {
      ...rest,
      nodes: readNodes(read.nodes, enterSection({ kind: 'if', name: read.if }, place)),
      ...(otherwise && { else: readNodes(otherwise, enter(place, '')) }),
    }
  }
  if ('each' in read)
    return { ...read, nodes: readNodes(read.nodes, enterSection({ kind: 'each', name: read.each }, place)) }
  return read
}

function enterSection(section: Section, place: Place): Place {
  checkAt(place, () => checkSection(section, place.sections))
  return { ...enter(place, ''), sections: [...place.sections, section] }
}

function enter(parent: Place, tag: string): Place {
  if (parent.depth === maxDepth) fail(`expected at most ${maxDepth} levels`, parent)
  return { ...parent, parent, tag, depth: parent.depth + 1 }
}

const tagName = /^[a-zA-Z][a-zA-Z0-9-]{0,60}$/
// They change how the rest of the document is read.
const forbiddenTags = /^(?:base|frameset|html|head|body|noembed|noframes|plaintext|xmp)$/i

function readElement(element: unknown, place: Place): TemplateElement {
  const [tag, attributes, children]: unknown[] = Array.isArray(element) ? element : []
  if (typeof tag !== 'string' || !tagName.test(tag)) return fail('expected the name of an element', place)
  const inside = enter(place, tag)
  if (forbiddenTags.test(tag)) fail('a page can’t have this element', inside)
  if (typeof attributes !== 'object' || attributes === null) return fail('expected attributes', inside)
  if (!Array.isArray(children)) return fail('expected its nodes', inside)
  if (voidElements.has(tag) && children.length > 0) fail('expected no children', inside)
  const entries = Object.entries(attributes).map(
    ([name, value]) => [name, readAttribute(name, value, inside)] as const,
  )
  const nodes = rawTextElements.has(tag.toLowerCase())
    ? readRawText(children, inside)
    : readNodes(children, inside)
  return [tag, Object.fromEntries(entries), nodes]
}

/** A text that browsers don't unescape must not end its element, and values could. */
function readRawText(children: readonly unknown[], place: Place): string[] {
  const text = children.map((child) =>
    typeof child === 'string' ? child : fail('The page uses a value in a script or a style.', place),
  )
  if (/<[/!?a-z]/i.test(text.join('')))
    fail('expected no “<” before a letter or a mark in a script or a style', place)
  return text
}

const attributeName = /^(?!on|srcdoc$)[a-z][\w:.-]{0,100}$/i

function readAttribute(name: string, value: unknown, place: Place): AttributeValue {
  if (++place.read.nodes > maxNodes) fail(`expected at most ${maxNodes} nodes`, place)
  const here = { ...place, parent: place, tag: `[${name}]` }
  if (!attributeName.test(name)) fail('expected the name of an attribute that contains no code', here)
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return fail('expected a text or its parts', here)
  const parts = value.map((part: unknown) => readAttributePart(part, here))
  if (parts.some((part) => typeof part !== 'string')) checkAttribute(name, parts, here)
  return parts
}

function readAttributePart(part: unknown, place: Place): AttributePart {
  if (++place.read.nodes > maxNodes) fail(`expected at most ${maxNodes} nodes`, place)
  if (typeof part === 'string') return part
  const read = parseKind(attributePartSchemas, part, place)
  if ('value' in read) checkAt(place, () => checkValue(read.value, place.sections))
  return read
}

const addressAttributes = /^(?:href|xlink:href|src|action|formaction|poster|data)$/i

/** The attributes in which an escaped text is safe. */
function checkAttribute(attribute: string, parts: readonly AttributePart[], place: Place): void {
  const [first = ''] = parts
  const names = parts.flatMap((part) => (typeof part === 'object' && 'value' in part ? part.value : []))
  const [name = 'a value'] = names
  if (/^style$/i.test(attribute)) fail(`The page uses ${name} in a script or a style.`, place)
  if (!addressAttributes.test(attribute)) return
  // After one of these, a text can't become the scheme of the address.
  const isBegun =
    typeof first === 'string' && /[/?#:]/.test(first) && !/^\s*(?:javascript|data):/i.test(first)
  const isAddress = typeof first === 'object' && 'value' in first && isOwnerAddress(first.value)
  if (!isBegun && !isAddress) fail(`The page uses ${name} as an address, which it may not be.`, place)
}

type Schemas = Readonly<Record<string, v.GenericSchema>>

/** Parses an object by the schema of its kind, which is the property that tells it apart. */
function parseKind<const All extends Schemas>(
  schemas: All,
  node: unknown,
  place: Place,
): v.InferOutput<All[keyof All]> {
  const kind =
    typeof node === 'object' && node !== null
      ? Object.keys(schemas).find((key) => Object.hasOwn(node, key))
      : undefined
  const schema = kind === undefined ? undefined : schemas[kind]
  if (schema === undefined) return fail(`expected ${Object.keys(schemas).join(', ')} or a text`, place)
  const parsed = v.safeParse(schema, node)
  // The schema is one of them.
  return parsed.success
    ? (parsed.output as v.InferOutput<All[keyof All]>)
    : fail(describeIssue(parsed.issues[0]), place)
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  return path === null ? issue.message : `${path}: ${issue.message}`
}

function checkAt(place: Place, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (error instanceof TemplateError) fail(error.message, place)
    throw error
  }
}

function fail(message: string, place: Place): never {
  const tags: string[] = []
  for (let at: Place | null = place; at !== null; at = at.parent) if (at.tag !== '') tags.unshift(at.tag)
  throw new TemplateError(
    `${message.replace(/\.?$/, '.')} Place: ${tags.slice(-10).join(' > ').replaceAll(' > [', '[')}`,
  )
}
