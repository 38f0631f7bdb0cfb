import type { Failure, ValidationReport } from '@portico/protocol/publish/release-api.ts'
import { type ReleaseRecord, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { type ShellRecord, ShellRecordSchema } from '@portico/protocol/release/shell-record.ts'
import * as v from 'valibot'
import type { Build } from '../storage/read-builds.ts'
import type { UnpackedFiles } from './unpack-archive.ts'
import { createReport, type Release } from './validate-release.ts'

const recordFile = 'release.json'
const maxRecordBytes = 1024 * 1024 // 2,000 files and pages have half; the largest record of this site has 28 kB

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
  const schema: v.GenericSchema<unknown, ReleaseRecord | ShellRecord> =
    address.remote === 'shell' ? ShellRecordSchema : ReleaseRecordSchema
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), bytes.toString('utf8'))
  if (!parsed.success) {
    const issue = parsed.issues[0]
    return invalidRecord({
      message: `${recordFile}: ${v.getDotPath(issue) ?? '(the whole file)'}: ${issue.message}.`,
      hint: 'Build again with the tools of this site.',
    })
  }
  const record = parsed.output
  const named = { remote: 'shell', ...record }
  for (const field of ['remote', 'version'] as const) {
    if (named[field] !== address[field])
      return invalidRecord({
        message: `${recordFile}: ${field}: expected "${address[field]}" (from the URL), got "${named[field]}".`,
        hint:
          field === 'version'
            ? 'Set the version in package.json, build, and publish under that version.'
            : 'Publish the release under its own name.',
      })
  }
  const build: Build = 'remote' in record ? { kind: 'remote', record } : { kind: 'shell', record }
  return { build, read: async (name) => files.get(name) ?? null }
}

function invalidRecord(failure: NonNullable<Failure>): ValidationReport {
  return createReport([['record', failure]])
}
