import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OwnerContent } from '@portico/kit/content/content.ts'
import { listParameters } from '@portico/kit/content/content-selection.ts'
import type { Finding } from '@portico/protocol/publish/release-api.ts'
import { hasParameters, overlaps } from '@portico/protocol/release/page-paths.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import type { BuiltRelease } from '../built-release.ts'
import { failed } from '../findings.ts'

/** A page, and the address to open it at. */
export interface PageExample {
  readonly page: ReleaseRecord['pages'][number]
  readonly address: string
}

// Anything else in it, and the address of a page that shows the owner's content, may be a template.
const Address = v.fallback(v.optional(v.string()), undefined)
const MetadataSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ path: v.string(), head: v.object({ address: Address }) })),
)

/**
 * An address for every page. One with parameters has the `example` of the manifest, or else the first address in the
 * page's metadata; findings say which pages have neither. One that shows the owner's content has the first address at which
 * `content`, that of the site, has something for it.
 */
export function listExamples(
  built: BuiltRelease,
  content: OwnerContent | null = null,
): { examples: PageExample[]; findings: Finding[] } {
  const metadata = readMetadata(built)
  const examples: PageExample[] = []
  const findings: Finding[] = []
  for (const page of built.record.pages) {
    const { path, content: selection } = page
    if (content !== null && selection !== undefined) {
      // One that shows content which the owner doesn't have is no page of this site.
      const [parameters] = listParameters(content, selection)
      if (parameters !== undefined) examples.push({ page, address: fillPath(path, parameters) })
      continue
    }
    const { example = metadata.find((entry) => entry.path === path)?.head.address } = page
    if (!hasParameters(path)) examples.push({ page, address: path })
    else if (example === undefined)
      findings.push(
        failed(
          'browser-mount',
          `${path} was not opened: none of its addresses is known.`,
          `Add \`example: '${path.replaceAll(/[:*]\w*/g, 'one')}'\` to the page in manifest.ts, with an address that exists.`,
        ),
      )
    else if (overlaps(path, example)) examples.push({ page, address: example })
    else
      findings.push(
        failed(
          'browser-mount',
          `${path} was not opened: its example ${example} does not match its path.`,
          'Correct the example in manifest.ts, or the address in metadata.ts.',
        ),
      )
  }
  return { examples, findings }
}

/** The path with these parameters. */
function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? name)
}

function readMetadata({ folder, record }: BuiltRelease): v.InferOutput<typeof MetadataSchema> {
  const file = record.prerendered?.metadata.file
  if (file === undefined || !existsSync(join(folder, file))) return []
  return v.parse(MetadataSchema, readFileSync(join(folder, file), 'utf8'))
}
