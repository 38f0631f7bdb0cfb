import type { PageMetadataList } from '@portico/kit/contract/page-metadata.ts'
import { readMetadata, type TextPart, textKey } from '@portico/protocol/template/metadata-template.ts'
import { TemplateError } from '@portico/protocol/template/page-template.ts'
import { splitMarks } from './split-marks.ts'

/** Turns metadata, whose texts have marks, into JSON. Throws a TemplateError for what the server could not fill in. */
export function compileMetadata(metadata: PageMetadataList): string {
  const text = JSON.stringify(metadata, (_key, value: unknown) =>
    typeof value === 'string' ? compileText(value) : value,
  )
  readMetadata(text)
  return text
}

function compileText(text: string): unknown {
  const parts = splitMarks(text).map((part): TextPart => {
    if (typeof part === 'string' || ('value' in part && part.isUrlPart !== true)) return part
    throw new TemplateError(`Metadata can only show values of the owner unchanged (“${text}”).`)
  })
  return parts.every((part) => typeof part === 'string') ? text : { [textKey]: parts }
}
