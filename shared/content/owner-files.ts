import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve } from 'node:path'
import * as v from 'valibot'

const SampleJsonSchema = v.pipe(v.string(), v.parseJson(), v.object({ sample: v.literal(true) }))

/** A file that the owner of a site fills in. */
export interface OwnerFile {
  /** Path from the project's root, for example `content/about.md`. */
  readonly name: string
  /** True: it still holds the sample content that comes with the project. */
  readonly isSample: boolean
}

/**
 * The files that an owner fills in. Sample content says so itself: `sample: true` in the front matter or the YAML, and
 * `"sample": true` in `siteFile`, which is relative to `root`. Replacing or deleting a file removes its mark, too. A file
 * outside of `root` has no folder in its name, because the names are public.
 */
export function listOwnerFiles(root: string, siteFile = 'site.config.json'): OwnerFile[] {
  const projects = 'content/projects'
  const names = existsSync(join(root, projects)) ? readdirSync(join(root, projects)) : []
  const files = names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${projects}/${name}`)
  return [siteFile, 'content/about.md', 'content/timeline.yaml', ...files].flatMap((file) => {
    const path = resolve(root, file)
    const name = getPublicName(root, path)
    return existsSync(path) ? [{ name, isSample: isMarked(name, readFileSync(path, 'utf8')) }] : []
  })
}

function getPublicName(root: string, path: string): string {
  const name = relative(root, path)
  return name.startsWith('..') || isAbsolute(name) ? basename(path) : name.replaceAll('\\', '/')
}

// Only searched for the mark: the readers of the content report what is invalid, with its line.
function isMarked(name: string, text: string): boolean {
  if (name.endsWith('.json')) return v.is(SampleJsonSchema, text)
  const frontMatter = name.endsWith('.md') ? (/^---\r?\n(.*?)^---/ms.exec(text)?.[1] ?? '') : text
  return /^sample:\s*true\s*$/m.test(frontMatter)
}
