import type { Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { frontmatter } from 'micromark-extension-frontmatter'
import { createContentError, type TextFile } from './content-error.ts'

/** Parses Markdown with optional front matter, which becomes the first node. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, {
    extensions: [frontmatter('yaml')],
    mdastExtensions: [frontmatterFromMarkdown('yaml')],
  })
}

/** The number of lines before the YAML of front matter: its opening fence. */
export const linesBeforeFrontMatter = 1

/** The YAML of the front matter. Throws a ContentError when there is none. */
export function getFrontMatter(file: TextFile): string {
  const frontMatter = findFrontMatter(file)
  if (frontMatter !== null) return frontMatter
  throw createContentError(file, 1, 'expected front matter: YAML between two lines ---')
}

/** The YAML of the front matter; null: there is none. */
export function findFrontMatter({ text }: TextFile): string | null {
  const [first] = parseMarkdown(text).children
  return first?.type === 'yaml' ? first.value : null
}
