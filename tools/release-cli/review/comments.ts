import * as v from 'valibot'

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
export function createComments({ list, create, update, headers }: CommentsApi) {
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
