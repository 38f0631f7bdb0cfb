import { createHmac, timingSafeEqual } from 'node:crypto'
import { ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'

const purpose = 'portico preview' // the same secret signs other things
const PreviewSchema = v.strictObject({
  remote: ReleaseRecordSchema.entries.remote,
  /** Id of a release; null: of each canary there is, which makes a tester. */
  release: v.nullable(v.string()),
  /** Where this machine serves what is shown instead of a release. */
  from: v.exactOptional(v.string()),
  /** Milliseconds since 1970. */
  until: v.number(),
})

/** What a signed link lets a visitor see. */
export type Preview = v.InferOutput<typeof PreviewSchema>

/** The text of a link that nobody without the site's secret can make: `<what>.<signature>`. */
export function signPreview(preview: Preview, secret: string): string {
  const said = Buffer.from(JSON.stringify(preview)).toString('base64url')
  return `${said}.${signatureOf(said, secret).toString('base64url')}`
}

/** What a link says; null: it was not made here, or its time is over. */
export function verifyPreview(text: string, secret: string): Preview | null {
  const [said = '', signature = ''] = text.split('.')
  const expected = signatureOf(said, secret)
  const came = Buffer.from(signature, 'base64url')
  if (came.length !== expected.length || !timingSafeEqual(came, expected)) return null
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), PreviewSchema),
    Buffer.from(said, 'base64url').toString('utf8'),
  )
  return parsed.success && parsed.output.until > Date.now() ? parsed.output : null
}

function signatureOf(said: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\n${said}`).digest()
}
