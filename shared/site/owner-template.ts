import { describeContentPath } from '../content/content-paths.ts'
import {
  getOwnerFilter,
  isOwnerAddress,
  isOwnerCondition,
  isOwnerList,
  isOwnerText,
  listConditionsOf,
} from './owner-fields.ts'

/** A text of a build, split at its marks. */
export type OwnerTemplate = readonly TemplatePart[]

/** A text as it is, a value of the owner, or a section that depends on their values. */
export type TemplatePart =
  | string
  | {
      readonly kind: 'value'
      readonly path: string
      readonly filter: string | null
      /** The build has encoded it as a component of a URL. */
      readonly isUrlPart: boolean
    }
  /** A text of the owner, which is a tree. */
  | { readonly kind: 'rich text'; readonly path: string }
  | {
      readonly kind: 'if' | 'each'
      readonly path: string
      readonly content: OwnerTemplate
      readonly otherwise: OwnerTemplate
    }

/** A page uses the owner's values in a way that the server can't repeat; the message says what to do. */
export class OwnerMarkError extends Error {
  override name = 'OwnerMarkError'
}

interface Section {
  readonly kind: 'if' | 'each'
  readonly path: string
  readonly content: TemplatePart[]
  readonly otherwise: TemplatePart[]
  isOtherwise: boolean
}

const mark = /\uE000([^\uE000\uE001]*)\uE001|%EE%80%80(.*?)%EE%80%81/g
const halfMark = /[\uE000\uE001]|%EE%80%8[01]/
/** Marks a text that becomes HTML. */
const richTextFilter = '|html'
const fields = 'Render them unchanged; for everything else, use whenOwner, eachOwner and deriveOwner.'

/** Splits HTML at its marks. Throws an OwnerMarkError when the server could not fill them safely. */
export function parseOwnerHtml(html: string): OwnerTemplate {
  return parse(html, ({ name, path, before, sections }) => {
    checkLists(path, sections)
    checkOptional(name, sections)
    checkPlace(before, name)
    if (name.endsWith(richTextFilter)) checkOutsideOfTags(before, name)
  })
}

/** Splits a text that is not HTML at its marks. */
export function parseOwnerText(text: string): OwnerTemplate {
  return parse(text, () => {})
}

/** A mark and its position. */
interface FoundValue {
  readonly name: string
  readonly path: string
  readonly before: string
  readonly sections: readonly Section[]
}

function parse(text: string, check: (value: FoundValue) => void): OwnerTemplate {
  const root: TemplatePart[] = []
  const sections: Section[] = []
  const add = (part: TemplatePart) => {
    const section = sections.at(-1)
    const parts = section === undefined ? root : section.isOtherwise ? section.otherwise : section.content
    if (part !== '') parts.push(part)
  }
  let end = 0
  for (const match of text.matchAll(mark)) {
    add(checkText(text.slice(end, match.index)))
    end = match.index + match[0].length
    const [, plain, encoded = ''] = match
    const name = plain ?? decodeURIComponent(encoded)
    if (/^[?*]/.test(name)) sections.push(openSection(name, sections))
    else if (name === ':') getInnermost(sections).isOtherwise = true
    else if (name === '/') {
      const { isOtherwise: _, ...section } = getInnermost(sections)
      sections.pop()
      add(section)
    } else {
      const value = readValue(name, plain === undefined)
      check({ name, path: value.path, before: text.slice(0, match.index), sections })
      add(value)
    }
  }
  add(checkText(text.slice(end)))
  if (sections.length > 0) throw new OwnerMarkError('A part that depends on the owner’s values has no end.')
  return root
}

function checkText(text: string): string {
  if (halfMark.test(text)) throw new OwnerMarkError(`A value of the owner was split. ${fields}`)
  return text
}

function openSection(name: string, sections: readonly Section[]): Section {
  const kind = name.startsWith('?') ? 'if' : 'each'
  const path = name.slice(1)
  const isKnown = kind === 'if' ? isOwnerCondition(path) : isOwnerList(path)
  if (!isKnown) throw new OwnerMarkError(`No value of the owner is named ${path}.`)
  const [value = ''] = path.split('|')
  checkLists(value, sections)
  checkNeeds(describeContentPath(value)?.needs ?? [], { name: value, sections })
  return { kind, path, content: [], otherwise: [], isOtherwise: false }
}

function getInnermost(sections: readonly Section[]): Section {
  const section = sections.at(-1)
  if (section === undefined)
    throw new OwnerMarkError('A part that depends on the owner’s values has no beginning.')
  return section
}

function readValue(name: string, isUrlPart: boolean) {
  const [path = '', filter = null] = name.split('|')
  if (name.endsWith(richTextFilter) && !isUrlPart && describeContentPath(path)?.kind === 'rich text')
    return { kind: 'rich text', path } as const
  if (!isOwnerText(path) || (filter !== null && getOwnerFilter(filter) === undefined))
    throw new OwnerMarkError(`The page derives something from a value of the owner (“${name}”). ${fields}`)
  return { kind: 'value', path, filter, isUrlPart } as const
}

/** An item of a list must be in a section that repeats it. */
function checkLists(path: string, sections: readonly Section[]): void {
  const lists = [...path.matchAll(/\.\*/g)].map(({ index }) => path.slice(0, index))
  if (lists.some((list) => !isInside(sections, 'each', list)))
    throw new OwnerMarkError(`The page shows ${path} without eachOwner, so only one item would be shown.`)
}

/** A value that may be missing must be in a section that checks for it. */
function checkOptional(name: string, sections: readonly Section[]): void {
  // With a filter, what the site's configuration lacks has a value: an API's address becomes the sandbox's.
  const [path = ''] = describeContentPath(name.replace(/\|.*/, '')) === null ? [name] : name.split('|')
  checkNeeds(listConditionsOf(path), { name, sections })
}

function checkNeeds(
  conditions: readonly string[],
  { name, sections }: { readonly name: string; readonly sections: readonly Section[] },
): void {
  for (const condition of conditions)
    if (!isAskedFor(condition, sections))
      throw new OwnerMarkError(`The page shows ${name} without whenOwner, but an owner may have none.`)
}

/** A list of three has a first item, too. */
function isAskedFor(condition: string, sections: readonly Section[]): boolean {
  const [path, count] = condition.split('|')
  return sections.some((section) => {
    if (section.kind !== 'if' || section.isOtherwise) return false
    if (section.path === condition) return true
    const [list, length] = section.path.split('|')
    return list === path && Number(length) >= Number(count)
  })
}

function isInside(sections: readonly Section[], kind: Section['kind'], path: string): boolean {
  return sections.some((section) => section.kind === kind && section.path === path && !section.isOtherwise)
}

function checkOutsideOfTags(before: string, name: string): void {
  if (/<[^<>]*$/.test(before.slice(-maxTagLength)))
    throw new OwnerMarkError(`The page uses ${name}, which becomes HTML, in an attribute.`)
}

const maxTagLength = 4_000

/** The positions in which an escaped text is safe. */
function checkPlace(before: string, name: string): void {
  const tail = before.slice(-maxTagLength)
  if (
    /<(?:script|style)\b(?:(?!<\/(?:script|style)).)*$/is.test(tail) ||
    /\s(?:on\w+|style|srcdoc)="[^"<>]*$/i.test(tail)
  )
    throw new OwnerMarkError(`The page uses ${name} in a script or a style.`)
  if (/\s(?:href|src|action|formaction|poster|data)="$/i.test(tail) && !isOwnerAddress(name))
    throw new OwnerMarkError(`The page uses ${name} as an address, which it may not be.`)
}
