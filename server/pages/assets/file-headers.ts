import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import { createScriptFilePolicy } from '@portico/protocol/release/script-file-policy.ts'
import { immutable } from '../../http/caching/immutable.ts'
import { nothingAllowed } from '../../http/security-headers/security-headers.ts'
import { canBeDictionary } from '../../releases/storage/deltas.ts'

interface FileOnSite {
  readonly app: string
  readonly id: string
  readonly file: string
  readonly publicUrl: string
}

/** The headers of every response with a release file, in any encoding. */
export function createFileHeaders(
  { app, id, file, publicUrl }: FileOnSite,
  type: string,
): Readonly<Record<string, string>> {
  return {
    'cache-control': immutable,
    'content-type': type,
    ...nothingAllowed,
    // The shell starts no workers.
    ...(file.endsWith('.js') &&
      app !== 'shell' && {
        'content-security-policy': createScriptFilePolicy(publicUrl + getReleaseFolder(app, id)),
      }),
    // Files are public and loaded with CORS, so that browsers can check their integrity.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    // Players ask for parts, and resume a download. The bytes of a release never change.
    ...(/\.(?:mp4|webm|mp3|pdf)$/.test(file) && { 'accept-ranges': 'bytes', etag: `"${id}"` }),
    ...(file.endsWith('.pdf') && { 'content-disposition': 'attachment' }),
    ...(canBeDictionary(file)
      ? {
          vary: 'accept-encoding, available-dictionary',
          'use-as-dictionary': `match="${paths.releases}/${app}/:release/${file}"`,
        }
      : { vary: 'accept-encoding' }),
  }
}
