import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import * as v from 'valibot'

const SampleJsonSchema = v.pipe(v.string(), v.parseJson(), v.object({ sample: v.literal(true) }))

/** A file that the owner of a site fills in. */
export interface OwnerFile {
  /**
   * Path from the project's root, for example `content/about.md`; for the file with the owner's values, only its name.
   */
  readonly name: string
  /** True: it still contains the sample content that comes with the project. */
  readonly isSample: boolean
}

/**
 * The files that an owner fills in. Sample content says so itself: `sample: true` in the front matter or the YAML, and
 * `"sample": true` in `siteFile`, which is relative to `root`. Replacing or deleting a file removes its mark, too. The name
 * of `siteFile` has no folder: it is public, and a build must not depend on where its project is.
 */
export function listOwnerFiles(root: string, siteFile = 'site.config.json'): OwnerFile[] {
  const path = resolve(root, siteFile)
  return [...describeFile(path, basename(path)), ...listContentFiles(root)]
}

/** The files of `content/` that an owner fills in. */
export function listContentFiles(root: string): OwnerFile[] {
  const projects = 'content/projects'
  const names = existsSync(join(root, projects)) ? readdirSync(join(root, projects)) : []
  const files = names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${projects}/${name}`)
  return ['content/about.md', 'content/timeline.yaml', ...files].flatMap((name) =>
    describeFile(join(root, name), name),
  )
}

function describeFile(path: string, name: string): OwnerFile[] {
  return existsSync(path) ? [{ name, isSample: isMarked(name, readFileSync(path, 'utf8')) }] : []
}

// Only searched for the mark: the readers of the content report what is invalid, with its line.
function isMarked(name: string, text: string): boolean {
  if (name.endsWith('.json')) return v.is(SampleJsonSchema, text)
  const [before, frontMatter = '', end] = name.endsWith('.md') ? text.split(/^---/m, 3) : ['', text, '']
  if (before !== '' || end === undefined) return false
  return /^sample:\s*true\s*$/m.test(frontMatter)
}
