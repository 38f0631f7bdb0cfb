import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import {
  type DevelopmentShell,
  DevelopmentShellSchema,
  developedRemoteAttribute,
  developmentShellPath,
} from '@portico/protocol/release/development-shell.ts'
import { inspectParameter } from '@portico/protocol/release/inspect-parameter.ts'
import * as v from 'valibot'

/** A site is running, but `portico dev` can't use it. The message says what to do. */
export class UnusableSiteError extends Error {}

const ResponseSchema = v.pipe(v.string(), v.parseJson(), DevelopmentShellSchema)
const shellScripts = /<script defer src="\/r\/shell\/([^"/]+)\/index\.js"[^<>]*><\/script>/

/** Fetches which script of the shell in use is for development. Throws an UnusableSiteError if the site has none. */
export async function fetchDevelopmentShell(site: string): Promise<DevelopmentShell> {
  const response = await fetch(site + developmentShellPath, { headers: { accept: 'application/json' } })
  const parsed = v.safeParse(ResponseSchema, await response.text())
  if (parsed.success) return parsed.output
  throw new UnusableSiteError(
    `The shell of ${site} has no build for development (${developmentShellPath} responded with ${response.status}), so the site is older than this kit. \`npx --no-install portico upgrade\` installs the kit of the site.`,
  )
}

/**
 * Adds the inspector to a page whose address has `?inspect`, before every other script, so that it receives the first page
 * event. It says that `remote` is built on this machine.
 */
export function insertInspector(
  html: string,
  { url, shell, remote }: { readonly url: URL; readonly shell: DevelopmentShell; readonly remote: string },
): string {
  if (shell.inspector === undefined || !url.searchParams.has(inspectParameter)) return html
  const script = renderScript(shell.release, shell.inspector, ` ${developedRemoteAttribute}="${remote}"`)
  return html.replace('<script defer ', `${script}\n<script defer `)
}

/** Replaces the shell's script in a page with the one for development, which has the same integrity rules. */
export function insertDevelopmentShell(html: string, { release, script }: DevelopmentShell): string {
  if (shellScripts.exec(html)?.[1] !== release)
    throw new UnusableSiteError('The site has just changed its shell. Reload this page.')
  return html.replace(shellScripts, renderScript(release, script))
}

function renderScript(release: string, { file, integrity }: ReleaseFile, attributes = ''): string {
  const address = getReleaseFolder('shell', release) + file
  return `<script defer src="${address}" integrity="${integrity}" crossorigin="anonymous"${attributes}></script>`
}
