import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { parse } from 'yaml'

const runner = fileURLToPath(import.meta.resolve('gitlab-ci-local'))

const JobsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ name: v.string(), when: v.string() })),
)
const ScriptSchema = v.object({
  script: v.array(v.string()),
  variables: v.optional(v.record(v.string(), v.string()), {}),
})
const FileSchema = v.looseObject({ default: v.object({ before_script: v.array(v.string()) }) })

/**
 * The jobs of the pipeline in `folder` with these variables, by name, and when each runs. A program that needs no GitLab reads
 * the rules, after it has checked the file with GitLab's schema. Throws with what the schema says.
 */
export function listJobs(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = Object.keys(variables)
  const flags = [
    '--list-json',
    '--ignore-predefined-vars',
    names.join(','),
    ...Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]),
  ]
  const output = execFileSync(process.execPath, [runner, ...flags], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const jobs = v.parse(JobsSchema, output)
  return Object.fromEntries(jobs.map(({ name, when }) => [name, when]))
}

/** What GitLab runs for a job, as one script, and the variables that the file gives it. */
export function readJob(folder: string, name: string): { script: string; variables: Record<string, string> } {
  const file = v.parse(FileSchema, parse(readFileSync(join(folder, '.gitlab-ci.yml'), 'utf8')))
  const { script, variables } = v.parse(ScriptSchema, file[name])
  return { script: [...file.default.before_script, ...script].join('\n'), variables }
}
