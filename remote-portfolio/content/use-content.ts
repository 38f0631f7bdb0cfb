import type { OwnerContent } from '@portico/kit/content/content.ts'
import type { PageContent, PageParameters } from '@portico/kit/content/page-content.ts'
import { type ContentPort, PageNotFound, useHost } from '@portico/kit/contract/contract.ts'
import { useParams } from '@portico/kit/contract/router.ts'
import { isMarked } from '@portico/kit/site/owner-marks.ts'
import { use, useMemo } from 'react'
import * as v from 'valibot'

/**
 * Returns what the page shows of the owner's content. The manifest names the same as the page's `content`, so it is there
 * when the page renders. Throws PageNotFound if there is no such page, such as for an unknown project.
 */
export function useContent<Value>(definition: PageContent<Value>): Value {
  const { content } = useHost()
  if (content === undefined)
    throw new Error('This site provides no content: its shell is older than this release.')
  const key = JSON.stringify(useParams())
  const own = useMemo(() => findOwn(content, definition, JSON.parse(key)), [content, definition, key])
  const all = own === null ? (content.all ?? use(content.load())) : null
  const shown = useMemo(() => own ?? makeFrom(all, definition, JSON.parse(key)), [own, all, definition, key])
  if (shown === null) throw new PageNotFound(`There is no page with the parameters ${key}.`)
  return shown
}

/** The content that the server sent with the page; null: it belongs to another page. */
function findOwn<Value>(
  { page }: ContentPort,
  { name, schema }: PageContent<Value>,
  parameters: PageParameters,
): Value | null {
  if (page?.name !== name || !isSame(page.parameters, parameters)) return null
  const { value } = page
  return isMarked(Object(value)) ? (value as Value) : v.parse(schema, value)
}

/** What is made of the content file is checked, instead of the whole file in each page. */
function makeFrom<Value>(
  all: unknown,
  { schema, make }: PageContent<Value>,
  parameters: PageParameters,
): Value | null {
  const made = make(all as OwnerContent, parameters)
  return made === null ? null : v.parse(schema, made)
}

/** Whether two addresses of a page have the same parameters. */
function isSame(parameters: PageParameters, other: PageParameters): boolean {
  return Object.keys({ ...parameters, ...other }).every((name) => parameters[name] === other[name])
}
