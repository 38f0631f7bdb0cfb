/** A mistake in an owner's text; the message says where it is and what is expected. */
export class ContentError extends Error {
  override name = 'ContentError'
}

/** A file of the owner's texts, named as the owner knows it. */
export interface TextFile {
  /** Path from the project's folder: `content/about.md`. */
  readonly name: string
  readonly text: string
}

/** The error for a mistake in line `line` (from 1) of `file`. */
export function mistake(file: { readonly name: string }, line: number, what: string): ContentError {
  return new ContentError(`${file.name}:${line}: ${what}`)
}
