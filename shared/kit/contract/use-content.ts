// By their public names: the shell shares these two modules, and a relative import would be a copy.
import { type ContentPort, PageNotFound, useHost } from '@portico/kit/contract/contract.ts'
import { useParams } from '@portico/kit/contract/router.ts'
import { use, useMemo } from 'react'
import * as v from 'valibot'
import {
  type ContentSelection,
  nameSelection,
  type PageParameters,
  selectContent,
} from '../content/content-selection.ts'
import { isMarked } from '../site/owner-marks.ts'

/**
 * Returns what the page shows of the owner's content. `selection` is the page's `content` in the manifest, so it is there when the page
 * renders; `schema` is what the page expects. Throws PageNotFound if there is no such page, such as for an unknown project.
 */
export function useContent<Value>(
  selection: ContentSelection,
  schema: v.GenericSchema<unknown, Value>,
): Value {
  const { content } = useHost()
  if (content === undefined)
    throw new Error('This site provides no content: its shell is older than this release.')
  const key = JSON.stringify(useParams())
  const own = useMemo(() => findOwn(content, selection, JSON.parse(key)), [content, selection, key])
  const all = own === null ? (content.all ?? use(content.load())) : null
  const selected = useMemo(
    () => own ?? selectContent(all, selection, JSON.parse(key)),
    [own, all, selection, key],
  )
  const shown = useMemo(() => selected && parse(selected, schema), [selected, schema])
  if (shown === null) throw new PageNotFound(`There is no page with the parameters ${key}.`)
  return shown
}

/** The content that the server sent with the page; null: it belongs to another page. */
function findOwn(
  { page }: ContentPort,
  selection: ContentSelection,
  parameters: PageParameters,
): object | null {
  return page?.name === nameSelection(selection) && isSame(page.parameters, parameters)
    ? Object(page.value)
    : null
}

/** In a build the content is marks, which have to stay as they are. */
function parse<Value>(selected: object, schema: v.GenericSchema<unknown, Value>): Value {
  return isMarked(selected) ? (selected as Value) : v.parse(schema, selected)
}

/** Whether two addresses of a page have the same parameters. */
function isSame(own: PageParameters, other: PageParameters): boolean {
  return Object.keys({ ...own, ...other }).every((name) => own[name] === other[name])
}
