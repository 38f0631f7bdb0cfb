import type { Failure } from '@portico/protocol/publish/release-api.ts'
import { createWorkerPool, TaskDeadlineError } from '../../http/background/worker-pool.ts'
import { rebuildHint } from '../compatibility/shell-compatibility.ts'
import type { Build } from '../storage/read-builds.ts'
import type { TemplateTexts } from './read-templates.ts'

const defaultDeadlineMs = 300_000 // ours take less than a second; but the thread gives way to requests, also of other programs

/**
 * Checks that this server can render every prerendered page of a build; otherwise browsers would have to. In a thread, because a team
 * writes these files. The warning says what to change although it passes.
 */
export async function checkTemplates(
  { record: { prerendered } }: Build,
  files: ReadonlyMap<string, Buffer | null>,
  deadlineMs = defaultDeadlineMs,
): Promise<{ readonly failure: Failure; readonly warning: Failure }> {
  if (prerendered === undefined) return { failure: null, warning: null }
  const pages =
    'frames' in prerendered
      ? [...prerendered.frames.map(({ html }) => html), prerendered.loading, prerendered.noScript]
      : prerendered.pages.map(({ html }) => html)
  const names = [...new Set(pages.flatMap((page) => page?.file ?? []))]
  const isOlder = (name: string) => name.endsWith('.txt')
  const toTexts = (listed: readonly string[]) =>
    listed.map((name) => ({ name, text: files.get(name)?.toString() ?? '' }))
  const isOld = prerendered.site !== undefined || names.some(isOlder)
  const message = await findError(
    {
      pages: toTexts(names.filter((name) => !isOlder(name))),
      metadata: 'metadata' in prerendered && !isOld ? toTexts([prerendered.metadata.file]) : [],
    },
    deadlineMs,
  )
  return {
    failure:
      message === null
        ? null
        : { message, hint: `If this site is older than the build, update it. ${rebuildHint}` },
    warning: isOld
      ? { message: 'An older build has prerendered its pages: browsers will render them.', hint: rebuildHint }
      : null,
  }
}

async function findError(texts: TemplateTexts, deadlineMs: number): Promise<string | null> {
  if (texts.pages.length + texts.metadata.length === 0) return null
  const threads = createWorkerPool<TemplateTexts, string | null>({
    module: './read-templates',
    importer: import.meta,
    deadlineMs,
  })
  try {
    return await threads.run(texts)
  } catch (error) {
    if (error instanceof TaskDeadlineError)
      return `The prerendered files could not be checked within ${deadlineMs / 1000} s: they contain too much.`
    throw error
  }
}
