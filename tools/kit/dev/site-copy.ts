import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileNameShape } from '@portico/kit/contract/release-file.ts'
import { paths, withoutAttempt } from '@portico/kit/paths.ts'
import { DevelopmentShellSchema } from '@portico/protocol/release/development-shell.ts'
import * as v from 'valibot'
import { findJson } from '../../system/read-json.ts'
import { writeAtomically } from '../../system/write-atomically.ts'

const CopiedPageSchema = v.object({
  copiedAt: v.number(),
  headers: v.array(v.tuple([v.string(), v.string()])),
  html: v.string(),
  shell: DevelopmentShellSchema,
  /** The discovery document, which open pages request. */
  discovery: v.string(),
})

/** The site's page without a remote, as a visitor gets it who is not signed in. */
type CopiedPage = v.InferOutput<typeof CopiedPageSchema>

/** A local copy of what pages need from a site, for offline use. */
export type SiteCopy = ReturnType<typeof openSiteCopy>

const releaseFile = /^\/r\/([a-z0-9-]+)\/([A-Za-z0-9][A-Za-z0-9.-]*)\/(.+)$/

/** Opens the copy of a site for a repository. It is among the packages, so that Git ignores it and `npm ci` removes it. */
export function openSiteCopy(root: string, site: string) {
  const folder = join(root, 'node_modules/.cache/portico', new URL(site).host.replace(':', '_'))
  const pageFile = join(folder, 'site.json')

  /** Where a release's file is copied to; null: it is not the path of one. */
  function toFile(path: string): string | null {
    const [, app = '', id = '', rest = ''] = releaseFile.exec(path) ?? []
    const name = withoutAttempt(rest)
    return fileNameShape.test(name) ? join(folder, 'r', app, id, name) : null
  }

  return {
    /** null: nothing was copied yet. */
    readPage: () => findJson(pageFile, CopiedPageSchema) ?? null, // an older kit may have written another form
    writePage: (page: CopiedPage) => writeAtomically(pageFile, Buffer.from(JSON.stringify(page))),
    /** A file of a release, by its path on the site; null: it was not copied. */
    readFile(path: string) {
      const file = toFile(path)
      return file !== null && existsSync(file) ? readFileSync(file) : null
    },
    async writeFile(path: string, bytes: Buffer) {
      const file = toFile(path)
      if (file !== null) await writeAtomically(file, bytes)
    },
    /** Removes the files of all releases but those in `folders`, such as `/r/catalogue/1.2.0-0a1b2c3d/`. */
    keepOnly(folders: ReadonlySet<string>) {
      const releases = join(folder, 'r')
      for (const app of list(releases))
        for (const id of list(join(releases, app)))
          if (!folders.has(`${paths.releases}/${app}/${id}/`))
            rmSync(join(releases, app, id), { recursive: true })
    },
  }
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
