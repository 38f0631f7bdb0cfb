import { describeContentPath } from './content-paths.ts'
import {
  getOwnerFilter,
  isOwnerCondition,
  isOwnerList,
  isOwnerText,
  listConditionsOf,
} from './owner-fields.ts'
import { TemplateError } from './page-template.ts'

/** A part of a page that depends on the owner's values, and contains what is checked. */
export interface Section {
  readonly kind: 'if' | 'each'
  readonly name: string
}

const advice = 'Render them unchanged; for everything else, use whenOwner, eachOwner and deriveOwner.'

/** Checks that the owner has a text with this name, such as `birthDate|age`. */
export function checkValueName(name: string): void {
  const [path = '', filter] = name.split('|')
  if (!isOwnerText(path) || (filter !== undefined && getOwnerFilter(filter) === undefined))
    throw new TemplateError(`The page derives something from a value of the owner (“${name}”). ${advice}`)
}

/** Checks a value of the owner inside of `sections`. */
export function checkValue(name: string, sections: readonly Section[]): void {
  checkValueName(name)
  checkPlace(name, sections)
}

/** Checks the name of an owner's text that is a tree. */
export function checkRichText(path: string, sections: readonly Section[]): void {
  if (describeContentPath(path)?.kind !== 'rich text')
    throw new TemplateError(
      `The page derives something from a value of the owner (“${path}|html”). ${advice}`,
    )
  checkPlace(path, sections)
}

/** Checks a section, inside of `sections`. */
export function checkSection({ kind, name }: Section, sections: readonly Section[]): void {
  if (!(kind === 'if' ? isOwnerCondition(name) : isOwnerList(name)))
    throw new TemplateError(`No value of the owner is named ${name}.`)
  const [path = ''] = name.split('|')
  checkLists(path, sections)
  checkNeeds(describeContentPath(path)?.needs ?? [], path, sections)
}

function checkPlace(name: string, sections: readonly Section[]): void {
  const [path = ''] = name.split('|')
  checkLists(path, sections)
  // With a filter, what the site's configuration lacks has a value: an API's address becomes the sandbox's.
  checkNeeds(listConditionsOf(describeContentPath(path) === null ? name : path), name, sections)
}

/** An item of a list must be in a section that repeats it. */
function checkLists(path: string, sections: readonly Section[]): void {
  const segments = path.split('.')
  for (const [index, segment] of segments.entries()) {
    const list = segments.slice(0, index).join('.')
    if (segment === '*' && !sections.some(({ kind, name }) => kind === 'each' && name === list))
      throw new TemplateError(`The page shows ${path} without eachOwner, so only one item would be shown.`)
  }
}

/** A value that may be missing must be in a section that checks for it. */
function checkNeeds(conditions: readonly string[], name: string, sections: readonly Section[]): void {
  if (!conditions.every((condition) => isAskedFor(condition, sections)))
    throw new TemplateError(`The page shows ${name} without whenOwner, but an owner may have none.`)
}

/** A list of three has a first item, too. */
function isAskedFor(condition: string, sections: readonly Section[]): boolean {
  const [path, count] = condition.split('|')
  return sections.some(({ kind, name }) => {
    if (kind !== 'if') return false
    const [list, length] = name.split('|')
    return name === condition || (list === path && Number(length) >= Number(count))
  })
}
