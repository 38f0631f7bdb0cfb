import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { emptyContent, type OwnerContent, OwnerContentSchema } from '@portico/kit/content/content.ts'
import { paths } from '@portico/kit/paths.ts'
import * as v from 'valibot'
import type { Configuration } from './configuration.ts'
import { OperatorError } from './operator-error.ts'

/** The owner's content as it was built. */
export interface ContentFile {
  readonly content: OwnerContent
  readonly bytes: Buffer
  /** Its path, which changes with its bytes. */
  readonly address: string
}

/** The owner's content, always as it was built last. */
export interface ContentReader {
  /** The same object until the content changes. */
  read(): ContentFile
}

const contentFile = 'content.json'
const checkMs = 200 // the page that a developer's save reloads has to show the change
const fileSchema = v.pipe(v.string(), v.parseJson(), OwnerContentSchema)
const empty = describeFile(Buffer.from(JSON.stringify(emptyContent)), emptyContent)

/**
 * Opens the content that `npm start` has built. A later build is read within a second; while its file is invalid or missing,
 * the previous content stays, and `onError` is called once. A site without the file has no content. Throws an OperatorError if
 * it is invalid at startup.
 */
export function openContent(
  { contentFolder }: Pick<Configuration, 'contentFolder'>,
  onError: (error: unknown) => void,
): ContentReader {
  const file = join(contentFolder, contentFile)
  let lastChange = readChangeTime(file)
  let lastCheck = Date.now()
  let current = lastChange === null ? empty : readContentFile(file)
  function update(): void {
    const change = readChangeTime(file)
    if (change === lastChange || change === null) return
    lastChange = change
    try {
      const next = readContentFile(file)
      if (next.address !== current.address) current = next
    } catch (error) {
      onError(error)
    }
  }
  return {
    read() {
      const now = Date.now()
      if (Math.abs(now - lastCheck) >= checkMs) {
        lastCheck = now
        update()
      }
      return current
    },
  }
}

/** What is wrong with a CONTENT_DIR without built content; null: nothing. */
export function describeMissingContent({
  contentFolder,
  expectsContent,
}: Pick<Configuration, 'contentFolder' | 'expectsContent'>): string | null {
  if (!expectsContent || readChangeTime(join(contentFolder, contentFile)) !== null) return null
  return `CONTENT_DIR has no built content: there is no ${contentFile} in ${contentFolder}, so the site shows no texts, projects or images. Set it to the folder that \`npm run build\` makes from content/: dist/content, or a copy of it.`
}

function readContentFile(file: string): ContentFile {
  const advice = 'Run `npm start` again, or set CONTENT_DIR to the folder with the built content.'
  try {
    const bytes = readFileSync(file)
    return describeFile(bytes, v.parse(fileSchema, bytes.toString()))
  } catch (cause) {
    const reason =
      cause instanceof v.ValiError ? (v.getDotPath(cause.issues[0]) ?? 'it is no JSON') : String(cause)
    throw new OperatorError(`${file} can't be used: ${reason}. ${advice}`, { cause })
  }
}

function describeFile(bytes: Buffer, content: OwnerContent): ContentFile {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return { content, bytes, address: `${paths.content}/${hash}.json` }
}

/** null: the file doesn't exist, as for a moment while it is replaced. */
function readChangeTime(file: string): bigint | null {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? null
}
