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
  readonly matches: (row: Row) => boolean
}

/** All facets, in display order. */
export const facets: readonly Facet[] = [
  {
    name: 'method',
    label: 'Method',
    values: [
      { value: 'GET', label: 'GET', matches: ({ get }) => get === 'GET' },
      { value: 'POST', label: 'POST', matches: ({ get }) => get === 'POST' },
    ],
  },
  {
    name: 'access',
    label: 'Access',
    values: [
      { value: 'any', label: 'Any key', matches: ({ paid }) => paid !== true },
      { value: 'paid', label: 'Paid users only', matches: ({ paid }) => paid === true },
    ],
  },
  {
    name: 'output',
    label: 'Returns',
    values: [
      { value: 'data', label: 'Data', matches: ({ output }) => output === 'json' },
      { value: 'image', label: 'Image', matches: ({ output }) => output === 'image' },
      { value: 'animated-image', label: 'Animated image', matches: ({ output }) => output === 'gif' },
      { value: 'file', label: 'File', matches: ({ output }) => output === 'file' },
    ],
  },
  {
    name: 'input',
    label: 'Takes',
    values: [
      { value: 'text', label: 'Text', matches: takes('text') },
      { value: 'link', label: 'Link', matches: takes('link') },
      { value: 'image', label: 'Image', matches: takes('image') },
      { value: 'person', label: 'Person', matches: takes('person') },
    ],
  },
  {
    name: 'needs',
    label: 'Parameters',
    values: [{ value: 'none', label: 'None needed', matches: hasNoParameters }],
  },
]

type InputKind = 'text' | 'link' | 'image' | 'person'

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
  img_url: 'image',
  img_url_1: 'image',
  img_url_2: 'image',
  image_url: 'image',
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
