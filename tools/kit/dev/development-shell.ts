import { getReleaseFolder } from '@portico/shared/paths.ts'
import {
  type DevelopmentShell,
  DevelopmentShellSchema,
  developmentShellPath,
} from '@portico/shared/release/development-shell.ts'
import * as v from 'valibot'

/** A site is running, but `portico dev` can't use it. The message says what to do. */
export class UnusableSiteError extends Error {}

const ResponseSchema = v.pipe(v.string(), v.parseJson(), DevelopmentShellSchema)
const shellScripts = /<script defer src="\/r\/shell\/([^"/]+)\/index\.js"[^>]*><\/script>/

/** Fetches which script of the shell in use is for development. Throws an UnusableSiteError if the site has none. */
export async function fetchDevelopmentShell(site: string): Promise<DevelopmentShell> {
  const response = await fetch(site + developmentShellPath, { headers: { accept: 'application/json' } })
  const parsed = v.safeParse(ResponseSchema, await response.text())
  if (parsed.success) return parsed.output
  throw new UnusableSiteError(
    `The shell of ${site} has no build for development (${developmentShellPath} responded with ${response.status}), so the site is older than this kit. \`npx portico upgrade\` installs the kit of the site.`,
  )
}

/** Replaces the shell's script in a page with the one for development, which has the same integrity rules. */
export function insertDevelopmentShell(html: string, { release, script }: DevelopmentShell): string {
  if (shellScripts.exec(html)?.[1] !== release)
    throw new UnusableSiteError('The site has just changed its shell. Reload this page.')
  const address = getReleaseFolder('shell', release) + script.file
  return html.replace(
    shellScripts,
    `<script defer src="${address}" integrity="${script.integrity}" crossorigin="anonymous"></script>`,
  )
}
