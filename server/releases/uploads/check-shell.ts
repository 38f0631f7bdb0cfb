import type { Failure } from '@portico/protocol/publish/release-api.ts'
import { getReleaseId, type ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { protocolVersion, type ShellRecord } from '@portico/protocol/release/shell-record.ts'
import { listRejections } from '../compatibility/shell-compatibility.ts'

/** Whether this server speaks the protocol of a shell. */
export function checkProtocolVersion({ protocolVersion: built = 1 }: ShellRecord): Failure {
  if (built <= protocolVersion) return null
  return {
    message: `release.json: protocolVersion: expected at most ${protocolVersion}, which this server speaks, got ${built}.`,
    hint: 'Update the server first.',
  }
}

/** Whether the scripts of a shell load the rest from its own folder, whose address the build writes into them. */
export function checkFolder(record: ShellRecord, files: ReadonlyMap<string, Buffer | null>): Failure {
  const own = getReleaseId(record)
  for (const { file } of record.js)
    for (const [address, id] of files
      .get(file)
      ?.toString()
      .matchAll(/\/r\/shell\/([\w.-]+)\//g) ?? [])
      if (id !== own)
        return {
          message: `${file}: expected the folder /r/shell/${own}/, got ${address}.`,
          hint: 'The build has another version. Set the version in package.json, and build again.',
        }
  return null
}

/** Which live remotes can't run in a shell. Only a warning: others may be rolled out before it is. */
export function findRejections(record: ShellRecord, remotes: readonly ReleaseRecord[]): Failure {
  const rejections = listRejections(remotes, record)
  if (rejections.length === 0) return null
  return {
    message: rejections.join(' '),
    hint: 'Until releases are out that run in this shell, `start` refuses it.',
  }
}
