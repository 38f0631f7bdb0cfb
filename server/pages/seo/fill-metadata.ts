import {
  fillTexts,
  type MetadataTemplate,
  type TextPart,
} from '@portico/protocol/template/metadata-template.ts'
import { countOwnerItems, type OwnerValues, readOwnerValue } from '@portico/protocol/template/owner-fields.ts'

/**
 * Fills the owner's values into metadata. An item of a list, such as a skill, becomes all of them. A text with a value that the owner
 * doesn't have is left out.
 */
export function fillMetadata(metadata: MetadataTemplate, values: OwnerValues): unknown {
  return fillTexts(metadata, (parts) => fillText(parts, values))
}

/** The text once for each item of its list; no text if the owner doesn't have the value. */
function fillText(parts: readonly TextPart[], values: OwnerValues): string[] {
  const paths = parts.flatMap((part) => (typeof part === 'string' ? [] : (part.value.split('|')[0] ?? [])))
  const list = paths.find((path) => path.endsWith('.*'))?.slice(0, -'.*'.length)
  const count = list === undefined ? 1 : countOwnerItems(list, values, [])
  return Array.from({ length: count }, (_, index) => [index]).flatMap((at) => {
    const texts = parts.map((part) => (typeof part === 'string' ? part : readText(part.value, values, at)))
    return texts.includes(undefined) ? [] : [texts.join('')]
  })
}

function readText(name: string, values: OwnerValues, at: readonly number[]): string | undefined {
  const [path = '', filter = null] = name.split('|')
  return readOwnerValue({ path, filter, isUrlPart: false }, values, at)
}
