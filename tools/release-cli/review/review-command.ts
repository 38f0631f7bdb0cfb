import { readFileSync } from 'node:fs'
import { exitCodes, getArgument, getFlag, UsageError } from '@portico/protocol/command-line/command.ts'
import { PublishResultSchema } from '@portico/protocol/publish/release-api.ts'
import * as v from 'valibot'
import { type Command, type CommandContext, reasonFlag } from '../command.ts'
import { createPreviewLink, type NamedRelease, parseReleases } from '../preview-link.ts'
import { publish } from '../publish-commands.ts'

/** `review`: what CI does with a pull request or merge request. */
export const review: Command = {
  usage: 'review <remote> [--with <remote>@<version>,…] [--no-browser --reason <text>]',
  summary: 'in CI: publishes a prerelease of a pull request and maintains one comment with its preview link',
  maxArguments: 1,
  notes: [
    '--with <releases>  releases of other remotes that the link shows as well; RELEASE_TOKEN must be allowed to preview them',
    'A line "Preview with: <remote>@<version>, …" in the description of the pull request does the same.',
    'Needs GITHUB_TOKEN or GITLAB_TOKEN, which may write comments.',
  ],
  flags: { with: { type: 'string' }, ...reasonFlag, 'no-browser': { type: 'boolean' } },
  async run(context) {
    const remote = getArgument(context, 0, 'the name of a remote')
    const change = findReviewedChange(context.environment)
    const others = [...parseReleases(getFlag(context, 'with') ?? ''), ...findOthers(change.description)]
    const published = await publishPrerelease(context, change.label)
    if ('exitCode' in published) return published
    const { version } = published
    const releases = [{ remote, version }, ...others.filter((other) => other.remote !== remote)] as const
    const { url, expiresAt } = await createPreviewLink(context.site(), releases)
    const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
    const marker = `<!-- portico preview of ${remote} -->`
    const lines = [
      marker,
      `**[Preview on the site](${url})**, valid until ${until} UTC in every browser that opens it.`,
      '',
      ...releases.map((release) => `- ${release.remote} \`${release.version}\``),
      '',
      'Nobody else sees these releases. Run the job again for a new link.',
    ]
    const comment = await change.comment(marker, lines.join('\n'))
    return { json: { remote, version, url, expiresAt, comment }, text: `${version}: ${url}\n${comment}` }
  },
}

async function publishPrerelease(context: CommandContext, label: string) {
  const result = await publish.run({ ...context, flags: { ...context.flags, prerelease: label } })
  if ((result.exitCode ?? exitCodes.ok) !== exitCodes.ok) return { ...result, exitCode: result.exitCode ?? 1 }
  return { version: v.parse(PublishResultSchema, result.json).version }
}

function findOthers(description: string): NamedRelease[] {
  const lines = description.split(/[\r\n]+/)
  const start = /^\W*Preview with:\W*/i
  const at = lines.findIndex((line) => start.test(line))
  if (at === -1) return []
  const [text = ''] = lines.slice(at).join('\n').replace(start, '').split('\n', 1)
  return parseReleases(text.replaceAll('`', ''))
}

type Environment = Readonly<Record<string, string | undefined>>

/** The pull request (GitHub) or merge request (GitLab) that a CI job runs for. */
interface ReviewedChange {
  /** A prerelease label of this run, such as `pr12.345.1`; a new attempt gets another one. */
  readonly label: string
  readonly description: string
  /** Replaces the comment whose text contains `marker`, or adds one. Returns its address. */
  comment(marker: string, body: string): Promise<string>
}

/** Finds the change in the variables of the CI. Throws a UsageError outside a pull request or merge request. */
function findReviewedChange(environment: Environment): ReviewedChange {
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
