import { readMetadata } from '@portico/protocol/template/metadata-template.ts'
import { TemplateError } from '@portico/protocol/template/page-template.ts'
import { readTemplate } from '@portico/protocol/template/read-template.ts'
import { handleTasks } from '../../http/background/handle-tasks.ts'

export interface TemplateTexts {
  readonly pages: readonly TemplateText[]
  readonly metadata: readonly TemplateText[]
}

interface TemplateText {
  readonly name: string
  readonly text: string
}

// The first error; null: none.
handleTasks(
  ({ pages, metadata }: TemplateTexts): string | null =>
    findError(pages, readTemplate) ?? findError(metadata, readMetadata),
)

function findError(texts: readonly TemplateText[], read: (text: string) => unknown): string | null {
  for (const { name, text } of texts)
    try {
      read(text)
    } catch (error) {
      if (error instanceof TemplateError) return `${name}: ${error.message}`
      throw error
    }
  return null
}
