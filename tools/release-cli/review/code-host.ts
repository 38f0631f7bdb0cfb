import { readFileSync } from 'node:fs'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import * as v from 'valibot'
import { createComments } from './comments.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The pull request (GitHub) or merge request (GitLab) that a CI job runs for. */
export interface ReviewedChange {
  /** A prerelease label of this run, such as `pr12.345.1`; a new attempt gets another one. */
  readonly label: string
  readonly description: string
  /** Replaces the comment whose text contains `marker`, or adds one. Returns its address. */
  comment(marker: string, body: string): Promise<string>
}

/** Finds the change in the variables of the CI. Throws a UsageError outside a pull request or merge request. */
export function findReviewedChange(environment: Environment): ReviewedChange {
  if (environment.GITHUB_ACTIONS === 'true') return readGitHub(environment)
  if (environment.GITLAB_CI === 'true') return readGitLab(environment)
  throw new UsageError(
    'review runs in GitHub Actions or GitLab CI. On your machine, use `publish` and `preview`.',
  )
}

const EventSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    pull_request: v.object({ number: v.number(), body: v.optional(v.nullable(v.string())) }),
  }),
)

function readGitHub(environment: Environment): ReviewedChange {
  const event = v.safeParse(EventSchema, readFileSync(require(environment, 'GITHUB_EVENT_PATH'), 'utf8'))
  if (!event.success)
    throw new UsageError('This job does not run for a pull request: use `on: pull_request`.')
  const { number, body } = event.output.pull_request
  const api = `${environment.GITHUB_API_URL ?? 'https://api.github.com'}/repos/${require(environment, 'GITHUB_REPOSITORY')}/issues`
  const token = require(environment, 'GITHUB_TOKEN')
  return {
    label: `pr${number}.${environment.GITHUB_RUN_NUMBER ?? '0'}.${environment.GITHUB_RUN_ATTEMPT ?? '1'}`,
    description: body ?? '',
    comment: createComments({
      list: `${api}/${number}/comments`,
      create: { method: 'POST', url: `${api}/${number}/comments` },
      update: (id) => ({ method: 'PATCH', url: `${api}/comments/${id}` }),
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    }),
  }
}

function readGitLab(environment: Environment): ReviewedChange {
  const number = environment.CI_MERGE_REQUEST_IID
  if (number === undefined)
    throw new UsageError('This job does not run for a merge request: use a rule for merge_request_event.')
  const notes = `${require(environment, 'CI_API_V4_URL')}/projects/${require(environment, 'CI_PROJECT_ID')}/merge_requests/${number}/notes`
  return {
    label: `mr${number}.${environment.CI_PIPELINE_IID ?? '0'}.${environment.CI_JOB_ID ?? '0'}`,
    description: environment.CI_MERGE_REQUEST_DESCRIPTION ?? '',
    comment: createComments({
      list: notes,
      create: { method: 'POST', url: notes },
      update: (id) => ({ method: 'PUT', url: `${notes}/${id}` }),
      headers: { 'private-token': require(environment, 'GITLAB_TOKEN') },
    }),
  }
}

function require(environment: Environment, name: string): string {
  const value = environment[name]
  if (value === undefined || value === '')
    throw new UsageError(`Set ${name}, as the workflow that \`create\` writes does.`)
  return value
}
