import type { Failure, ValidationReport } from '@portico/protocol/publish/release-api.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import type { UnpackedFiles } from './unpack-archive.ts'
import { createReport, type Release } from './validate-release.ts'

const recordFile = 'release.json'
const maxRecordBytes = 1024 * 1024 // 2,000 files and pages have half; the largest record of this site has 28 kB
const RecordSchema = v.pipe(v.string(), v.parseJson(), ReleaseRecordSchema)

interface UploadAddress {
  readonly remote: string
  readonly version: string
}

/** The release in an uploaded archive, or a report that explains why it isn't one for this address. */
export function readUpload(files: UnpackedFiles, address: UploadAddress): Release | ValidationReport {
  const bytes = files.get(recordFile)
  if (bytes === undefined)
    return invalidRecord({
      message: `The archive does not contain ${recordFile}.`,
      hint: 'Pack the built folder itself, as the build wrote it.',
    })
  if (bytes.length > maxRecordBytes)
    return invalidRecord({
      message: `${recordFile}: expected at most ${maxRecordBytes} bytes, got ${bytes.length}.`,
      hint: 'Build again with the tools of this site.',
    })
  const parsed = v.safeParse(RecordSchema, bytes.toString('utf8'))
  if (!parsed.success) {
    const issue = parsed.issues[0]
    return invalidRecord({
      message: `${recordFile}: ${v.getDotPath(issue) ?? '(the whole file)'}: ${issue.message}.`,
      hint: 'Build again with the tools of this site.',
    })
  }
  const record = parsed.output
  for (const field of ['remote', 'version'] as const) {
    if (record[field] !== address[field])
      return invalidRecord({
        message: `${recordFile}: ${field}: expected "${address[field]}" (from the URL), got "${record[field]}".`,
        hint:
          field === 'version'
            ? 'Set the version in package.json, build, and publish under that version.'
            : 'Publish the release under its own name.',
      })
  }
  return { build: { kind: 'remote', record }, read: async (name) => files.get(name) ?? null }
}

function invalidRecord(failure: NonNullable<Failure>): ValidationReport {
  return createReport([['record', failure]])
}
