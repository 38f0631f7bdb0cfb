import { runCommand } from '../system/run-command.ts'
import type { CommandContext } from './command.ts'

/** The commit that is checked out, as part of a query: that of the pipeline, or of the repository; empty: there is none. */
export async function findCommit({
  environment,
}: Pick<CommandContext, 'environment'>): Promise<{ commit?: string }> {
  const ofPipeline = environment.GITHUB_SHA ?? environment.CI_COMMIT_SHA
  if (ofPipeline !== undefined) return { commit: ofPipeline }
  const options = { output: 'return', cwd: process.env.INIT_CWD ?? process.cwd() } as const
  try {
    const commit = (await runCommand('git', ['rev-parse', 'HEAD'], options)).trim()
    const changes = await runCommand('git', ['status', '--porcelain'], options)
    return { commit: changes === '' ? commit : `${commit}-dirty` }
  } catch {
    return {} // no git, or no repository
  }
}
