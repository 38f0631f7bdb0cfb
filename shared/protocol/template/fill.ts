import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import { filteredAttribute } from '@portico/kit/contract/row-filter.ts'
import { readRichText } from './content-paths.ts'
import { countOwnerItems, isOwnerConditionMet, type OwnerValues, readOwnerValue } from './owner-fields.ts'
import {
  type FieldPart,
  type FilledFilter,
  type FilledForm,
  type FilterPart,
  type FormPart,
  join,
  type NextValues,
  type OwnerPart,
  type Part,
  type Parts,
  type SlotPart,
} from './parts.ts'
import { escapeHtml, renderBlocksToHtml } from './rich-text-html.ts'

/** What is filled into a template. Missing: not known yet; the parts that depend on it stay. null: there is none. */
export interface TemplateValues {
  readonly owner?: OwnerValues
  /** The page in a layout. */
  readonly page?: Parts
  readonly next?: NextValues | null
  readonly profile?: FormattedProfile | null
  readonly filter?: FilledFilter | null
  readonly form?: FilledForm | null
  /** Whether a `noscript` element contains the page: the end of another one would end it. */
  readonly isInNoScript?: boolean
}

/** Fills values into the parts of a template. */
export function fill(parts: Parts, values: TemplateValues): Parts {
  return fillAt(parts, { values, at: [] })
}

/** Fills all that a request adds into a page. */
export function render(
  parts: Parts,
  values: Required<Pick<TemplateValues, 'next' | 'profile' | 'filter'>>,
): string {
  return fill(parts, { ...values, page: [], form: null, isInNoScript: false }).join('')
}

interface Filling {
  readonly values: TemplateValues
  /** The position in each list around the part. */
  readonly at: readonly number[]
  /** Whether the part is in the only row that a filtered page shows, which is open; null: not known yet. */
  readonly isInOnlyRow?: boolean | null
}

function fillAt(parts: Parts, filling: Filling): Parts {
  return join(parts.flatMap((part) => (typeof part === 'string' ? part : fillPart(part, filling))))
}

/** A part stays while what it depends on is not known. */
function fillPart(part: Exclude<Part, string>, filling: Filling): Part | Parts {
  switch (part.kind) {
    case 'value':
    case 'rich text':
    case 'if':
    case 'each':
      return filling.values.owner === undefined ? part : fillOwnerPart(part, filling.values.owner, filling)
    case 'page':
    case 'next':
    case 'next name':
    case 'profile':
    case 'noscript':
      return fillSlot(part, filling)
    case 'row':
    case 'filtered':
    case 'filtered mark':
    case 'count':
    case 'option':
      return fillFilterPart(part, filling)
    case 'field':
      return fillField(part, filling)
    case 'form':
    case 'error':
    case 'result':
    case 'details':
      return fillFormPart(part, filling)
  }
}

function fillOwnerPart(part: OwnerPart, owner: OwnerValues, filling: Filling): Part | Parts {
  const { values, at } = filling
  switch (part.kind) {
    case 'value':
      return escapeHtml(readOwnerValue(part, owner, at) ?? '')
    case 'rich text':
      return renderBlocksToHtml(readRichText(part.path, owner.page ?? null, at))
    case 'if':
      return fillAt(isOwnerConditionMet(part.name, owner, at) ? part.content : part.otherwise, filling)
    case 'each': {
      const length = countOwnerItems(part.path, owner, at)
      return Array.from({ length }, (_, index) => fillAt(part.content, { values, at: [...at, index] })).flat()
    }
  }
}

function fillSlot(part: SlotPart, filling: Filling): Part | Parts {
  const { page, next, profile, isInNoScript } = filling.values
  switch (part.kind) {
    case 'page':
      return page === undefined ? part : fillAt(page, filling)
    case 'next':
      return next === undefined ? part : escapeHtml(encodeNext(next?.next ?? ''))
    case 'next name':
      return next === undefined ? part : escapeHtml(next?.name ?? '')
    case 'profile':
      return profile === undefined ? part : escapeHtml(readProfile(profile, part.field))
    case 'noscript': {
      const [opening, content] = [fillAt(part.opening, filling), fillAt(part.content, filling)]
      if (isInNoScript === undefined) return { ...part, opening, content }
      return isInNoScript ? content : [...opening, ...content, '</noscript>']
    }
  }
}

function fillFilterPart(part: FilterPart, filling: Filling): Part | Parts {
  const { filter } = filling.values
  if (filter === undefined)
    return 'content' in part
      ? { ...part, content: fillAt(part.content, { ...filling, isInOnlyRow: null }) }
      : part
  switch (part.kind) {
    case 'row':
      if (filter?.isShown(part) === false) return ''
      return fillAt(part.content, { ...filling, isInOnlyRow: filter?.shownCount === 1 })
    case 'filtered':
      return filter?.outcomes.has(part.outcome) ? fillAt(part.content, filling) : ''
    case 'filtered mark':
      return filter?.isFiltered ? ` ${filteredAttribute}` : ''
    case 'count':
      return escapeHtml(filter?.describe(part.text) ?? '')
    case 'option': {
      const isSelected =
        filter === null ? part.isSelected : filter.read(part.name).split(',')[0] === part.value
      return isSelected ? ' selected=""' : ''
    }
  }
}

function fillFormPart(part: FormPart, filling: Filling): Part | Parts {
  const { form } = filling.values
  const fillIn = (parts: Parts) => fillAt(parts, filling)
  switch (part.kind) {
    case 'form':
      return form === undefined ? part : (form?.renderProblem(part) ?? '')
    case 'error':
      return form === undefined ? part : (form?.renderError(part) ?? '')
    case 'result': {
      if (form === undefined) return { ...part, opening: fillIn(part.opening) }
      // Without its attributes, the text is not hidden.
      return form?.result === part.code ? `<div id="${escapeHtml(part.code)}">` : fillIn(part.opening)
    }
    case 'details': {
      const [opening, content] = [fillIn(part.opening), fillIn(part.content)]
      if (form === undefined || filling.isInOnlyRow === null) return { ...part, opening, content }
      // A visitor who typed into its fields had opened it.
      const isOpen = filling.isInOnlyRow || form?.isInvalid(part.content)
      return [...opening, isOpen ? ' open>' : '>', ...content, '</details>']
    }
  }
}

function fillField(field: FieldPart, filling: Filling): Part | Parts {
  const { filter, form } = filling.values
  const attributes = field.attributes.map(([name, value]) => [name, fillAt(value, filling)] as const)
  if (form === undefined || (field.isFilter && filter === undefined)) return { ...field, attributes }
  const changed = new Map(attributes)
  for (const [name, value] of Object.entries(form?.changeField(field) ?? {}))
    changed.set(name, [escapeHtml(value)])
  if (field.isFilter && filter) changed.set('value', [escapeHtml(filter.read(field.name))])
  return ['<input', ...[...changed].flatMap(([name, value]) => [` ${name}="`, ...value, '"']), '/>']
}

function encodeNext(next: string): string {
  return String(new URLSearchParams({ next })).slice('next='.length)
}

function readProfile(profile: FormattedProfile | null, field: keyof FormattedProfile | 'all'): string {
  return field === 'all' ? JSON.stringify(profile) : (profile?.[field] ?? '')
}
