import { openApiByPathFile, openApiFile, postmanFile } from './file-names.ts'

/** A file that describes the whole catalogue to other tools. */
export interface ExportFormat {
  /** Of this release, and under which a browser saves it. */
  readonly file: string
  readonly name: string
  /** The tools that read it, and how many requests they import. */
  readonly hint: string
}

/** Every format, in display order. */
export const exportFormats: readonly ExportFormat[] = [
  { file: openApiFile, name: 'OpenAPI 3.1', hint: 'for viewers and validators' },
  { file: openApiByPathFile, name: 'OpenAPI 3.0', hint: 'for Insomnia, Bruno and generators: 118 requests' },
  { file: postmanFile, name: 'Postman collection', hint: 'for Postman: 118 requests' },
]
