import { getVersion } from '@portico/protocol/release/release-record.ts'
import { Link } from 'react-router'

/** A link to a release, named by its version; its whole id is in the title. */
export function ReleaseName({ remote, id }: { readonly remote: string; readonly id: string | null }) {
  return id === null ? (
    'none'
  ) : (
    <Link to={`/remotes/${remote}/releases/${id}`} title={id}>
      {getVersion(id)}
    </Link>
  )
}
