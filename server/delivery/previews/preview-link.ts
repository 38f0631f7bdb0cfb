import { createHmac, timingSafeEqual } from 'node:crypto'
import { ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'

const purpose = 'portico preview' // the same secret signs other things too
const PreviewSchema = v.strictObject({
  remote: ReleaseRecordSchema.entries.remote,
  /** Id of a release; null: every canary, for testers. */
  release: v.nullable(v.string()),
  /** Where this machine serves a build that is shown instead of a release. */
  from: v.exactOptional(v.string()),
  /** Milliseconds since 1970. */
  until: v.number(),
})

/** What a signed link shows. */
export type Preview = v.InferOutput<typeof PreviewSchema>

/** Signs a preview with the site's secret: `<content>.<signature>`. */
export function signPreview(preview: Preview, secret: string): string {
  const content = Buffer.from(JSON.stringify(preview)).toString('base64url')
  return `${content}.${computeSignature(content, secret).toString('base64url')}`
}

/** The preview in a signed text; null: it was not created here, or has expired. */
export function verifyPreview(text: string, secret: string): Preview | null {
  const [content = '', signature = ''] = text.split('.')
  const expected = computeSignature(content, secret)
  const actual = Buffer.from(signature, 'base64url')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), PreviewSchema),
    Buffer.from(content, 'base64url').toString('utf8'),
  )
  return parsed.success && parsed.output.until > Date.now() ? parsed.output : null
}

function computeSignature(content: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${content}`).digest()
}
