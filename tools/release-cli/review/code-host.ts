import { readFileSync } from 'node:fs'
import { UsageError } from '@portico/protocol/command-line/command.ts'
import * as v from 'valibot'

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

/** The comments of one change on GitHub or GitLab, whose APIs differ only in addresses and methods. */
interface CommentsApi {
  readonly list: string
  readonly create: Call
  readonly update: (id: number) => Call
  readonly headers: Readonly<Record<string, string>>
}

interface Call {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly url: string
}

const CommentSchema = v.object({
  id: v.number(),
  body: v.optional(v.nullable(v.string())),
  /** GitHub's address of the comment; GitLab has none. */
  html_url: v.optional(v.string()),
})
const perPage = 100
const maxPages = 30

/** Returns a function that replaces the comment whose text contains `marker`, or adds one. */
function createComments({ list, create, update, headers }: CommentsApi) {
  async function send(url: string, init: RequestInit): Promise<unknown> {
    const response = await fetch(url, {
      ...init,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    if (response.ok) return response.json()
    throw new Error(
      `${new URL(url).origin} refused to ${init.method === 'GET' ? 'list' : 'write'} comments: ${response.status}. Check that this job's token may write comments.`,
    )
  }

  async function find(marker: string): Promise<number | undefined> {
    for (let page = 1; page <= maxPages; page += 1) {
      const query = new URLSearchParams({ per_page: String(perPage), page: String(page) })
      const comments = v.parse(v.array(CommentSchema), await send(`${list}?${query}`, { method: 'GET' }))
      const found = comments.find(({ body }) => body?.includes(marker))
      if (found !== undefined || comments.length < perPage) return found?.id
    }
    return undefined
  }

  return async (marker: string, body: string): Promise<string> => {
    const id = await find(marker)
    const { method, url } = id === undefined ? create : update(id)
    const comment = v.parse(CommentSchema, await send(url, { method, body: JSON.stringify({ body }) }))
    return comment.html_url ?? `comment ${comment.id}`
  }
}
