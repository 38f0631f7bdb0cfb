import { ownerAddresses, ownerConditions, ownerFilters, ownerLists, ownerTexts } from './owner-fields.ts'
import type { OwnerFilter } from './owner-marks.ts'

/** A text of a build, split at its marks. */
export type OwnerTemplate = readonly TemplatePart[]

/** A text as it is, a value of the owner, or a section that depends on their values. */
export type TemplatePart =
  | string
  | {
      readonly kind: 'value'
      readonly path: string
      readonly filter: OwnerFilter | null
      /** The build has encoded it as a component of a URL. */
      readonly isUrlPart: boolean
    }
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
const fields = 'Render them unchanged; for everything else, use whenOwner, eachOwner and deriveOwner.'

/** Splits HTML at its marks. Throws an OwnerMarkError when the server could not fill them safely. */
export function parseOwnerHtml(html: string): OwnerTemplate {
  return parse(html, ({ name, path, before, sections }) => {
    checkLists(path, sections)
    checkOptional(name, sections)
    checkPlace(before, name)
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
  const isKnown = kind === 'if' ? ownerConditions.has(path) : ownerLists.has(path)
  if (!isKnown) throw new OwnerMarkError(`No value of the owner is named ${path}.`)
  checkLists(path, sections)
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
  const isFilter = (text: string): text is OwnerFilter => Object.hasOwn(ownerFilters, text)
  if (!ownerTexts.has(path) || (filter !== null && !isFilter(filter)))
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
  if (ownerConditions.has(name) && !isInside(sections, 'if', name))
    throw new OwnerMarkError(`The page shows ${name} without whenOwner, but an owner may have none.`)
}

function isInside(sections: readonly Section[], kind: Section['kind'], path: string): boolean {
  return sections.some((section) => section.kind === kind && section.path === path && !section.isOtherwise)
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
  if (/\s(?:href|src|action|formaction|poster|data)="$/i.test(tail) && !ownerAddresses.has(name))
    throw new OwnerMarkError(`The page uses ${name} as an address, which it may not be.`)
}
