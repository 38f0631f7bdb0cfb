/** An error in the owner's content; the message names the place and what is expected. */
export class ContentError extends Error {
  override name = 'ContentError'
}

/** A file of the owner's content. */
export interface TextFile {
  /** Path from the project's root, for example `content/about.md`. */
  readonly name: string
  readonly text: string
}

/** The error for line `line` (from 1) of `file`. */
export function createContentError(
  file: { readonly name: string },
  line: number,
  message: string,
): ContentError {
  return new ContentError(`${file.name}:${line}: ${message}`)
}
