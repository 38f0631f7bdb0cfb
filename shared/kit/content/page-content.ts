import type * as v from 'valibot'
import type { OwnerContent } from './content.ts'
import type { PageContentName } from './page-content-names.ts'

/** The parameters of a page's address, by name. */
export type PageParameters = Readonly<Record<string, string | undefined>>

/** What a page shows of the owner's content. A page imports its own only. */
export interface PageContent<Value> {
  /** The name that a manifest gives as the page's `content`. */
  readonly name: PageContentName
  readonly schema: v.GenericSchema<unknown, Value>
  /** null: there is no page at an address with these parameters, such as for an unknown project. */
  readonly make: (content: OwnerContent, parameters: PageParameters) => Value | null
}
