import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import type { FilterRows } from '@portico/kit/contract/row-filter.ts'
import type { OwnerText } from './owner-fields.ts'

/** HTML, of which parts depend on the site or on the request: few, so that filling them in is little more than joining. */
export type Parts = readonly Part[]

/** HTML, or what becomes HTML. */
export type Part = string | OwnerPart | RequestPart

/** A part that depends on the owner's values. */
export type OwnerPart =
  | ({ readonly kind: 'value' } & OwnerText)
  | { readonly kind: 'rich text'; readonly path: string }
  | { readonly kind: 'if'; readonly name: string; readonly content: Parts; readonly otherwise: Parts }
  | { readonly kind: 'each'; readonly path: string; readonly content: Parts }

/** A part that depends on the request, or on what the template is part of. */
type RequestPart = SlotPart | FilterPart | FieldPart | FormPart

/** Where something goes. */
export type SlotPart =
  | { readonly kind: 'page' | 'next' | 'next name' }
  /** `all`: as JSON. */
  | { readonly kind: 'profile'; readonly field: keyof FormattedProfile | 'all' }
  | { readonly kind: 'noscript'; readonly opening: Parts; readonly content: Parts }

/** A part that depends on how the page is filtered. */
export type FilterPart =
  | RowPart
  | { readonly kind: 'filtered mark' }
  | { readonly kind: 'filtered'; readonly outcome: string; readonly content: Parts }
  | { readonly kind: 'count'; readonly text: string }
  /** An option of a field that filters. */
  | { readonly kind: 'option'; readonly name: string; readonly value: string; readonly isSelected: boolean }

/** A part that depends on the result of a form. */
export type FormPart =
  | { readonly kind: 'form'; readonly action: string }
  | { readonly kind: 'error'; readonly id: string; readonly name: string }
  | { readonly kind: 'result'; readonly code: string; readonly opening: Parts }
  | { readonly kind: 'details'; readonly opening: Parts; readonly content: Parts }

export interface RowPart extends Pick<FilterRows[number], 'values'> {
  readonly kind: 'row'
  /** As `foldText` leaves it. */
  readonly text: string
  /** How many rows a filtered page shows at most. */
  readonly limit: number
  readonly content: Parts
}

export interface FieldPart {
  readonly kind: 'field'
  readonly attributes: readonly (readonly [name: string, value: Parts])[]
  /** Whether it filters the rows. */
  readonly isFilter: boolean
  /** Its attributes as texts, '' for none. */
  readonly id: string
  readonly name: string
  readonly type: string
  readonly description: string
}

/** What a page passes on from its address, and shows of it. */
export interface NextValues {
  /** The value of `?next=`, unvalidated. */
  readonly next: string
  /** What the page calls the one behind it; null: it doesn't mention it. */
  readonly name: string | null
}

/** What the result of a form changes in its page. */
export interface FilledForm {
  /** The problem whose text the page shows; null: none. */
  readonly result: string | null
  /** The message at the beginning of the form that was sent; '' for others. */
  renderProblem(form: Part): string
  /** The message about a field, or ''. */
  renderError(place: Pick<Extract<Part, { kind: 'error' }>, 'id' | 'name'>): string
  /** New values of a field's attributes. */
  changeField(field: FieldPart): Readonly<Record<string, string>>
  /** Whether the parts have a field with a message. */
  isInvalid(parts: Parts): boolean
}

/** How a page is filtered. */
export interface FilledFilter {
  /** False: nothing was asked for that the page could find. */
  readonly isFiltered: boolean
  /** The parts that only a filtered page has, of those it has. */
  readonly outcomes: ReadonlySet<string>
  isShown(row: RowPart): boolean
  /** How many rows are shown; null: the page is not filtered. */
  readonly shownCount: number | null
  /** The value of a parameter; '' if there is none. */
  read(name: string): string
  /** Puts the numbers of rows into a text with `countSlots`. */
  describe(count: string): string
}

/** The parts, and those inside of them, that depend on the request. */
export function listParts(parts: Parts): Exclude<Part, string>[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'content' in part ? [part, ...listParts(part.content)] : [part]
  })
}

/** Joins neighbouring texts. */
export function join(parts: Parts): Parts {
  const joined: Part[] = []
  for (const part of parts) {
    const previous = joined.at(-1)
    if (typeof part === 'string' && typeof previous === 'string') joined[joined.length - 1] = previous + part
    else if (part !== '') joined.push(part)
  }
  return joined
}
