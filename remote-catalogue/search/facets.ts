import type { Row } from '../data/schema.ts'
import type { FacetName } from '../model/facet-values.ts'
import { getOptionalParameters, getRequiredParameters } from '../model/parameter.ts'

/** A filter. Several selected values of one facet are alternatives. */
interface Facet {
  /** Its name in a URL. */
  readonly name: FacetName
  readonly label: string
  readonly values: readonly FacetValue[]
}

interface FacetValue {
  /** Its name in a URL. */
  readonly value: string
  readonly label: string
  readonly holds: (row: Row) => boolean
}

/** All facets, in display order. */
export const facets: readonly Facet[] = [
  {
    name: 'method',
    label: 'Method',
    values: [
      { value: 'GET', label: 'GET', holds: ({ get }) => get === 'GET' },
      { value: 'POST', label: 'POST', holds: ({ get }) => get === 'POST' },
    ],
  },
  {
    name: 'access',
    label: 'Access',
    values: [
      { value: 'any', label: 'Any key', holds: ({ paid }) => paid !== true },
      { value: 'paid', label: 'Paid users only', holds: ({ paid }) => paid === true },
    ],
  },
  {
    name: 'output',
    label: 'Returns',
    values: [
      { value: 'data', label: 'Data', holds: ({ output }) => output === 'json' },
      { value: 'picture', label: 'Image', holds: ({ output }) => output === 'image' },
      { value: 'moving', label: 'Animated image', holds: ({ output }) => output === 'gif' },
      { value: 'file', label: 'File', holds: ({ output }) => output === 'file' },
    ],
  },
  {
    name: 'input',
    label: 'Takes',
    values: [
      { value: 'text', label: 'Text', holds: takes('text') },
      { value: 'link', label: 'Link', holds: takes('link') },
      { value: 'picture', label: 'Image', holds: takes('picture') },
      { value: 'person', label: 'Person', holds: takes('person') },
    ],
  },
  {
    name: 'needs',
    label: 'Parameters',
    values: [{ value: 'none', label: 'None needed', holds: hasNoParameters }],
  },
]

type InputKind = 'text' | 'link' | 'picture' | 'person'

// Other parameters (an id, a style number, a colour) don't count as input.
const inputKinds: Readonly<Record<string, InputKind>> = {
  q: 'text',
  text: 'text',
  text_1: 'text',
  text_2: 'text',
  from: 'text',
  to: 'text',
  url: 'link',
  site: 'link',
  img_url: 'picture',
  img_url_1: 'picture',
  img_url_2: 'picture',
  image_url: 'picture',
  username: 'person',
  number: 'person',
}

function takes(kind: InputKind): (row: Row) => boolean {
  return (row) =>
    getRequiredParameters(row)
      .flatMap(({ names }) => names)
      .some((name) => inputKinds[name] === kind)
}

function hasNoParameters(row: Row): boolean {
  return (
    !row.needUnknown && getRequiredParameters(row).length === 0 && getOptionalParameters(row).length === 0
  )
}
