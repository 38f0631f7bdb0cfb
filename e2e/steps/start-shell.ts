import { join } from 'node:path'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { deriveShell } from '@portico/tools/testing/derive-release.ts'
import { root, type Site } from '../site/start-site.ts'
import { createReleaseTeam } from './release-team.ts'

/** Publishes a shell and starts its rollout. Returns what a journey needs to know. */
export async function startShell(site: Site, version: string, change = (script: string) => `${script}\n`) {
  const team = createReleaseTeam(site)
  const folder = join(root, 'e2e', '.cache', 'shells', version)
  deriveShell(join(root, 'dist', 'shell'), folder, { version, change })
  await team.startsCanary({ name: 'shell', folder, version })
  const { shell } = await team.document()
  if (!shell?.canary) throw new Error('The shell has no rollout.')
  return { team, canary: getReleaseId(shell.canary.release), stable: getReleaseId(shell) }
}
