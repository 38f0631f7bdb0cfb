import type { FormattedProfile } from '@portico/kit/account/formatted-profile.ts'
import type { FilterRows } from '@portico/kit/contract/row-filter.ts'

/*
 * A prerendered page, or the layout around it, as a tree without any HTML. The build writes it as JSON, and the server renders it:
 * see `read-template.ts`.
 */

/** The version of the format. */
export const templateFormat = 1

/** A prerendered page or layout. */
export interface PageTemplate {
  readonly format: typeof templateFormat
  /** How many rows a filtered page shows at most. Missing: all that match. */
  readonly rowLimit?: number
  readonly nodes: readonly TemplateNode[]
}

/** A text, an element, or what depends on the site or on the request. */
export type TemplateNode =
  | string
  | TemplateElement
  /** Hydration looks for React's comments. */
  | { readonly comment: string }
  | TemplateValue
  /** A text of the owner, which is a tree. */
  | { readonly richText: string }
  | {
      readonly if: string
      readonly nodes: readonly TemplateNode[]
      readonly else?: readonly TemplateNode[]
    }
  | { readonly each: string; readonly nodes: readonly TemplateNode[] }
  /** Where the page goes in a layout. */
  | { readonly slot: 'page' }
  /** What the server finds this row by. */
  | { readonly row: FilterRows[number]; readonly element: TemplateElement }
  /** Only in a page that is filtered with this outcome: see `filteredOutcomes`. */
  | { readonly filtered: string; readonly element: TemplateElement }
  /** The form whose fields filter the rows. */
  | { readonly filterForm: true; readonly element: TemplateElement }
  /** How many rows match: a text with `countSlots`. */
  | { readonly count: string }
  /** Where a message about the field with this id goes. */
  | { readonly errorOf: string; readonly name: string }
  /** Shown after a form has ended with this problem. */
  | { readonly result: string; readonly element: TemplateElement }

export type TemplateElement = readonly [
  tag: string,
  attributes: Readonly<Record<string, AttributeValue>>,
  nodes: readonly TemplateNode[],
]

/** The text of an attribute, or its parts. */
export type AttributeValue = string | readonly AttributePart[]

/** A part of an attribute; `{ next: true }` stands for the value of `?next=`, encoded as a component of a URL. */
export type AttributePart = string | TemplateValue | { readonly next: true }

/** A value of the owner, such as `birthDate|age`; or of the request: the name of the page behind `?next=`, or a part of the profile. */
type TemplateValue =
  | { readonly value: string; readonly isUrlPart?: true }
  | { readonly nextName: true }
  | { readonly profile: keyof FormattedProfile }

/** The kind of a node that is neither a text nor an element. */
export type NodeOf<Kind extends string> = Extract<TemplateNode, Readonly<Record<Kind, unknown>>>

/** Elements without children and without an end. */
export const voidElements: ReadonlySet<string> = new Set(
  'area br col embed hr img input link meta param source track wbr'.split(' '),
)

/** Elements whose content browsers don't unescape. */
export const rawTextElements: ReadonlySet<string> = new Set(['script', 'style', 'iframe'])

/** A page that the server could not render, or not safely; the message says what to do. */
export class TemplateError extends Error {
  override name = 'TemplateError'
}
